import { EventEmitter } from 'vscode';

/** The connection that a person has selected, and how to select another. */
export function selectedConnection(chosen = 'sandbox') {
  const selected = new EventEmitter<void>();
  return {
    chosen,
    onDidSelect: selected.event,
    select(name: string) {
      this.chosen = name;
      selected.fire();
    },
  };
}

import type { ContextItem, Questions, ResultState, ViewAction } from '#src/protocol/messages';
import type { PaneMemories } from './tabMemory';
import type { TableRows } from './tableRows';

/** The view's connection to the host: requests data and reports a person's actions. */
export interface Host {
  /** Rejects with an `Error` ready to display if the host can't answer. */
  ask<Kind extends keyof Questions>(
    kind: Kind,
    question: Questions[Kind]['question'],
  ): Promise<Questions[Kind]['answer']>;
  /** `result` is the id of the result on which the person acted, if another one may be shown by now. */
  act(action: ViewAction, result?: string): void;
}

/** One of the views; each has a tab. */
export interface Pane {
  readonly element: HTMLElement;
  /** Its controls in the bar of tabs: those beside the tabs, and those below them. */
  readonly bar?: { readonly beside: HTMLElement; readonly below: HTMLElement };
  /** Called with every new state while the pane is visible, and when it becomes visible. */
  show(state: ResultState): void;
  /** Whether what the pane shows can stay until the first rows of this result arrive. */
  readonly canWait?: (state: ResultState) => boolean;
  /**
   * Only the table has this: its rows and what is selected, for an export. `null` until it shows the latest
   * result.
   */
  readonly tableRows?: () => TableRows | null;
  /** What the items do that its part of the editor's context menu has. */
  readonly menu?: { readonly [Item in ContextItem]?: () => void };
  /** Only the chart has this: the differences of two series of the result that it can show, or hide. */
  readonly differences?: () => readonly { label: string; onChoose: () => void }[];
  /** What stays while the view is hidden or reloaded; the request has nothing of its own. */
  readonly memory?: {
    save(): PaneMemories;
    /** Called before another result is first shown, with what the views saved of it. */
    restore(saved: PaneMemories): void;
  };
}

import type * as vscode from 'vscode';
import { doubleOf } from '../../doubleOf';

/** Items by id, as VS Code keeps them. */
export class TestItems implements vscode.TestItemCollection {
  private readonly items = new Map<string, vscode.TestItem>();

  get size(): number {
    return this.items.size;
  }

  get(id: string): vscode.TestItem | undefined {
    return this.items.get(id);
  }

  add(item: vscode.TestItem): void {
    this.items.set(item.id, item);
  }

  delete(id: string): void {
    this.items.delete(id);
  }

  replace(items: readonly vscode.TestItem[]): void {
    this.items.clear();
    for (const item of items) this.add(item);
  }

  forEach(act: (item: vscode.TestItem, collection: vscode.TestItemCollection) => unknown): void {
    for (const item of this.items.values()) act(item, this);
  }

  [Symbol.iterator](): MapIterator<[string, vscode.TestItem]> {
    return this.items[Symbol.iterator]();
  }
}

type Profile = Parameters<vscode.TestController['createRunProfile']>;

/** The tests of an extension in the Testing view, and what each run said of each test, in order. */
export class FakeTestController {
  readonly items = new TestItems();
  readonly profiles: Profile[] = [];
  readonly said: string[] = [];
  output = '';
  isDisposed = false;
  refreshHandler: (() => unknown) | undefined;
  resolveHandler: ((item: vscode.TestItem | undefined) => unknown) | undefined;

  createTestItem(id: string, label: string, uri?: vscode.Uri): vscode.TestItem {
    return {
      ...{ id, label, uri, children: new TestItems(), tags: [], canResolveChildren: false, busy: false },
      ...{ parent: undefined, range: undefined, error: undefined },
    };
  }

  createRunProfile(...profile: Profile): void {
    this.profiles.push(profile);
  }

  createTestRun(): vscode.TestRun {
    const note =
      (kind: string) =>
      ({ label }: vscode.TestItem) =>
        void this.said.push(`${label} ${kind}`);
    const noteWhy =
      (kind: string) =>
      ({ label }: vscode.TestItem, messages: vscode.TestMessage | readonly vscode.TestMessage[]) => {
        for (const { message } of [messages].flat()) {
          this.said.push(`${label} ${kind}: ${typeof message === 'string' ? message : message.value}`);
        }
      };
    return doubleOf<vscode.TestRun>({
      enqueued: note('enqueued'),
      started: note('started'),
      skipped: note('skipped'),
      passed: note('passed'),
      failed: noteWhy('failed'),
      errored: noteWhy('errored'),
      appendOutput: (text) => void (this.output += text),
      end: () => void this.said.push('end'),
    });
  }

  dispose(): void {
    this.isDisposed = true;
  }
}

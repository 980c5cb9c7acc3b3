import * as v from 'valibot';
import * as vscode from 'vscode';
import { setContext } from '../shell/commands';
import type { StoredValues } from '../shell/storedValues';

const key = 'marketData.ranges';

/** More than anyone keeps track of. */
const mostRanges = 50;

const shape = v.array(
  v.object({ uri: v.string(), from: v.optional(v.string()), to: v.optional(v.string()) }),
);
type KnownRange = v.InferOutput<typeof shape>[number];

/** The first and last delivery day, inclusive. */
export interface RangeDays {
  readonly from: string;
  readonly to: string;
}

/** The same for a folder whose days may never have been requested here. */
export type KnownSpan = { readonly [End in keyof RangeDays]?: string | undefined };

/** The view `Ranges`: the range folders that were fetched, opened, or verified in this workspace. */
export interface RangesView {
  /**
   * Puts a dataset's folder first. The requested days are remembered with it, because those that weren't fetched
   * before a run was canceled aren't in the folder.
   */
  readonly note: (folder: vscode.Uri, asked?: RangeDays) => void;
  readonly forget: (folder: vscode.Uri) => void;
  /** Which days of the folder were requested. */
  readonly spanIn: (folder: vscode.Uri) => KnownSpan;
  /** Call when a folder has changed. */
  readonly refresh: () => void;
  dispose(): void;
}

/**
 * Registers the view. It lists what is remembered: searching the workspace would take long in a large one, and
 * wouldn't find folders elsewhere. `itemOf` makes the row of a folder; it's called only for a visible view.
 */
export function registerRangesView(
  stored: StoredValues,
  itemOf: (folder: vscode.Uri, asked: KnownSpan) => Promise<vscode.TreeItem>,
): RangesView {
  const changed = new vscode.EventEmitter<undefined>();
  const known = (): KnownRange[] => {
    const read = v.safeParse(shape, stored.get(key));
    return read.success ? read.output : [];
  };
  const of = (folder: vscode.Uri) => known().find(({ uri }) => uri === folder.toString());
  const update = (ranges: readonly KnownRange[]) => {
    stored.keep(key, ranges.slice(0, mostRanges));
    setContext('rangesKnown', ranges.length > 0);
    changed.fire(undefined);
  };
  const others = (folder: vscode.Uri) => known().filter(({ uri }) => uri !== folder.toString());
  const spanIn = (folder: vscode.Uri): KnownSpan => of(folder) ?? {};
  const view = vscode.window.createTreeView<vscode.Uri>('marketData.ranges', {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (folder) => (folder ? [] : known().map(({ uri }) => vscode.Uri.parse(uri))),
      getTreeItem: (folder) => itemOf(folder, spanIn(folder)),
    },
  });
  const refresh = () => changed.fire(undefined);
  setContext('rangesKnown', known().length > 0);
  const parts = vscode.Disposable.from(
    view,
    changed,
    view.onDidChangeVisibility(({ visible }) => visible && refresh()),
  );
  return {
    note(folder, asked) {
      const before = spanIn(folder);
      const days = {
        from: [before.from, asked?.from].filter((day) => day !== undefined).sort()[0],
        to: [before.to, asked?.to]
          .filter((day) => day !== undefined)
          .sort()
          .at(-1),
      };
      update([{ uri: folder.toString(), ...days }, ...others(folder)]);
    },
    forget: (folder) => update(others(folder)),
    spanIn,
    refresh,
    dispose: () => void parts.dispose(),
  };
}

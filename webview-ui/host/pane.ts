import type { ContextItem, Questions, ResultState, ViewAction } from '#src/protocol/messages';
import type { PaneMemories } from './tabMemory';
import type { RowsToExport, TableForm, RowRange } from '#src/protocol/rowsQuestion';

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

/** What the table shows of its result, and what is selected in it. */
export interface TableRows {
  /** Which rows, and in which order. */
  readonly which: Pick<RowsToExport, 'sort' | 'filter' | 'finding'>;
  /** The form of the table that rows and columns refer to; empty as received. */
  readonly form: TableForm;
  /** Filters and sort order in words; empty for all rows in their own order. */
  readonly words: string;
  /** `null` if only the active cell is. */
  readonly selected: SelectedRows | null;
}

export interface SelectedRows {
  readonly ranges: readonly RowRange[];
  readonly rows: number;
  /** `null` for whole rows. */
  readonly cells: { readonly count: number; readonly columns: readonly string[] } | null;
}

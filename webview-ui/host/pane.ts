import type { Questions, ResultState, ViewAction } from '../../src/messages';
import type { TableRows } from './tableRows';

/** The view's way to the editor's host: it requests the visible data and reports the person's actions. */
export interface Host {
  /** Rejects with an `Error` whose message can be shown if the host cannot answer. */
  ask<Kind extends keyof Questions>(
    kind: Kind,
    question: Questions[Kind]['question'],
  ): Promise<Questions[Kind]['answer']>;
  /** `result` is the id of the result on which the person acted, if another one may be shown by now. */
  act(action: ViewAction, result?: string): void;
}

/** One of the views, each with a tab. */
export interface Pane {
  readonly element: HTMLElement;
  /** Called with every new state while the pane is the visible one, and when it becomes so. */
  show(state: ResultState): void;
  /** For an export, of the table alone: its rows and what is selected in it. */
  readonly tableRows?: () => TableRows;
  /** What must survive hiding, moving and reloading: zoom, sort, scroll position. JSON, small. */
  readonly memory: PaneMemory;
}

export interface PaneMemory {
  save(): unknown;
  /**
   * Called before another result is shown for the first time, with what `save` returned for that result, or
   * anything else: outside data, to be checked. `undefined` starts fresh.
   */
  restore(saved: unknown): void;
}

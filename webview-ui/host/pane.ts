import type { ResultState, ViewAction } from '../../src/messages';
import type { ViewQuestionKind, ViewQuestions } from '../../src/results/viewQuestions';

/** The view's way to the editor's host: it asks for what it can see and reports what a person did. */
export interface Host {
  /** Rejects with an `Error` whose message is fit to be shown when the host cannot answer. */
  ask<Kind extends ViewQuestionKind>(
    kind: Kind,
    question: ViewQuestions[Kind]['question'],
  ): Promise<ViewQuestions[Kind]['answer']>;
  act(action: ViewAction): void;
}

/** One of the four views behind the tabs. */
export interface Pane {
  readonly element: HTMLElement;
  /** Called with every new state while the pane is the visible one, and when it becomes so. */
  show(state: ResultState): void;
  /** What must survive hiding, moving and reloading: zoom, sort, scroll position. JSON, small. */
  readonly memory: PaneMemory;
}

export interface PaneMemory {
  save(): unknown;
  /** Given what `save` once returned, or anything else: outside data, to be checked. */
  restore(saved: unknown): void;
}

import { canceledError } from '../../text/canceledError';
import type { ResultStore } from '../../results/store/resultStore';
import { viewQuestionOf, type ViewQuestionKind } from '../../protocol/viewQuestions';
import type { OverlaidResult, ThreadQuestions } from '../../protocol/workerMessages';

/** Passes questions from one tab's view to the thread, and aborts those that are obsolete. */
export class QuestionRelay {
  /** What the questions in progress are about, by kind. */
  private readonly underWay = new Map<
    ViewQuestionKind,
    { result: string; subject: string; stop: AbortController }
  >();

  constructor(private readonly store: ResultStore) {}

  /** Rejects with an `Error` ready to display, including when the question is aborted. */
  ask<Kind extends ViewQuestionKind>(
    kind: Kind,
    question: ThreadQuestions[Kind]['question'],
    result: string,
    overlays: readonly OverlaidResult[],
  ): Promise<ThreadQuestions[Kind]['answer']> {
    const { subject } = viewQuestionOf(kind);
    const signal = subject && { signal: this.supersede(kind, result, JSON.stringify(subject(question))) };
    return this.store.ask(result, kind, question, { overlays, ...signal });
  }

  /**
   * Aborts questions of this kind about other subjects. Questions about the same subject are all answered.
   */
  private supersede(kind: ViewQuestionKind, result: string, subject: string): AbortSignal {
    const before = this.underWay.get(kind);
    if (before?.result === result && before.subject === subject) return before.stop.signal;
    before?.stop.abort(canceledError());
    const stop = new AbortController();
    this.underWay.set(kind, { result, subject, stop });
    return stop.signal;
  }

  /** Aborts all questions, except about the result that the tab shows. */
  giveUp(shown?: string): void {
    for (const [kind, { result, stop }] of this.underWay) {
      if (result === shown) continue;
      stop.abort(canceledError());
      this.underWay.delete(kind);
    }
  }
}

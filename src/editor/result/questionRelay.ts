import * as vscode from 'vscode';
import type { Result } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import { viewQuestionOf, type ViewQuestionKind } from '../../protocol/viewQuestions';
import type { OverlaidResult, ThreadQuestions } from '../../protocol/workerMessages';

const givenUp = () => new Error(vscode.l10n.t('Canceled.'));

/** Passes questions from one tab's view to the thread, and aborts those that are obsolete. */
export class QuestionRelay {
  /** The subject of the questions in progress, by kind. */
  private readonly underWay = new Map<ViewQuestionKind, { subject: string; stop: AbortController }>();

  constructor(private readonly store: ResultStore) {}

  /** Rejects with an `Error` ready to display, including when the question is aborted. */
  ask<Kind extends ViewQuestionKind>(
    kind: Kind,
    question: ThreadQuestions[Kind]['question'],
    { id }: Pick<Result, 'id'>,
    overlays: readonly OverlaidResult[],
  ): Promise<ThreadQuestions[Kind]['answer']> {
    const { subject } = viewQuestionOf(kind);
    const signal = subject && { signal: this.supersede(kind, subject(question)) };
    return this.store.ask(id, kind, question, { overlays, ...signal });
  }

  /**
   * Aborts questions of this kind about other subjects. Questions about the same subject are all answered.
   */
  private supersede(kind: ViewQuestionKind, about: unknown): AbortSignal {
    const subject = JSON.stringify(about);
    const before = this.underWay.get(kind);
    if (before?.subject === subject) return before.stop.signal;
    before?.stop.abort(givenUp());
    const stop = new AbortController();
    this.underWay.set(kind, { subject, stop });
    return stop.signal;
  }

  /** Aborts all questions, because the tab now shows a different result or none. */
  giveUp(): void {
    for (const { stop } of this.underWay.values()) stop.abort(givenUp());
    this.underWay.clear();
  }
}

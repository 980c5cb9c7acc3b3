import * as vscode from 'vscode';
import { askedOfResult, type Result } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import {
  viewQuestionOf,
  type HostAdditions,
  type OverlaidResult,
  type ThreadForm,
  type ViewQuestionKind,
  type ViewQuestions,
} from '../../protocol/viewQuestions';

const givenUp = () => new Error(vscode.l10n.t('Canceled.'));

/** Passes questions from one tab's view to the thread, and aborts those that are obsolete. */
export class QuestionRelay {
  /** The subject of the questions in progress, by kind. */
  private readonly underWay = new Map<ViewQuestionKind, { subject: string; stop: AbortController }>();

  constructor(private readonly store: ResultStore) {}

  /** Rejects with an `Error` ready to display, including when the question is aborted. */
  ask<Kind extends ViewQuestionKind>(
    kind: Kind,
    question: ViewQuestions[Kind]['question'],
    result: Result,
    overlays: () => readonly OverlaidResult[],
  ): Promise<ViewQuestions[Kind]['answer']> {
    const { id, query, progress } = result;
    const { adds, subject } = viewQuestionOf(kind);
    const known: { readonly [Name in keyof HostAdditions]: () => HostAdditions[Name] } = {
      asked: () => askedOfResult(result),
      plan: () => query.dataset.chart,
      overlays,
      judged: () => progress.kind === 'ended',
    };
    const added = Object.fromEntries(adds.map((name) => [name, known[name]()]));
    // The compiler can't see that these additions belong to this kind.
    const completed = { ...question, ...added } as ThreadForm<Kind>;
    const options = subject ? { signal: this.supersede(kind, subject(question)) } : {};
    return this.store.ask(id, kind, completed, options);
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

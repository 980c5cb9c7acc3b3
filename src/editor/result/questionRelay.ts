import * as vscode from 'vscode';
import { askedOfResult, type Result } from '../../results/result';
import type { ResultStore } from '../../results/resultStore';
import {
  viewQuestionOf,
  type HostAdditions,
  type OverlaidResult,
  type ThreadForm,
  type ViewQuestionKind,
  type ViewQuestions,
} from '../../results/viewQuestions';

const givenUp = () => new Error(vscode.l10n.t('Canceled.'));

/**
 * Passes the questions of one tab's view on to the thread, and gives up those that nobody waits for anymore.
 */
export class QuestionRelay {
  /** What the thread is working on for each kind, and its subject. */
  private readonly underWay = new Map<ViewQuestionKind, { subject: string; stop: AbortController }>();

  constructor(private readonly store: ResultStore) {}

  /** Rejects with an `Error` fit to be shown, also if the question is given up. */
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
   * Gives up the questions of this kind about another subject. Questions about the same subject are all
   * answered.
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

  /** Gives up all questions, because the tab shows another result or none. */
  giveUp(): void {
    for (const { stop } of this.underWay.values()) stop.abort(givenUp());
    this.underWay.clear();
  }
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '#src/request/outcome';
import { queryOfFile } from '#src/queryFiles/queryOfFile';
import { lineNumbers } from '#src/queryFiles/edit/positions';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import { checksOf, withheldCheck, type Check } from '#src/results/checks/checks';
import { factsFor } from '#src/results/checks/responseFacts';
import { askedOfResult, newResult, outcomeOf } from '#src/results/result';
import type { ResultStore } from '#src/results/store/resultStore';
import { answerTo } from '#src/results/thread/questionAnswers';
import { WorkerResult } from '#src/results/thread/workerResult';
import { nothingKnown, type ThreadQuestion } from '#src/protocol/workerMessages';
import { contextOf } from '../thread/threadContext';

/** 21 November 2026, 11:54 UTC: a minute before the results of the next day are due. */
export const askedAt = Date.UTC(2026, 10, 21, 11, 54);

export interface CheckedCase {
  readonly dataset: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly timeZone?: string;
  readonly expect: unknown;
  /** The response's body; `null` if none came. */
  readonly body: string | null;
  /** Without it, that of the body. */
  readonly outcome?: Outcome;
  readonly askedAt?: number;
  /** Whether the checks are for the Testing view while language models may not read values. */
  readonly isWithheld?: boolean;
}

/** A query file with one query, each member in a line of its own. */
export const queryFileText = ({
  dataset,
  parameters = {},
  timeZone,
  expect,
}: Omit<CheckedCase, 'body'>): string =>
  JSON.stringify(
    { version: 1, ...(timeZone ? { timeZone } : {}), queries: { q: { dataset, parameters, expect } } },
    null,
    2,
  );

/** The checks of a query file whose query got this response, which a thread of its own has read. */
export async function checksFor(given: CheckedCase): Promise<Check[]> {
  const text = queryFileText(given);
  const now = given.askedAt ?? askedAt;
  const file = readQueryFile(text, now);
  const [query] = file.queries;
  if (!query) throw new Error('The file has one query.');
  const asked = queryOfFile(query, file.timeZone, now);
  if ('problems' in asked) throw new Error(asked.problems.map(({ message }) => message).join(' '));
  const folder = mkdtempSync(join(tmpdir(), 'checked-'));
  const path = join(folder, 'body.json');
  writeFileSync(path, given.body ?? '');
  const [held, verdict] = await WorkerResult.load(asked.query.dataset.record, path, 1e9);
  const result = Object.assign(newResult('the-result', asked.query, 'test', 'https://example.com'), {
    startedEpochMs: now,
    table: held.state(),
    progress: {
      kind: 'ended',
      outcome: given.outcome ?? (given.body === null ? { kind: 'noData' } : outcomeOf(verdict, String)),
    },
  });
  const signal = new AbortController().signal;
  const context = contextOf(held, { known: { ...nothingKnown, asked: askedOfResult(result) } });
  const ask = (_: string, about: string, question: unknown) =>
    answerTo(held, { about, question } as ThreadQuestion, context);
  try {
    const facts = await factsFor({ ask } as Pick<ResultStore, 'ask'>, result, query.expect!, signal);
    const line = (member: string) => lineNumbers(text)((query.spans.get(member) ?? query.nameSpan).start);
    const checks = checksOf(query, facts, file.timeZone, line);
    return given.isWithheld ? checks.map(withheldCheck) : checks;
  } finally {
    await held.spool?.remove();
    rmSync(folder, { recursive: true });
  }
}

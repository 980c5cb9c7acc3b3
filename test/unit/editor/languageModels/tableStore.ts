import { comparisonQuestion, originalsOf, queryOfComparison } from '#src/results/comparedResults';
import type { ToolWork } from '#src/editor/languageModels/toolInputs';
import type { Query } from '#src/market/query/query';
import type { Source } from '#src/protocol/source';
import { askedOfResult, newResult, summaryOf, type Result } from '#src/results/result';
import type { ResultStore } from '#src/results/store/resultStore';
import { answerTo } from '#src/results/thread/questionAnswers';
import { derived, stateOfTable, type Held } from '#src/results/thread/workerResult';
import { nothingKnown, type ThreadQuestion } from '#src/protocol/workerMessages';
import { compare } from '#src/table/compare/compare';
import { atOnce } from '../../table/atOnce';
import { doubleOf } from '../../doubleOf';
import { tableOf } from '../../table/charts/tables';

/** Results whose questions are answered as in the thread, without one. */
export function tableStore() {
  const results = new Map<string, Result>();
  const tables = new Map<string, Held>();
  const heldOf = (id: string): Held => {
    const held = tables.get(id);
    if (!held) throw new Error(`No table of ${id}.`);
    return held;
  };
  const { signal } = new AbortController();
  const context = {
    heldOf,
    keep: (id: string, made: Held) => void tables.set(id, made),
    onGrown: () => undefined,
    onProgress: () => undefined,
    signal,
  };
  const take = (result: Result, held: Held): Result => {
    const taken: Result = {
      ...result,
      table: stateOfTable(held.table, 1),
      progress: { kind: 'ended', outcome: { kind: 'success', status: 200 } },
    };
    tables.set(result.id, held);
    results.set(result.id, taken);
    return taken;
  };
  const ask = (id: string, about: ThreadQuestion['about'], question: unknown) => {
    const result = results.get(id);
    const known = result ? { ...nothingKnown, asked: askedOfResult(result) } : nothingKnown;
    return answerTo(heldOf(id), { about, question } as ThreadQuestion, { ...context, known });
  };
  return {
    /** A response with these records. */
    add(query: Query, connection: string, records: readonly object[], source?: Source): Result {
      const id = `result-${results.size}`;
      const table = tableOf(query.dataset.record, records);
      return take(newResult(id, query, connection, '', source), derived(table));
    },
    /** The comparison that a person or a tool makes of two of them. */
    compare(first: Result, second: Result): Result {
      const id = `result-${results.size}`;
      const originals = originalsOf(first, second, 'Europe/Oslo');
      const question = comparisonQuestion(first, second, originals, id, 1e9);
      const made = atOnce(compare(heldOf(first.id).table, heldOf(second.id).table, question));
      const query = queryOfComparison(first.query, second.query, stateOfTable(made.table, 0));
      const source: Source = { kind: 'comparison', ...originals, summary: made.figures };
      return take(newResult(id, query, first.connection, '', source), derived(made.table));
    },
    store: doubleOf<ResultStore>({
      find: (id) => results.get(id),
      get: (id) => {
        const result = results.get(id);
        if (!result) throw new Error(`Result "${id}" not found.`);
        return result;
      },
      ask: ask as ResultStore['ask'],
      areasWithData: () => new Set(),
    }),
  };
}

/** What the tools use of the workbench, over such a store; `recordsOf` makes up each response. */
export function workOver(
  tables: ReturnType<typeof tableStore>,
  recordsOf: (query: Query, connection: string) => readonly object[],
): ToolWork {
  return doubleOf<ToolWork>({
    store: tables.store,
    queries: {
      send: (query, connection = 'production') =>
        Promise.resolve(summaryOf(tables.add(query, connection, recordsOf(query, connection)))),
    },
    comparisons: {
      compareResults: (first, second) => Promise.resolve(summaryOf(tables.compare(first, second))),
    },
  });
}

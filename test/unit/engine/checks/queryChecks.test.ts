import { describe, expect, it } from 'vitest';
import { QueryChecks, type QuerySender, type QueryStep } from '#src/engine/checks/queryChecks';
import { sourceOfText, type QuerySource } from '#src/engine/query/querySource';
import type { Outcome } from '#src/request/outcome';
import { newResult, summaryOf, type Progress, type Result } from '#src/results/result';
import type { ResultStore } from '#src/results/store/resultStore';
import { doubleOf } from '../../doubleOf';

const query = { dataset: 'intraday-orders', expect: {} };

const sourceOf = (queries: Record<string, unknown>, more: object = {}): QuerySource =>
  sourceOfText('a.market.json', JSON.stringify({ version: 1, ...more, queries }, null, 2));

type Sending = Parameters<QuerySender['send']>[2];

/** A store, and queries that end when the test says so. */
function running() {
  const listeners = new Set<(result: Result) => void>();
  const results = new Map<string, Result>();
  const begun: { result: Result; sending: Sending; end: (outcome?: Outcome) => void }[] = [];
  const change = (result: Result, progress: Progress) => {
    Object.assign(result, { progress });
    for (const listener of listeners) listener(result);
  };
  const store = doubleOf<ResultStore>({
    onDidChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: (id) => results.get(id)!,
  });
  const queries: QuerySender = {
    send: (asked, connection, sending) =>
      new Promise((resolve, reject) => {
        if (connection === 'nobody') {
          reject(new Error('Connection "nobody" not found.'));
          return;
        }
        const result = newResult(`r${begun.length}`, asked, connection ?? 'selected', '');
        results.set(result.id, result);
        const end = (outcome: Outcome = { kind: 'success' }) => {
          change(result, { kind: 'ended', outcome });
          resolve(summaryOf(result));
        };
        sending.signal.addEventListener('abort', () => end({ kind: 'cancelled' }));
        begun.push({ result, sending, end });
        sending.onBegun(result);
      }),
  };
  return { checks: new QueryChecks(store, queries, () => 'selected'), begun, change, listeners };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('checking the queries of a file', () => {
  it('sends one after the other without a tab, and reports each step in order', async () => {
    const { checks, begun, change, listeners } = running();
    const steps: [string, QueryStep['kind']][] = [];
    const checked = checks.checkSource(sourceOf({ one: query, two: query }), undefined, {
      onQuery: ({ name }, { kind }) => steps.push([name, kind]),
    });
    await settled();
    expect(begun).toHaveLength(1);
    const [first] = begun;
    expect(first!.sending).toMatchObject({ by: 'file', show: false });
    const waiting: Progress = { kind: 'waiting', untilEpochMs: 5, reason: 'Slow down.' };
    change(first!.result, waiting);
    change(first!.result, waiting);
    change(newResult('another', first!.result.query, 'x', ''), waiting);
    change(first!.result, { kind: 'receiving' });
    first!.end();
    await settled();
    expect(begun).toHaveLength(2);
    begun[1]!.end();
    const { queries, checks: all } = await checked;
    expect(steps).toEqual([
      ['one', 'begun'],
      ['one', 'waiting'],
      ['one', 'receiving'],
      ['one', 'ended'],
      ['two', 'begun'],
      ['two', 'ended'],
    ]);
    expect(queries.map((each) => [each.query, each.line, each.result])).toEqual([
      ['one', 4, 'r0'],
      ['two', 8, 'r1'],
    ]);
    expect(all.map(({ check, ok, line }) => [check, ok, line])).toEqual([
      ['outcome', true, 6],
      ['outcome', true, 10],
    ]);
    expect(listeners.size).toBe(0);
  });

  it('ends the query in progress and sends no others once it is cancelled', async () => {
    const { checks, begun } = running();
    const cancelling = new AbortController();
    const ended: string[] = [];
    const checked = checks.checkSource(sourceOf({ one: query, two: query }), undefined, {
      signal: cancelling.signal,
      onQuery: ({ name }, { kind }) => {
        if (kind === 'ended') ended.push(name);
      },
    });
    await settled();
    cancelling.abort(new Error('Cancelled.'));
    await expect(checked).rejects.toThrow('Cancelled.');
    expect(begun).toHaveLength(1);
    expect(ended).toEqual([]);
  });

  it("fails once for a query that can't be sent, at the line of the reason, and continues", async () => {
    const { checks, begun } = running();
    const source = sourceOf({
      elsewhere: { ...query, connection: 'nobody' },
      wrong: { ...query, parameters: { area: 'NO1' } },
      unchecked: { dataset: 'intraday-orders' },
      good: query,
    });
    const checked = checks.checkSource(source, undefined, {});
    await settled();
    begun[0]!.end();
    const { queries } = await checked;
    const [elsewhere, wrong, unchecked, good] = queries;
    const lines = source.text.split('\n');
    expect(elsewhere!.checks).toMatchObject([
      { check: 'query', ok: false, message: 'Connection "nobody" not found.' },
    ]);
    expect(lines[elsewhere!.checks[0]!.line - 1]).toContain('"connection": "nobody"');
    expect(wrong!.checks).toMatchObject([{ check: 'query', ok: false }]);
    expect(lines[wrong!.checks[0]!.line - 1]).toContain('"area": "NO1"');
    expect(unchecked!.checks).toEqual([]);
    expect(unchecked!.result).toBeUndefined();
    expect(good!.checks).toMatchObject([{ check: 'outcome', ok: true }]);
    expect(begun).toHaveLength(1);
  });

  it('sends nothing more to a busy service, says so at each remaining query, and tries again in the next run', async () => {
    const { checks, begun } = running();
    const source = sourceOf({
      one: { ...query, expect: { outcome: 'noData' } },
      two: query,
      unchecked: { dataset: 'intraday-orders' },
      three: { ...query, connection: 'selected' },
      elsewhere: { ...query, connection: 'other' },
    });
    const checked = checks.checkSource(source, undefined, {});
    await settled();
    begun[0]!.end({
      kind: 'tooManyRequests',
      status: 429,
      message: 'Quota used up.',
      retryAfterSeconds: 3600,
    });
    await settled();
    expect(begun).toHaveLength(2);
    begun[1]!.end({ kind: 'tooManyRequests', status: 429 });
    const { queries } = await checked;
    const [one, two, unchecked, three, elsewhere] = queries;
    expect(one!.checks).toMatchObject([{ check: 'query', ok: false, actual: 'tooManyRequests' }]);
    const message =
      'Not sent, because the service was too busy to run an earlier query on connection "selected". Quota used up. Wait 3600 s before the next request.';
    expect(two!.checks).toMatchObject([{ check: 'query', ok: false, message, line: two!.line }]);
    expect(unchecked!.checks).toEqual([]);
    expect(three!.checks).toMatchObject([{ check: 'query', ok: false, message }]);
    expect(source.text.split('\n')[three!.checks[0]!.line - 1]).toContain('"connection": "selected"');
    expect(elsewhere!.checks).toMatchObject([{ check: 'query', ok: false }]);

    const again = checks.checkSource(source, ['two'], {});
    await settled();
    expect(begun).toHaveLength(3);
    begun[2]!.end();
    expect((await again).checks).toMatchObject([{ check: 'outcome', ok: true }]);
  });

  it('fails every query of a file with a problem at the top, and rejects an unknown name', async () => {
    const { checks, begun } = running();
    const source = sourceOf({ one: query, two: query }, { host: 'https://evil.example' });
    const { checks: all } = await checks.checkSource(source, undefined, {});
    expect(all.map(({ query: name, check, ok, line }) => [name, check, ok, line])).toEqual([
      ['one', 'query', false, 3],
      ['two', 'query', false, 3],
    ]);
    await expect(checks.checkSource(sourceOf({ one: query }), ['One'], {})).rejects.toThrow(
      'Query "One" not found in a.market.json. Available queries: one.',
    );
    expect(begun).toHaveLength(0);
  });
});

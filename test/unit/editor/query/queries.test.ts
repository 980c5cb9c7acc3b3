import { expect, it, vi } from 'vitest';
import { Queries } from '../../../../src/editor/query/queries';
import { findDataset } from '../../../../src/market/datasets/datasets';
import { newResult } from '../../../../src/results/result';

vi.mock('../../../../src/editor/query/parameterPrompts', () => ({
  askParameters: () => Promise.resolve(parameters),
}));
vi.mock('vscode', () => ({
  l10n: { t: (text: string, ...values: string[]) => [text, ...values].join(' ') },
  workspace: { getConfiguration: () => ({ get: () => undefined }) },
}));

const parameters = {
  deliveryarea: 'NO1',
  startTime: '2026-03-01T00:00:00Z',
  endTime: '2026-03-02T00:00:00Z',
  currency: 'EUR',
};

/** Queries of a person who is still signing in. */
function signingIn() {
  const steps: string[] = [];
  const queries = new Queries(
    {
      selected: 'mine',
      requireSelected: () => undefined,
      get: () => Promise.resolve({ name: 'mine' }),
    } as never,
    { ensure: () => (steps.push('sign in'), new Promise(() => undefined)) } as never,
    {
      prepare: () => undefined,
      marketClient: () => (steps.push('ask'), new Promise(() => undefined)),
    } as never,
    {
      prepare: () => steps.push('thread'),
      begin: () => ({ controller: new AbortController() }),
    } as never,
    { of: () => parameters, remember: () => undefined } as never,
    () => undefined,
    () => undefined,
  );
  return { queries, steps };
}

const dataset = 'dayahead-prices';

it.each<[string, (queries: Queries) => unknown, string[]]>([
  ['a repeated query', (queries) => queries.runAgain({ datasetNode: dataset }), ['sign in']],
  [
    'Run again',
    (queries) =>
      queries.repeat({
        id: 'x',
        query: { dataset: findDataset(dataset)!, parameters },
        connection: 'mine',
      }),
    ['sign in'],
  ],
  ['a prompted query', (queries) => queries.prompt(findDataset(dataset)), ['thread', 'sign in']],
  ['a headless query', (queries) => queries.run({ dataset, parameters }), ['ask']],
])('the thread starts before anything of %s is waited for', async (_, run, next) => {
  const { queries, steps } = signingIn();
  void run(queries);
  await vi.waitFor(() => expect(steps).toEqual(['thread', ...next]));
});

it('what is asked for a comparison gives back its socket when the person cancels it', async () => {
  const query = { dataset: findDataset(dataset)!, parameters };
  const running = { id: 'asked', controller: new AbortController(), query, timings: {} };
  const { signal } = running.controller;
  const forgotten: unknown[] = [];
  const queries = new Queries(
    { get: () => Promise.resolve({ name: 'mine', baseUrl: 'http://x.test' }) } as never,
    { ensure: () => Promise.resolve(true) } as never,
    {
      marketClient: () =>
        Promise.resolve({
          ask: () =>
            new Promise((_, reject) =>
              signal.addEventListener('abort', () => reject(new Error('Cancelled.'))),
            ),
        }),
    } as never,
    {
      prepare: () => undefined,
      begin: () => running,
      change: () => undefined,
      forget: (id: unknown) => forgotten.push(id),
      end: (result: { progress: unknown; table: unknown; request: unknown }) =>
        Object.assign(result, {
          progress: { kind: 'ended', outcome: { kind: 'cancelled' } },
          table: { columns: [] },
          request: {},
        }),
    } as never,
    {} as never,
    () => undefined,
    () => undefined,
  );
  const person = new AbortController();
  const asked = queries.answerTo(query, 'mine', person.signal);
  await new Promise((resolve) => setTimeout(resolve));
  person.abort(new Error('no longer wanted'));
  await expect(asked).rejects.toThrow('no longer wanted');
  expect(signal.aborted).toBe(true);
  expect(forgotten).toEqual(['asked']);
});

it.each([
  ['noData', {}, /Nothing came for .*Day-ahead prices · NO1/],
  ['noData', { status: 'O' }, /No official prices came for 2026-03-01 to 2026-03-02/],
  ['unreachable', { status: 'O' }, /Nothing came for/],
] as const)('an answer that is of no use is forgotten, and why is said: %s %o', async (kind, more, words) => {
  const query = { dataset: findDataset(dataset)!, parameters: { ...parameters, ...more } };
  const forgotten: string[] = [];
  const asked = Object.assign(newResult('asked', query, 'mine', ''), { onBehalf: true });
  const begun: unknown[] = [];
  const outcome = { kind };
  const reply = { kind: 'ended', trace: { status: null }, outcome, bytes: 0, wireBytes: 0 };
  const queries = new Queries(
    { setRefused: () => undefined, get: () => Promise.resolve({ name: 'mine', baseUrl: '' }) } as never,
    { ensure: () => Promise.resolve(true) } as never,
    { marketClient: () => Promise.resolve({ ask: () => Promise.resolve(reply) }) } as never,
    {
      prepare: () => undefined,
      begin: (...given: unknown[]) => (begun.push(given.at(-1)), asked),
      change: () => undefined,
      end: () => Object.assign(asked, { progress: { kind: 'ended', outcome } }),
      get: () => asked,
      forget: (id: string) => forgotten.push(id),
    } as never,
    {} as never,
    () => undefined,
    () => undefined,
  );
  const { signal } = new AbortController();
  await expect(queries.answerTo(query, 'mine', signal)).rejects.toThrow(words);
  expect(begun).toEqual([true]); // on behalf of something else
  expect(forgotten).toEqual(['asked']);
});

import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { command } from '#src/editor/shell/commandArguments';
import { Queries, queryRequestShape, type ShowResult } from '#src/editor/query/queries';
import type { Connections } from '#src/editor/connections/connections';
import type { ServiceAccess } from '#src/editor/connections/serviceAccess';
import type { SignIn } from '#src/editor/connections/signIn';
import type { Inputs } from '#src/editor/query/suggestions';
import { previousInputsIn, type Remembered } from '#src/editor/shell/remembered';
import { findDataset } from '#src/market/datasets/datasets';
import { readQuery } from '#src/market/query/query';
import type { OutcomeKind } from '#src/request/outcome';
import { newResult, type Progress, type Result, type Runner } from '#src/results/result';
import type { ResultStore } from '#src/results/store/resultStore';
import type { BodyReply, MarketClient } from '#src/service/clientTypes';
import { doubleOf } from '../../doubleOf';
import { memoryOf } from '../memoryOf';
import { ownConnection } from '../ownConnection';

/** What happens when a person is offered to add a connection. */
const offered: { run: (name: string) => unknown } = { run: () => undefined };

vi.mock('#src/editor/connections/addConnection', () => ({
  offerToAdd: (_connections: Connections, name: string) => Promise.resolve(offered.run(name)),
}));
vi.mock('#src/editor/query/parameterPrompts', () => ({
  promptForParameters: () => Promise.resolve(prompted.inputs),
  promptForPart: () => Promise.resolve(prompted.part),
}));

const parameters = {
  deliveryarea: 'NO1',
  startTime: '2026-03-01T00:00:00Z',
  endTime: '2026-03-02T00:00:00Z',
  currency: 'EUR',
};

/** What a person enters when prompted for all parameters, and for one part. */
const prompted: { inputs: Record<string, string>; part: Record<string, string> } = {
  inputs: parameters,
  part: {},
};

const unaborted = new AbortController().signal;
const dataset = 'dayahead-prices';
const query = { dataset: findDataset(dataset)!, parameters };

const connections = doubleOf<Connections>({
  selected: 'mine',
  requireSelected: () => undefined,
  setRefused: () => undefined,
  get: () => Promise.resolve(ownConnection('mine')),
});
const signedIn = doubleOf<SignIn>({
  ensure: () => Promise.resolve(true),
  requireVerifiedCertificates: () => undefined,
});
const servicesOf = (ask: MarketClient['ask']) =>
  doubleOf<ServiceAccess>({
    prepare: () => undefined,
    marketClient: () => Promise.resolve(doubleOf<MarketClient>({ ask })),
  });

/** Queries whose results go to the store. Nothing is entered or completed in the walkthrough. */
const queriesOf = (
  signIn: SignIn,
  services: ServiceAccess,
  store: ResultStore,
  show: ShowResult = () => Promise.resolve(),
  those = connections,
  previous = doubleOf<Remembered<Inputs>>({ of: () => parameters, remember: () => undefined }),
) => new Queries(those, signIn, services, store, previous, show, () => undefined, never);

const never = () => new Promise<never>(() => undefined);

/** A store that only begins results, and what it was asked to begin. */
function beginning() {
  const begin = vi.fn<ResultStore['begin']>((begun) => newResult('begun', begun, 'mine', ''));
  return { begin, store: doubleOf<ResultStore>({ prepare: () => undefined, begin }) };
}

it('sample prices reuse a tab that nobody has worked in, but a query by another extension opens a new tab', async () => {
  const show = vi.fn<ShowResult>();
  const queries = queriesOf(signedIn, servicesOf(never), beginning().store, show);
  void queries.showSamplePrices();
  await vi.waitFor(() => expect(show).toHaveBeenLastCalledWith(expect.anything(), { mayReplace: true }));
  void queries.headless({ dataset, parameters }, unaborted);
  await vi.waitFor(() => expect(show).toHaveBeenLastCalledWith(expect.anything(), { mayReplace: false }));
});

it('prompts begin with what a person used last, whatever the connection was, also with Show Sample Prices', async () => {
  const previous = previousInputsIn(memoryOf());
  const { store } = beginning();
  const queries = queriesOf(signedIn, servicesOf(never), store, undefined, undefined, previous);
  void queries.showSamplePrices();
  expect(previous.of(dataset)).toEqual({ deliveryarea: 'NO1,DK1', startTime: 'today', endTime: 'today' });
  prompted.inputs = { ...parameters, deliveryarea: 'SE3' };
  void queries.prompt(findDataset(dataset), undefined, 'another');
  await vi.waitFor(() => expect(previous.of(dataset)?.['deliveryarea']).toBe('SE3'));
});

it("a prompt that a person skips isn't sent, but an empty argument is rejected", async () => {
  prompted.inputs = { ...parameters, deliveryarea: '', currency: ' ' };
  const { begin, store } = beginning();
  const queries = queriesOf(signedIn, servicesOf(never), store);
  void queries.prompt(findDataset(dataset));
  await vi.waitFor(() => expect(begin).toHaveBeenCalledOnce());
  const { startTime, endTime } = parameters;
  expect(begin.mock.calls[0]?.[0].parameters).toEqual({ startTime, endTime });
  await expect(
    queries.headless({ dataset, parameters: { ...parameters, deliveryarea: '' } }, unaborted),
  ).rejects.toThrow(/^deliveryarea: .* be empty/);
  expect(begin).toHaveBeenCalledOnce();
});

describe('copied code requests the days that a person entered', () => {
  const noon = Date.UTC(2026, 10, 22, 12);
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: noon }));
  afterEach(() => vi.useRealTimers());
  const both = (word: string) => ({ startTime: word, endTime: word });
  const read = readQuery(dataset, { deliveryarea: 'NO1', ...both('tomorrow') }, noon, 'Europe/Oslo');
  if (!('query' in read)) throw new Error('The query is not valid.');
  const shown = { id: 'shown', query: read.query, connection: 'mine' };

  it.each<[string, (queries: Queries) => unknown, Record<string, string>]>([
    ['prompts', (queries) => queries.prompt(findDataset(dataset)), both('today-1d')],
    [
      'a headless call',
      (queries) => queries.headless({ dataset, parameters: both('tomorrow') }, unaborted),
      both('tomorrow'),
    ],
    ['sample prices', (queries) => queries.showSamplePrices(), both('today')],
    ['Run Again', (queries) => queries.repeat(shown), both('tomorrow')],
    ['another currency', (queries) => queries.changePart(shown, 'currency'), both('tomorrow')],
    ['the next day', (queries) => queries.onDayBeside(shown, 1), both('2026-11-24')],
    [
      'one area of an empty response',
      (queries) => queries.repeat(shown, { ...read.query.parameters, deliveryarea: 'DK1' }),
      both('tomorrow'),
    ],
  ])('in a query by %s', async (_, run, words) => {
    prompted.inputs = { deliveryarea: 'NO1', ...both('today-1d') };
    prompted.part = { currency: 'NOK' };
    const { begin, store } = beginning();
    void run(queriesOf(signedIn, servicesOf(never), store));
    await vi.waitFor(() => expect(begin).toHaveBeenCalled());
    expect(begin.mock.calls[0]?.[0].days).toEqual({ zone: 'Europe/Oslo', words });
  });
});

it('a query is repeated at another address on request', async () => {
  const { begin, store } = beginning();
  const queries = queriesOf(signedIn, servicesOf(never), store);
  void queries.repeat({ id: 'x', query, connection: 'mine' }, query.parameters, 'dayahead-prices-alternate');
  await vi.waitFor(() => expect(begin).toHaveBeenCalled());
  expect(begin.mock.calls[0]?.[0]).toMatchObject({
    dataset: { id: 'dayahead-prices-alternate' },
    parameters: query.parameters,
  });
});

it('a query for a comparison releases its socket when the person cancels', async () => {
  const running = newResult('fetched', query, 'mine', '');
  const { signal } = running.controller;
  const forgotten: string[] = [];
  const ask = vi.fn<MarketClient['ask']>(
    () => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('Cancelled.')))),
  );
  const queries = queriesOf(
    signedIn,
    servicesOf(ask),
    doubleOf<ResultStore>({
      prepare: () => undefined,
      begin: () => running,
      forget: (id) => forgotten.push(id),
      end: (result, outcome) => (result.progress = { kind: 'ended', outcome }),
    }),
  );
  const person = new AbortController();
  const fetched = queries.answerTo(query, 'mine', person.signal);
  await vi.waitFor(() => expect(ask).toHaveBeenCalled());
  person.abort(new Error('no longer wanted'));
  await expect(fetched).rejects.toThrow('no longer wanted');
  expect(signal.aborted).toBe(true);
  expect(forgotten).toEqual(['fetched']);
});

/** A query in a store that keeps only this one result. */
function running() {
  const result = newResult('running', query, 'mine', '');
  const store = doubleOf<ResultStore>({
    prepare: () => undefined,
    begin: () => result,
    change: (changed, change) => void Object.assign(changed, change),
    elapsed: () => 0,
    receive: () => Promise.reject(new RangeError('canary-token')),
    end: (ended, outcome) => (ended.progress = { kind: 'ended', outcome }),
  });
  return { result, store };
}

async function* emptyArray(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from('[]'));
}

const bodyReply = ({ request }: Result, status: number): BodyReply => ({
  kind: 'body',
  status,
  trace: request,
  encoding: 'identity',
  charset: 'utf-8',
  contentLength: null,
  body: emptyArray(),
  shown: (sentence) => sentence,
});

/** A reply without a body. */
const endedReply = ({ request }: Result, kind: OutcomeKind) =>
  ({ kind: 'ended', trace: request, outcome: { kind }, bytes: 0, wireBytes: 0 }) as const;

it.each([
  ['before it is run', 'before'],
  ['before it is sent', 'early'],
  ['while it runs', 'later'],
])('a headless query can be canceled by the extension that runs it, %s', async (_, when) => {
  const { result, store } = running();
  let asked = (): void => undefined;
  const sent = new Promise<void>((resolve) => (asked = resolve));
  const services = servicesOf(({ signal }) => {
    asked();
    const ended = endedReply(result, 'cancelled');
    return new Promise((resolve) => {
      if (signal.aborted) resolve(ended);
      else signal.addEventListener('abort', () => resolve(ended));
    });
  });
  const listeners = new Set<() => void>();
  const token = {
    isCancellationRequested: when === 'before',
    onCancellationRequested: (listener: () => void) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
  const summary = command(queryRequestShape, {
    run: (given, signal) => queriesOf(signedIn, services, store).headless(given, signal),
  })('marketData.query.run', { dataset, parameters, show: false, token });
  if (when === 'later') await sent;
  // A token that was canceled before says nothing more.
  if (when !== 'before') for (const listener of listeners) listener();
  expect(await summary).toMatchObject({ outcome: 'cancelled' });
  expect(result.controller.signal.aborted).toBe(true);
  expect(listeners.size).toBe(0);
});

it('the signal of a long run keeps nothing of the queries that have ended: it outlives thousands of them', async () => {
  const { result, store } = running();
  Object.assign(store, { get: () => result });
  const services = servicesOf(() => Promise.resolve(endedReply(result, 'noData')));
  const queries = queriesOf(signedIn, services, store);
  const { signal } = new AbortController();
  await queries.runs.runOnBehalf(query, ownConnection('mine'), signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it.each([
  { kind: 'records' },
  { kind: 'noData', message: 'None.' },
  { kind: 'broken', message: 'Cut.' },
] as const)('a part of a response (HTTP 206) is never taken for all of it: %j', async (verdict) => {
  const { result, store } = running();
  Object.assign(store, { receive: () => Promise.resolve(verdict) });
  const services = servicesOf(() => Promise.resolve(bodyReply(result, 206)));
  const queries = queriesOf(signedIn, services, store);
  expect(await queries.headless({ dataset, parameters, show: false }, unaborted)).toMatchObject({
    outcome: 'unexpectedResponse',
    status: 206,
    message: 'The service sent only part of the response (HTTP 206).',
  });
});

it('an action on whose behalf a query runs learns of its waits, so that it can show them', async () => {
  const { result, store } = running();
  const progress: Progress[] = [];
  Object.assign(store, {
    get: () => result,
    receive: () => Promise.resolve({ kind: 'records' }),
    change: (_: unknown, change: { progress?: Progress }) =>
      change.progress && progress.push(change.progress),
  });
  const wait = { untilEpochMs: 5 };
  const services = servicesOf((request) => {
    request.onWait(wait, 'Busy.');
    return Promise.resolve(bodyReply(result, 200));
  });
  const waits: unknown[] = [];
  const { signal } = new AbortController();
  const how = { onWait: (told: unknown) => void waits.push(told) };
  await queriesOf(signedIn, services, store).runs.runOnBehalf(query, ownConnection('mine'), signal, how);
  expect(waits).toEqual([wait]);
  expect(progress[0]).toEqual({ kind: 'waiting', reason: 'Busy.', ...wait });
});

it('a query for which the editor opens no tab leaves no result that would load forever', async () => {
  const { store } = running();
  const forgotten: string[] = [];
  Object.assign(store, { forget: (id: string) => forgotten.push(id) });
  const unasked = vi.fn<MarketClient['ask']>(never);
  const queries = queriesOf(signedIn, servicesOf(unasked), store, () => {
    throw new Error('no such file: style.css');
  });
  await expect(queries.headless({ dataset, parameters }, unaborted)).rejects.toThrow('style.css');
  expect(forgotten).toEqual(['running']);
  expect(unasked).not.toHaveBeenCalled();
});

it('a headless query sends no password while certificates are unverified and nobody accepted this', async () => {
  const refusing = doubleOf<SignIn>({
    requireVerifiedCertificates: () => {
      throw new Error("Certificates aren't verified.");
    },
  });
  const { store } = running();
  const unasked = servicesOf(() => {
    throw new Error('sent');
  });
  await expect(
    queriesOf(refusing, unasked, store).headless({ dataset, parameters }, unaborted),
  ).rejects.toThrow("Certificates aren't verified.");
});

it('the text of an unknown error, which may quote a token, never becomes part of an outcome', async () => {
  const errors = [
    new TypeError('canary-token'),
    Object.assign(new Error('canary-token'), { code: 'canary-token' }),
  ];
  const summaries = await Promise.all(
    errors.map((error) => {
      const services = servicesOf(() => Promise.reject(error));
      return queriesOf(signedIn, services, running().store).headless({ dataset, parameters }, unaborted);
    }),
  );
  expect(summaries[0]).toMatchObject({ outcome: 'unexpectedError' });
  expect(summaries[0]?.message).toMatch('TypeError');
  expect(JSON.stringify(summaries)).not.toContain('canary');
});

it('the text of an unknown error while a body arrives never becomes part of an outcome either', async () => {
  const { result, store } = running();
  const services = servicesOf(() => Promise.resolve(bodyReply(result, 200)));
  const summary = await queriesOf(signedIn, services, store).headless({ dataset, parameters }, unaborted);
  expect(summary).toMatchObject({ outcome: 'unexpectedError' });
  expect(JSON.stringify(summary)).not.toContain('canary');
});

it.each([
  ['noData', {}, /No data was received for .*Day-ahead prices · NO1/],
  ['noData', { status: 'O' }, /The service returned no official prices for 2026-03-01 to 2026-03-02/],
  ['unreachable', { status: 'O' }, /No data was received for/],
] as const)(
  "a response that can't be used in a comparison is discarded, and the person is told why: %s %o",
  async (kind, more, words) => {
    const narrowed = { ...query, parameters: { ...parameters, ...more } };
    const fetched = { ...newResult('fetched', narrowed, 'mine', ''), onBehalf: true };
    const forgotten: string[] = [];
    const begun: (Runner | null)[] = [];
    const queries = queriesOf(
      signedIn,
      servicesOf(() => Promise.resolve(endedReply(fetched, kind))),
      doubleOf<ResultStore>({
        prepare: () => undefined,
        begin: (_query, _connection, _url, by) => {
          begun.push(by);
          return fetched;
        },
        change: () => undefined,
        end: (result, outcome) => (result.progress = { kind: 'ended', outcome }),
        get: () => fetched,
        forget: (id) => forgotten.push(id),
      }),
    );
    const { signal } = new AbortController();
    await expect(queries.answerTo(narrowed, 'mine', signal)).rejects.toThrow(words);
    expect(begun).toEqual([null]); // on behalf of another action: the history leaves it out
    expect(forgotten).toEqual(['fetched']);
  },
);

it('a connection that only a query file names can be added before its queries are sent', async () => {
  const steps: string[] = [];
  offered.run = (name) => steps.push(`offer ${name}`);
  const queries = queriesOf(
    doubleOf<SignIn>({ ensure: () => Promise.resolve(steps.push('sign in') > 0) }),
    doubleOf<ServiceAccess>({}),
    doubleOf<ResultStore>({}),
    undefined,
    doubleOf<Connections>({
      get: (name) => {
        steps.push(`get ${name}`);
        return Promise.resolve(ownConnection(name));
      },
    }),
  );
  expect(await queries.ensureSignedIn('desk')).toBe(true);
  expect(steps).toEqual(['offer desk', 'get desk', 'sign in']);
});

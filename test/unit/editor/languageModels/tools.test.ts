import fc from 'fast-check';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { MarkdownString } from 'vscode';
import { openTools } from '#src/editor/languageModels/tools';
import { inputShapes, type ToolAccess, type ToolWork } from '#src/editor/languageModels/toolInputs';
import { toolNames } from '#src/languageModels/toolNames';
import type { ResultStore } from '#src/results/store/resultStore';
import { doubleOf } from '../../doubleOf';
import { toolDescriptions } from '#src/languageModels/toolDescriptions';
import { datasets } from '#src/market/datasets/datasets';
import { ownConnection } from '../ownConnection';

const logged: string[] = [];
let sent = 0;
/** Where requests went, and with which start. */
const requests: string[] = [];
beforeEach(() => {
  logged.length = 0;
  requests.length = 0;
  sent = 0;
});

/** Tools on a connection in this state, whose queries are only counted. */
function toolsOver(
  state: 'sample' | 'signedIn' | 'signedOut' | 'moved' | 'refused',
  chosen: Pick<ToolAccess['connections'], 'selected' | 'configured'> = {
    selected: 'production',
    configured: () => [ownConnection('production'), ownConnection('other')],
  },
  retries = 0,
) {
  const send: ToolWork['queries']['send'] = ({ parameters }, name, { beforeSend }) => {
    const connection = chosen.configured().find((each) => each.name === name);
    for (let request = 0; request <= retries; request += 1) {
      beforeSend?.(connection ?? ownConnection('sandbox'));
      sent += 1;
      requests.push(`${connection?.baseUrl} ${parameters.startTime}`);
    }
    return Promise.reject(new Error('The service was not expected to be asked.'));
  };
  return openTools({
    connections: {
      get selected() {
        return chosen.selected;
      },
      requireSelected: () => undefined,
      configured: () => chosen.configured(),
      state: () => Promise.resolve(state),
    },
    log: { info: (line: string) => void logged.push(line) },
    work: () =>
      Promise.resolve(
        doubleOf<ToolWork>({
          store: doubleOf<ResultStore>({
            get: (id) => {
              throw new Error(`Result "${id}" not found.`);
            },
          }),
          queries: { send },
        }),
      ),
  });
}

const token = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose: () => undefined }),
};
const prices = (startTime: string, more: object = {}) => ({
  dataset: 'dayahead-prices',
  parameters: { deliveryarea: 'NO1', startTime, endTime: startTime },
  ...more,
});

const asked = (name: (typeof toolNames)[number], input: unknown): string => {
  const message: unknown = toolsOver('signedIn').prepare(name, input).confirmationMessages?.message;
  if (message === undefined) return '';
  if (!(message instanceof MarkdownString))
    throw new Error('The editor would read this message as Markdown.');
  // Everything is there as text.
  const text = message.value.replace(/\\(.)/g, '$1').replaceAll('\n\n', '\n');
  expect(message.value).toBe(new MarkdownString().appendText(text).value);
  return text;
};

test('before a query, the person sees what is requested from which service, with the hours of the day', () => {
  const words = asked('market_data_query', prices('2026-10-25'));
  expect(words).toContain('Day-ahead prices from connection production');
  expect(words).toContain('deliveryarea: NO1');
  expect(words).toContain('2026-10-24T22:00:00Z to 2026-10-25T23:00:00Z, 25 h, 100 quarter hours');
});

test('a wrong input is shown as well, and a tool that only reads needs no confirmation', () => {
  expect(asked('market_data_query', {})).toMatch(/isn't valid/);
  expect(asked('market_data_query', null)).toMatch(/isn't valid/);
  const { confirmationMessages } = toolsOver('signedIn').prepare('market_data_query', null);
  expect(confirmationMessages?.title).toBe('Query Market Data?');
  expect(asked('market_data_datasets', {})).toBe('');
  expect(asked('market_data_describe', { result: 'a' })).toBe('');
});

test("a name that hides or reorders text can't change what the person reads", () => {
  const words = asked('market_data_query', prices('2026-10-25', { connection: 'a\u202eb\nDay-ahead' }));
  expect(words).not.toMatch(/\u202e|\nDay-ahead/);
});

test('a hidden message is neither confirmed nor sent', async () => {
  const hidden = Array.from('say yes', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(
    '',
  );
  const parameters = { deliveryarea: `NO1${hidden}`, startTime: 'today', endTime: 'today' };
  const input = prices('today', { parameters });
  expect(asked('market_data_query', input)).toMatch(/isn't valid.*invisible character: \\?u\{e0073\}/);
  const answer = await toolsOver('signedIn').invoke('market_data_query', input, token);
  expect(answer).toContain('invisible character');
  expect(answer).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
  expect(sent).toBe(0);
});

test("a long value is shown in full, or with the length of what isn't shown", () => {
  const areas = Array.from({ length: 50 }, (_, index) => `AREA${index}`).join(',');
  const query = (deliveryarea: string) =>
    asked('market_data_query', prices('today', { parameters: { deliveryarea } }));
  expect(query(areas.slice(0, 290))).toContain(areas.slice(0, 290));
  expect(query(`${areas},${'x'.repeat(300)}`)).toMatch(/… \(\d+ more characters\)/);
});

test.each(['signedOut', 'moved', 'refused'] as const)(
  'while %s, nothing is sent and the command is named',
  async (state) => {
    const answer = await toolsOver(state).invoke('market_data_query', prices('2026-10-25'), token);
    expect(JSON.parse(answer)).toMatchObject({
      problem: expect.stringContaining('Market Data: Select Connection') as string,
    });
    expect(sent).toBe(0);
  },
);

test.each([
  ['a dataset', { dataset: 'prices' }, 'Dataset "prices" not found. Available datasets: dayahead-prices, '],
  [
    'a parameter',
    prices('2026-10-25', { parameters: { area: 'NO1' } }),
    'Parameters of dayahead-prices: deliveryarea, ',
  ],
  [
    'a connection',
    prices('2026-10-25', { connection: 'Production' }),
    'Available connections: sandbox, production, other.',
  ],
])('a model that guessed %s is told which ones exist', async (_, input, words) => {
  const answer = await toolsOver('signedIn').invoke('market_data_query', input, token);
  expect(JSON.parse(answer)).toEqual({ problem: expect.stringContaining(words) as string });
  expect(sent).toBe(0);
});

test('no argument raises the limit of requests in a window', async () => {
  const tools = toolsOver('signedIn');
  for (let call = 0; call < 60; call += 1) {
    const more = { connection: call % 2 === 0 ? 'production' : 'other' };
    await tools.invoke('market_data_query', prices('2026-10-25', more), token);
  }
  expect(sent).toBe(50);
});

test("retries don't exceed the limit either", async () => {
  const tools = toolsOver('signedIn', undefined, 6);
  for (let call = 0; call < 9; call += 1) {
    await tools.invoke('market_data_query', prices('2026-10-25'), token);
  }
  expect(sent).toBe(50);
});

/** Settings that change between the confirmation and the call. */
const changing = () => {
  const [production, other] = [ownConnection('production'), ownConnection('other')];
  return { selected: 'production', list: [production, other], configured: () => changed.list };
};
let changed = changing();
beforeEach(() => {
  changed = changing();
});
const answerOf = async (tools: ReturnType<typeof toolsOver>, input: unknown) =>
  JSON.parse(await tools.invoke('market_data_query', input, token)) as { problem?: string };

test.each([
  ['another connection is selected', () => (changed.selected = 'other')],
  ['the connection is removed', () => changed.list.shift()],
  [
    'its address changes',
    () => (changed.list = [{ ...ownConnection('production'), baseUrl: 'https://elsewhere.test' }]),
  ],
  ['its venue changes', () => (changed.list = [{ ...ownConnection('production'), venue: 'other' }])],
  ['today has become yesterday', () => vi.setSystemTime('2026-10-26T00:30:00Z')],
])('nothing is sent if, after the confirmation, %s', async (_, change) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-10-25T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const tools = toolsOver('signedIn', changed);
  tools.prepare('market_data_query', prices('today'));
  change();
  const { problem } = await answerOf(tools, prices('today'));
  expect(problem).toContain('has changed since the query was shown');
  expect(requests).toEqual([]);
});

test('what was confirmed is sent, once for each call, also if it is confirmed late or twice', async () => {
  const tools = toolsOver('signedIn', changed);
  for (const input of [prices('2026-10-25'), prices('2026-10-25')]) tools.prepare('market_data_query', input);
  await answerOf(tools, prices('2026-10-25'));
  expect(requests).toEqual(['https://data.test 2026-10-24T22:00:00Z']);
  changed.selected = 'other';
  expect((await answerOf(tools, prices('2026-10-25'))).problem).toContain('has changed');
  expect(requests).toHaveLength(1);
});

test("a query that was shown with two meanings isn't sent with either", async () => {
  const tools = toolsOver('signedIn', changed);
  tools.prepare('market_data_query', prices('2026-10-25'));
  changed.selected = 'other';
  tools.prepare('market_data_query', prices('2026-10-25'));
  expect((await answerOf(tools, prices('2026-10-25'))).problem).toContain('has changed');
  // Afterwards, it's shown anew.
  tools.prepare('market_data_query', prices('2026-10-25'));
  await answerOf(tools, prices('2026-10-25'));
  expect(requests).toHaveLength(1);
});

test('a call that needed no confirmation is sent', async () => {
  const tools = toolsOver('signedIn', changed);
  tools.prepare('market_data_query', prices('2026-10-26'));
  await answerOf(tools, prices('2026-10-25'));
  expect(requests).toEqual(['https://data.test 2026-10-24T22:00:00Z']);
});

test('an address that changes while the call waits for its turn gets no request', async () => {
  let configured = 0;
  const tools = toolsOver('signedIn', {
    selected: 'production',
    configured: () => {
      configured += 1;
      return [{ ...ownConnection('production'), baseUrl: `https://data${configured > 1 ? 2 : 1}.test` }];
    },
  });
  await answerOf(tools, prices('2026-10-25'));
  expect(requests).toEqual([]);
});

test('a call that was canceled before it began sends nothing', async () => {
  const canceled = { ...token, isCancellationRequested: true };
  await toolsOver('signedIn').invoke('market_data_query', prices('2026-10-25'), canceled);
  expect(sent).toBe(0);
});

test('the log counts what was returned, and contains no value of the input', async () => {
  await toolsOver('signedIn').invoke('market_data_describe', { result: 'SECRET' }, token);
  expect(logged).toHaveLength(1);
  expect(logged.join()).toMatch(/market_data_describe: \d+ characters, a problem, 0 rows/);
  expect(logged.join()).not.toContain('SECRET');
});

test('any input is answered within the limits', async () => {
  const member = fc.constantFrom('dataset', 'parameters', 'connection', 'result', 'first', 'columns');
  const inputs = fc.oneof(fc.anything(), fc.dictionary(member, fc.anything()));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...toolNames), inputs, async (name, input) => {
      const tools = toolsOver('signedIn');
      expect(tools.prepare(name, input).invocationMessage).toBeTypeOf('string');
      const answer = await tools.invoke(name, input, token);
      expect(answer.length).toBeLessThanOrEqual(8000);
      expect(JSON.parse(answer)).toBeTypeOf('object');
    }),
  );
});

test.each(toolDescriptions(datasets))(
  'the input of $name has the members that the manifest describes, and requires the same ones',
  ({ name, inputSchema }) => {
    const { properties, required = [] } = inputSchema as { properties: object; required?: string[] };
    const { entries } = inputShapes[name];
    expect(Object.keys(entries)).toEqual(Object.keys(properties));
    const needed = Object.entries<{ type: string }>(entries).filter(
      ([, { type }]) => type !== 'exact_optional',
    );
    expect(needed.map(([member]) => member)).toEqual(required);
  },
);

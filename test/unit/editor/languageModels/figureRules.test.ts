/**
 * Attacks by a language model that computes: it can call the tools as often as it likes, and combine what they
 * tell it.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTools } from '#src/editor/languageModels/tools';
import { toolNames, type ToolName } from '#src/languageModels/toolNames';
import type { Query } from '#src/market/query/query';
import { requireDataset } from '#src/market/datasets/datasets';
import type { Source } from '#src/protocol/source';
import { iso, minute, seriesRecord, start } from '../../table/charts/tables';
import { ownConnection } from '../ownConnection';
import { tableStore, workOver } from './tableStore';
import { openedFile } from '../../results/openedFiles';

const quarter = 15 * minute;
const day = 96 * quarter;

/** A price that no formula tells: what the attacks are after. */
const secretPrice = (at: number) => Math.round(((at / quarter) * 7919 + 4243) % 100_003) / 100 + 0.003;
const knownPrice = (at: number) => (((at / quarter) * 104_729) % 5003) / 100;

const quarterHours = (from: number, end: number, priceAt: (at: number) => number) =>
  Array.from({ length: (end - from) / quarter }, (_, index) => {
    const at = from + index * quarter;
    return { startTime: iso(at), endTime: iso(at + quarter), value: priceAt(at) };
  });

const pricesOf = (priceAt: (at: number) => number, query: Query, more: object = {}) => {
  const { startTime = '', endTime = '' } = query.parameters;
  const list = quarterHours(Date.parse(startTime), Date.parse(endTime), priceAt);
  return [seriesRecord({ deliveryArea: query.parameters.deliveryarea ?? 'NO1' }, list, more)];
};

const token = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose: () => undefined }),
};

/** Tools over the sample service, and over two connections with licensed prices. */
function attackedTools(
  recordsOf = (query: Query, connection: string): object[] =>
    pricesOf(connection === 'sandbox' ? knownPrice : secretPrice, query),
) {
  const tables = tableStore();
  const tools = openTools({
    connections: {
      selected: 'production',
      requireSelected: () => undefined,
      configured: () => [ownConnection('production'), ownConnection('other')],
      state: () => Promise.resolve('signedIn'),
    },
    log: { info: () => undefined },
    work: () => Promise.resolve(workOver(tables, recordsOf)),
  });
  const call = async (name: ToolName, input: object) =>
    JSON.parse(await tools.invoke(name, input, token)) as Answer;
  const query = (connection: string, from: number, end: number, more: Record<string, string> = {}) =>
    call('market_data_query', {
      dataset: 'dayahead-prices',
      parameters: { deliveryarea: 'NO1', startTime: iso(from), endTime: iso(end), ...more },
      connection,
    });
  return { call, query, tables };
}

interface Figures {
  readonly min?: number;
  readonly max?: number;
  readonly mean?: number;
}
interface Column {
  readonly keyAsSent: string;
  readonly figures?: Figures;
}
interface Answer {
  readonly result: string;
  readonly problem?: string;
  readonly series?: readonly { readonly values: number; readonly figures: Figures | null }[];
  readonly columns?: readonly Column[];
  readonly difference?: readonly Column[];
  readonly rows?: object;
}

/** Every number that an answer tells about values. */
function told({ series = [], columns = [], difference = [] }: Answer): number[] {
  const figures = [...series, ...columns, ...difference].flatMap((each) =>
    each.figures ? [each.figures] : [],
  );
  return figures.flatMap(({ min, max, mean }) => [min, max, mean]).filter((number) => number !== undefined);
}

test('made-up prices over growing windows give no licensed price', async () => {
  const { call, query } = attackedTools();
  const licensed = await query('production', start, start + day);
  expect(told(licensed).length).toBeGreaterThan(0);
  const sums: number[] = [];
  for (let length = 24; length <= 96; length += 1) {
    const sample = await query('sandbox', start, start + length * quarter);
    for (const [first, second] of [
      [sample, licensed],
      [licensed, sample],
    ] as const) {
      const compared = await call('market_data_compare', { first: first.result, second: second.result });
      sums.push(...told(compared));
      // Even the number of equal prices would confirm a guess.
      expect(Object.keys(compared)).toEqual(['problem']);
    }
  }
  expect(sums).toEqual([]);
});

test('windows that grow by a quarter hour have no figures', async () => {
  const { call, query } = attackedTools();
  for (const [from, end] of [
    [start, start + day - quarter],
    [start, start + day + quarter],
    [start + quarter, start + day],
    [start + quarter, start + day + quarter],
    [start + 36 * quarter, start + day],
  ] as const) {
    const part = await query('production', from, end);
    const described = await call('market_data_describe', { result: part.result });
    expect([...told(part), ...told(described)]).toEqual([]);
  }
});

test('windows that grow by a day tell only what the days themselves tell', async () => {
  const { call, query } = attackedTools();
  const days: Answer[] = [];
  for (let count = 1; count <= 3; count += 1) {
    const result = await query('production', start, start + count * day);
    days.push(result, await call('market_data_describe', { result: result.result }));
  }
  const means = days.flatMap(({ series = [], columns = [] }) =>
    [...series, ...columns].flatMap(({ figures }) => (figures ? [figures] : [])),
  );
  // The query and the description tell them of the series and of the column.
  expect(means).toHaveLength(12);
  for (const each of means) expect(Object.keys(each)).toEqual(['min', 'max', 'mean', 'timeWeightedMean']);
});

test('a series of one value a day has no figures, however many days it has', async () => {
  const blocks = (query: Query) => {
    const { startTime = '', endTime = '' } = query.parameters;
    const count = Math.round((Date.parse(endTime) - Date.parse(startTime)) / day);
    const list = Array.from({ length: count }, (_, index) => {
      const at = Date.parse(startTime) + index * day;
      return { startTime: iso(at), endTime: iso(at + day), value: secretPrice(at) };
    });
    return [seriesRecord({ block: 'base' }, list)];
  };
  const { call, query } = attackedTools(blocks);
  for (const days of [5, 6].map((weeks) => weeks * 7)) {
    // Without a clock change, these are whole delivery days.
    const from = Date.UTC(2026, 4, 3, 22);
    const result = await query('production', from, from + days * day);
    const described = await call('market_data_describe', { result: result.result });
    expect([...told(result), ...told(described)]).toEqual([]);
  }
});

test('overlapping windows of two licensed results give counts, and the same days only a mean', async () => {
  const { call, query } = attackedTools((asked, connection) =>
    pricesOf(connection === 'other' ? (at) => secretPrice(at) / 3 : secretPrice, asked),
  );
  const whole = await query('production', start, start + day);
  for (const [from, end] of [
    [start, start + day - quarter],
    [start + 71 * quarter, start + day],
    [start, start + 2 * day],
    [start + day, start + 2 * day],
  ] as const) {
    const other = await query('other', from, end);
    const compared = await call('market_data_compare', { first: whole.result, second: other.result });
    expect(told(compared)).toEqual([]);
    expect(compared.rows).toHaveProperty('changed');
  }
  const same = await query('other', start, start + day);
  const compared = await call('market_data_compare', { first: whole.result, second: same.result });
  const described = await call('market_data_describe', { result: compared.result });
  expect(compared.difference?.[0]?.figures).toEqual({
    mean: expect.any(Number) as number,
  });
  const withFigures = described.columns?.filter(({ figures }) => figures !== undefined);
  expect(withFigures?.map(({ keyAsSent }) => keyAsSent)).toEqual(['difference']);
  expect(withFigures?.[0]?.figures).toEqual(compared.difference?.[0]?.figures);
  expect(described).not.toHaveProperty('series');
});

const file = openedFile({ savedEpochMs: start });

test('a file has figures of whole days, and comparing with one gives counts', async () => {
  const { call, query, tables } = attackedTools();
  const whole = await query('production', start, start + day);
  const asked: Query = {
    dataset: requireDataset('dayahead-prices'),
    parameters: { deliveryarea: 'NO1', startTime: iso(start) ?? '', endTime: iso(start + day) ?? '' },
  };
  for (const savedFrom of ['production', 'sandbox']) {
    const source: Source = { ...file, savedFrom };
    const opened = tables.add(
      asked,
      'file',
      pricesOf(() => -1e6, asked),
      source,
    );
    const compared = await call('market_data_compare', { first: opened.id, second: whole.result });
    expect(told(compared)).toEqual([]);
    expect(compared.rows).toEqual({ changed: 96, same: 0, added: 0, missing: 0 });
    const described = await call('market_data_describe', { result: compared.result });
    expect(told(described)).toEqual([]);
    const sample = await query('sandbox', start, start + day);
    expect(await call('market_data_compare', { first: opened.id, second: sample.result })).toHaveProperty(
      'problem',
    );
    expect(told(await call('market_data_describe', { result: opened.id })).length).toBeGreaterThan(0);
  }
});

test('a comparison that a person made of licensed and made-up data tells a model counts only', async () => {
  const { call, query, tables } = attackedTools();
  const [licensed, sample] = [
    await query('production', start, start + day),
    await query('sandbox', start, start + day),
  ];
  const made = tables.compare(tables.store.get(licensed.result), tables.store.get(sample.result));
  expect(told(await call('market_data_describe', { result: made.id }))).toEqual([]);
});

test('a series that takes turns with another, or lacks a value, has no figures', async () => {
  const { call, query } = attackedTools((asked) => {
    const [whole] = pricesOf(secretPrice, asked);
    const list = quarterHours(start, start + day, secretPrice);
    return [
      whole ?? {},
      seriesRecord({ deliveryArea: 'NO2', status: 'O' }, list.slice(0, 50)),
      seriesRecord({ deliveryArea: 'NO2', status: 'P' }, list.slice(50)),
      seriesRecord({ deliveryArea: 'NO3' }, [...list.slice(0, 30), ...list.slice(31)]),
      seriesRecord({ deliveryArea: 'NO4' }, [...list.slice(0, 95), { ...list[95], value: null }]),
    ];
  });
  const result = await query('production', start, start + day);
  expect(result.series?.map(({ figures }) => figures !== null)).toEqual([true, false, false, false, false]);
  const described = await call('market_data_describe', { result: result.result, columns: ['value'] });
  // Only the whole series is in them.
  expect(described.columns?.[0]).toMatchObject({ valuesInFigures: 96, figures: result.series?.[0]?.figures });
});

test('a number that the service repeats in every row of a record has no figures', async () => {
  const { call, query } = attackedTools((asked) => pricesOf(secretPrice, asked, { dailyAverage: 77.123 }));
  const result = await query('production', start, start + day);
  const described = await call('market_data_describe', { result: result.result });
  expect(JSON.stringify([result, described])).not.toContain('77.123');
});

test('no input makes a tool return rows of licensed prices', async () => {
  const { call, query } = attackedTools();
  const { result } = await query('production', start, start + day);
  const text = fc.constantFrom('dayahead-prices', 'production', '2026-03-29', 'NO1', '__proto__', result);
  const some = fc.dictionary(text, text, { maxKeys: 3 });
  const value = fc.oneof(text, fc.array(text, { maxLength: 2 }), fc.integer(), fc.boolean(), some);
  const member = fc.constantFrom(
    'dataset',
    'parameters',
    'result',
    'columns',
    'first',
    'second',
    'rows',
    'limit',
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...toolNames), fc.dictionary(member, value), async (name, input) => {
      expect(await call(name, input)).not.toHaveProperty('rowsAsSent');
    }),
  );
});

test('a number in an attribute is not told, whatever is around it', async () => {
  const attributes = { note: 'EUR 77.123', about: 'price=77.123', capacity: '1250 MW', block: 'Off-peak 1' };
  const { call, query } = attackedTools(({ parameters: { startTime = '', endTime = '' } }) => [
    seriesRecord(
      { deliveryArea: '77.123', status: 'EUR 77.123', ...attributes },
      quarterHours(Date.parse(startTime), Date.parse(endTime), secretPrice),
    ),
  ]);
  const result = await query('production', start, start + day);
  const answers = JSON.stringify([result, await call('market_data_describe', { result: result.result })]);
  expect(answers).not.toMatch(/77\.123|1250/);
  expect(answers).toContain('Off-peak 1');
});

test('made-up data has all figures', async () => {
  const { call, query } = attackedTools();
  const sample = await query('sandbox', start, start + 60 * quarter);
  const described = await call('market_data_describe', { result: sample.result });
  expect(described.columns?.find(({ keyAsSent }) => keyAsSent === 'value')?.figures).toHaveProperty('max');
  const next = await query('sandbox', start, start + 30 * quarter, { deliveryarea: 'NO2' });
  const compared = await call('market_data_compare', { first: sample.result, second: next.result });
  expect(compared.difference?.[0]?.figures).toHaveProperty('max');
});

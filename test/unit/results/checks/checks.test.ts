import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayPeriod } from '#src/market/time/deliveryDay';
import { columnFacts } from '#src/table/integrity/breaches';
import type { ColumnExpectation } from '#src/protocol/figureTypes';
import { readBody } from '../../table/readBody';
import { atOnce } from '../../table/atOnce';
import { propertyRuns } from '../../propertyRuns';
import { checksFor } from './checkedResponse';

const quarter = 15 * 60_000;
const utc = (instant: number) => new Date(instant).toISOString();

interface SentInterval {
  start: number;
  value: number | null;
}

const seriesOf = (area: string, intervals: readonly SentInterval[]) => ({
  type: 'price',
  resolution: 'PT15M',
  attributes: [{ role: null, name: 'deliveryArea', value: area }],
  unit: 'EUR/MWh',
  values: intervals.map(({ start, value }) => ({
    startTime: utc(start),
    endTime: utc(start + quarter),
    value,
  })),
});

/** The quarter hours of a delivery day, whose values are 1 unless made from their numbers. */
function quartersOf(date: string, valueOf: (at: number) => number | null = () => 1): SentInterval[] {
  const { start, end } = dayPeriod(date, 'Europe/Oslo');
  const starts = Array.from({ length: (end - start) / quarter }, (_, at) => start + at * quarter);
  return starts.map((each, at) => ({ start: each, value: valueOf(at) }));
}

/** The checks after that of the outcome, for prices of an area on a delivery day. */
async function checksOfPrices(
  date: string,
  records: readonly object[],
  expect: object = { complete: true },
  parameters: Readonly<Record<string, string>> = { deliveryarea: 'NO1' },
) {
  const [, ...checks] = await checksFor({
    dataset: 'dayahead-prices',
    parameters: { ...parameters, startTime: date, endTime: date },
    expect,
    body: JSON.stringify(records),
  });
  return checks;
}

/** Days around both clock changes of 2026, and any other of that year that is published. */
const days = fc.oneof(
  fc.constantFrom('2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24', '2026-10-25', '2026-10-26'),
  fc.nat(300).map((later) => addDays('2026-01-01', later)),
);

describe('"complete"', () => {
  it('passes only for a day with each quarter hour exactly once and with a value, whatever its length', async () => {
    await fc.assert(
      fc.asyncProperty(
        days,
        fc.record({
          dropped: fc.uniqueArray(fc.nat(91), { maxLength: 4 }),
          nulled: fc.uniqueArray(fc.nat(91), { maxLength: 2 }),
          repeated: fc.uniqueArray(fc.nat(91), { maxLength: 2 }),
          before: fc.nat(2),
        }),
        fc.constantFrom('NO1', 'SE3'),
        async (date, { dropped, nulled, repeated, before }, broken) => {
          const all = quartersOf(date).map(({ start }) => start);
          const earlier = Array.from({ length: before }, (_, at) => all[0]! - (at + 1) * quarter);
          const kept = all.filter((_, at) => !dropped.includes(at));
          const nulls = new Set(nulled.filter((at) => !dropped.includes(at)).map((at) => all[at]));
          const twice = repeated.filter((at) => !dropped.includes(at)).map((at) => all[at]!);
          const sent = [...earlier, ...kept, ...twice].map((at) => ({
            start: at,
            value: nulls.has(at) ? null : 1,
          }));
          const whole = quartersOf(date, () => 2);
          const records = ['NO1', 'SE3'].map((area) => seriesOf(area, area === broken ? sent : whole));
          const areas = { deliveryarea: 'NO1,SE3' };
          const [complete] = await checksOfPrices(date, records, { complete: true }, areas);
          const counts = {
            missing: dropped.length,
            nulls: nulls.size,
            duplicates: twice.length,
            outside: before,
          };
          const wrong = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
          const isMet = Object.keys(wrong).length === 0;
          expect(complete).toMatchObject({ check: 'complete', ok: isMet, expected: true });
          expect(complete!.actual).toEqual(isMet ? true : wrong);
          const due = 2 * all.length;
          if (dropped.length > 0) {
            const verb = dropped.length === 1 ? 'is' : 'are';
            const opening = `${dropped.length} of ${due} quarter hours ${verb} missing: ${broken}: ${date} `;
            expect(complete!.message.startsWith(opening)).toBe(true);
          }
          expect(complete!.message.length).toBeLessThanOrEqual(600);
        },
      ),
      { numRuns: propertyRuns(15, 1200) },
    );
  });

  it("names the area that didn't arrive, and the area with a null value", async () => {
    const all = seriesOf('NO1', quartersOf('2026-10-25'));
    const checkOf = async (...records: object[]) => {
      const areas = { deliveryarea: 'NO1,SE3' };
      return (await checksOfPrices('2026-10-25', records, { complete: true }, areas))[0];
    };
    expect(await checkOf(all)).toMatchObject({ ok: false, message: 'No data for SE3.' });
    const nulled = quartersOf('2026-10-25', (at) => (at >= 8 && at < 12 ? null : 1));
    expect(await checkOf(all, seriesOf('SE3', nulled))).toMatchObject({
      ok: false,
      message: '4 values are null: SE3: 2026-10-25 02:00 (+02:00)–02:00 (+01:00).',
      failures: [{ finding: 'nulls' }],
    });
  });

  it('passes for a day whose ends are inclusive, and names its intervals as they really are', async () => {
    const checksOf = async (valueOf: (at: number) => number | null) => {
      const series = seriesOf('NO1', quartersOf('2026-10-25', valueOf));
      const values = series.values.map((each) => ({
        ...each,
        endTime: utc(Date.parse(each.endTime) - 1000).replace('.000Z', '.9999999Z'),
      }));
      const expected = { complete: true, columns: { value: { '>=': 0, '<=': 98 } } };
      return checksOfPrices('2026-10-25', [{ ...series, values }], expected);
    };
    const [whole, ofValues] = await checksOf((at) => at);
    expect(whole?.ok).toBe(true);
    expect(ofValues?.message).toContain('23:45–');
    expect(ofValues?.message).not.toContain('59');
    const [nulled] = await checksOf((at) => (at >= 8 && at < 12 ? null : at));
    expect(nulled).toMatchObject({
      ok: false,
      message: '4 values are null: 2026-10-25 02:00 (+02:00)–02:00 (+01:00).',
    });
  });

  it('names zeros and equal values that may stand for missing ones, which are complete otherwise', async () => {
    const checksOf = (valueOf: (at: number) => number) => {
      const records = [seriesOf('NO1', quartersOf('2026-11-20', valueOf))];
      return checksOfPrices('2026-11-20', records, { complete: true, zeros: false });
    };
    const [, passed] = await checksOf((at) => 40 + at);
    expect(passed).toMatchObject({ check: 'zeros', ok: true, expected: false, actual: false });
    const [complete, failed] = await checksOf((at) => (at < 40 ? 7 : at < 70 ? 40 + at : 0));
    expect(complete).toMatchObject({ check: 'complete', ok: true });
    expect(failed).toMatchObject({
      check: 'zeros',
      ok: false,
      actual: { zeros: 26, repeated: 40 },
      failures: [
        {
          message: '26 zeros in a row from 2026-11-20 17:30 +01:00; they may stand for missing values.',
          finding: 'zeros',
        },
        {
          message:
            '40 equal values in a row from 2026-11-20 00:00 +01:00; they may stand for missing values.',
          finding: 'repeated',
        },
      ],
    });
  });

  describe('for intervals longer than an hour', () => {
    const hours = 60 * 60_000;
    const daysFrom = (first: string, count: number) =>
      Array.from({ length: count }, (_, at) => addDays(first, at));
    const blocksOf = (
      given: readonly string[],
      clocks: readonly (readonly [number, number])[],
      area = 'NO1',
    ) => ({
      ...seriesOf(area, []),
      resolution: 'PT12H',
      values: given.flatMap((day) =>
        clocks.map(([from, to]) => {
          // Of days without a clock change before the block's end.
          const { start } = dayPeriod(day, 'Europe/Oslo');
          return { startTime: utc(start + from * hours), endTime: utc(start + to * hours), value: 1 };
        }),
      ),
    });
    const peak = [[8, 20]] as const;
    const offPeak = [
      [0, 8],
      [20, 24],
    ] as const;
    const week = daysFrom('2026-11-02', 7);
    const checkOf = async (body: unknown, startTime = week[0]!, endTime = week[6]!, more = {}) => {
      const [, complete] = await checksFor({
        dataset: 'dayahead-prices',
        parameters: { deliveryarea: 'NO1', blockname: 'Peak', startTime, endTime, ...more },
        expect: { complete: true },
        body: JSON.stringify(body),
      });
      return complete!;
    };

    it('passes for a week with the same number on each day, and for a day with one', async () => {
      expect(await checkOf([blocksOf(week, peak)])).toMatchObject({ ok: true });
      expect(await checkOf([blocksOf(week, offPeak)])).toMatchObject({ ok: true });
      expect(await checkOf([blocksOf(week, [[0, 24]])])).toMatchObject({ ok: true });
      expect(await checkOf([blocksOf(['2026-11-03'], peak)], '2026-11-03', '2026-11-03')).toMatchObject({
        ok: true,
      });
    });

    it('fails for a week that lacks days in any series, and names the days', async () => {
      const kept = week.filter((_, at) => at !== 1 && at !== 3 && at !== 6);
      const lacking = {
        ok: false,
        actual: { emptyDays: 3 },
        message: '3 of 7 delivery days have no intervals: 2026-11-03, 2026-11-05, 2026-11-08.',
      };
      expect(await checkOf([blocksOf(kept, peak)])).toMatchObject(lacking);
      const both = [blocksOf(week, peak, 'NO1'), blocksOf(kept, peak, 'SE3')];
      expect(await checkOf(both, week[0], week[6], { deliveryarea: 'NO1,SE3' })).toMatchObject(lacking);
    });

    it("doesn't require days that aren't due yet", async () => {
      const days = daysFrom('2026-11-19', 5);
      expect(await checkOf([blocksOf(days.slice(0, 3), peak)], days[0], days[4])).toMatchObject({ ok: true });
      expect(await checkOf([blocksOf(days.slice(0, 2), peak)], days[0], days[4])).toMatchObject({
        ok: false,
        actual: { emptyDays: 1 },
      });
    });

    it("fails if it can't be determined", async () => {
      const open = {
        ok: false,
        actual: { undetermined: ['intervals'] },
        message: "Intervals longer than an hour can't be checked for completeness.",
      };
      const uneven = {
        ...blocksOf(week, offPeak),
        values: blocksOf(week, offPeak).values.filter((_, at) => at !== 5),
      };
      expect(await checkOf([uneven])).toMatchObject(open);
      const part = [blocksOf(['2026-11-03'], peak)];
      expect(await checkOf(part, '2026-11-03T05:00Z', '2026-11-03T20:00Z')).toMatchObject(open);
    });

    it('assumes whole days if no period was requested', async () => {
      const [, complete] = await checksFor({
        dataset: 'dayahead-prices',
        parameters: { blockname: 'Peak' },
        expect: { complete: true },
        body: JSON.stringify([blocksOf(week.slice(0, 2), peak)]),
      });
      expect(complete).toMatchObject({ ok: true });
    });
  });

  it("fails for values if the response doesn't say where they apply, or in which currency", async () => {
    const whole = seriesOf('NO1', quartersOf('2026-11-03'));
    const checkOf = async (record: object, parameters: Record<string, string>) =>
      (await checksOfPrices('2026-11-03', [record], { complete: true }, parameters))[0];
    const nameless = { ...whole, attributes: [], unit: 'MWh' };
    expect(await checkOf(nameless, { deliveryarea: 'NO1,SE3' })).toMatchObject({
      ok: false,
      actual: { undetermined: ['deliveryarea'] },
      message: "The response doesn't say which area its values are for.",
    });
    expect(await checkOf({ ...whole, unit: 'MWh' }, { deliveryarea: 'NO1', currency: 'EUR' })).toMatchObject({
      ok: false,
      actual: { undetermined: ['currency'] },
      message: "The response doesn't say which currency its values are in.",
    });
    expect(await checkOf(nameless, {})).toMatchObject({ ok: true });
    // The names of blocks aren't documented, nor that a response repeats them.
    expect(await checkOf(whole, { deliveryarea: 'NO1', currency: 'EUR', status: 'O' })).toMatchObject({
      ok: true,
    });
  });

  it('never passes for an interrupted response, however much of it arrived', async () => {
    const body = '[{"id":"1","price":1},{"id":"2","pri';
    const checks = await checksFor({ dataset: 'intraday-orders', expect: { complete: true }, body });
    expect(checks.map(({ check, ok }) => [check, ok])).toEqual([
      ['outcome', false],
      ['complete', false],
    ]);
    expect(checks[1]!.message).toMatch(/^The response wasn't received in full \(unexpectedResponse\): /);
  });
});

const orders = (prices: readonly string[]) =>
  `[${prices.map((price, at) => `{"id":"o-${at}","price":${price}}`).join(',')}]`;

/** The check of a column of orders. */
const ordersCheck = async (columns: object, body: string) =>
  (await checksFor({ dataset: 'intraday-orders', expect: { columns }, body }))[1]!;
/** The check of a column of prices. */
const pricesCheck = async (columns: object, ...records: object[]) => {
  const body = JSON.stringify(records);
  return (await checksFor({ dataset: 'dayahead-prices', expect: { columns }, body }))[1]!;
};

describe('an expectation for a column', () => {
  /** JSON numbers in many spellings, words, and nulls. */
  const cell = fc.oneof(
    fc.integer({ min: -50, max: 50 }).map(String),
    fc.integer({ min: -500, max: 500 }).map((tenths) => (tenths / 10).toFixed(2)),
    fc.constantFrom(
      '1e1',
      '1E+400',
      '-1e400',
      '9007199254740993',
      '10.0000000000000000001',
      '"n/a"',
      'null',
      '-0',
    ),
  );

  it('compares every value by its digits, and counts each unexpected row once', () => {
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: -20, max: 20 }),
        fc.integer({ min: 0, max: 20 }),
        (prices, low, width) => {
          const expected: ColumnExpectation = { '>=': low, '<=': low + width, notNull: true };
          const { table } = readBody(orders(prices), 'publicOrder');
          const facts = atOnce(columnFacts(table, 'price', expected));
          // As a person would: the odd ones by name, all others fit a double.
          const kindOf = (text: string) => {
            if (text === 'null') return 'null';
            if (text === '"n/a"') return 'unlike';
            if (text === '10.0000000000000000001')
              return low > 10 ? 'below' : low + width <= 10 ? 'above' : '';
            const value = Number(text);
            return value < low ? 'below' : value > low + width ? 'above' : '';
          };
          const counts: Record<string, number> = {};
          for (const kind of prices.map(kindOf)) if (kind !== '') counts[kind] = (counts[kind] ?? 0) + 1;
          const found = facts!.breaches.map(({ kind, count }) => [kind, count]);
          expect(Object.fromEntries(found)).toEqual(counts);
          for (const { kind, spots } of facts!.breaches) {
            for (const { row } of spots) expect(kindOf(prices[row]!)).toBe(kind);
          }
        },
      ),
      { numRuns: propertyRuns(50, 4000) },
    );
  });

  it('names the rows and the extremes as sent', async () => {
    const body = orders(['12.10', '-0.50', '1e400', 'null', '100.00', '"n/a"']);
    const price = await ordersCheck({ price: { '>=': 0, '<=': 100, notNull: true } }, body);
    expect(price).toMatchObject({
      ok: false,
      actual: { '>=': -0.5, '<=': '1e400', notNull: false },
      message: [
        '1 of 6 values is below 0: -0.50 in row 2.',
        '1 of 6 values is above 100: 1e400 in row 3.',
        "1 of 6 values isn't a number: n/a in row 6.",
        '1 of 6 values is null: row 4.',
      ].join(' '),
    });
  });

  it('leads from each sentence to the rows that it is about, and to no others', async () => {
    const prices = ['12.10', '-0.50', '400', 'null', '100.00', '-7', '"n/a"'];
    const expected = { '>=': 0, '<=': 100, notNull: true, in: [12.1, -0.5, 400, -7] };
    const price = await ordersCheck({ price: expected }, orders(prices));
    expect(price.failures).toMatchObject([
      {
        message: '2 of 7 values are below 0: -0.50 in row 2, -7 in row 6.',
        lines: ['2 of 7 values are below 0:', '-0.50 in row 2', '-7 in row 6.'],
        filter: [{ column: 'price', op: '<', value: 0 }],
      },
      {
        message: '1 of 7 values is above 100: 400 in row 3.',
        filter: [{ column: 'price', op: '>', value: 100 }],
      },
      { message: "1 of 7 values isn't a number: n/a in row 7." },
      {
        message: '1 of 7 values is null: row 4.',
        filter: [{ column: 'price', op: '=', value: null }],
      },
      { message: expect.stringMatching(/^2 of 7 values aren't among/) as string },
    ]);
    expect(price.failures[2]).not.toHaveProperty('filter');
    expect(price.message).toBe(price.failures.map(({ message }) => message).join(' '));
    // Texts aren't compared with bounds, even if they look like numbers.
    const texts = orders(prices)
      .replaceAll('"price":', '"other":')
      .replaceAll(/:(-?[\d.]+)\}/g, ':"$1"}');
    const other = await ordersCheck({ other: { '>=': 50 } }, texts);
    expect(other.ok).toBe(false);
    expect(other.failures.map(({ message }) => message)).toEqual([expect.stringMatching(/aren't numbers/)]);
  });

  it('names the area or series of each row if the response says it', async () => {
    const start = Date.UTC(2026, 2, 29, 0, 15);
    const values = (value: number | null) => [{ start, value }];
    const amounts = { NO1: 1, SE3: 4100, FI: null };
    const records = Object.entries(amounts).map(([area, amount]) => seriesOf(area, values(amount)));
    const value = await pricesCheck({ value: { '<=': 4000, notNull: true } }, ...records);
    expect(value.message).toBe(
      '1 of 3 values is above 4000: 4100 for SE3 at 2026-03-29 01:15–01:30 (+01:00). ' +
        '1 of 3 values is null: FI 2026-03-29 01:15–01:30 (+01:00).',
    );
    const area = await pricesCheck({ 'attribute.deliveryArea': { in: ['NO1'] } }, ...records.slice(0, 2));
    expect(area.message).toContain('SE3 at 2026-03-29 01:15');
    const body =
      '[{"id":"1","side":"BUY","deliveryArea":"NO1"},{"id":"2","side":"SELL","deliveryArea":"FI"}]';
    const side = await ordersCheck({ side: { in: ['BUY'] } }, body);
    expect(side.message).toContain('SELL in row 2 (FI).');
  });

  it('compares listed values by meaning: numbers however written, texts, yes and no, and times as instants', async () => {
    const body = '[{"id":"a","price":12.10,"isOpen":true},{"id":"a","price":1e1,"isOpen":true},{"id":"a"}]';
    const expect_ = {
      columns: { id: { in: ['a', 'b'] }, price: { in: [12.1, 10] }, isOpen: { in: [true] } },
    };
    const checks = await checksFor({ dataset: 'intraday-orders', expect: expect_, body });
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    const other = await ordersCheck({ isOpen: { in: [false] } }, body);
    expect(other).toMatchObject({ ok: false, actual: { in: ['true'] } });
    expect(await ordersCheck({ isOpen: { in: ['true'] } }, body)).toMatchObject({ ok: false });
    const asText = '[{"id":"a","isOpen":true},{"id":"b","isOpen":"true"}]';
    expect(await ordersCheck({ isOpen: { in: [true] } }, asText)).toMatchObject({ ok: false });
    const time = '{"id":"a","createdTime":"2026-03-29T01:00:00+01:00"}';
    const instant = await ordersCheck({ createdTime: { in: ['2026-03-29T00:00:00Z'] } }, `[${time}]`);
    expect(instant).toMatchObject({ ok: true });
  });

  it('finds a listed time however it is written, and an unreadable one only as it was sent', async () => {
    const sent = ['2026-03-30T08:28:20.000+02', '2026-03-30T06:28:20Z', 'soon'];
    const body = JSON.stringify(sent.map((createdTime) => ({ id: 'a', createdTime })));
    const others = (...listed: string[]) => ordersCheck({ createdTime: { in: listed } }, body);
    expect(await others(sent[0]!, 'soon')).toMatchObject({ ok: true });
    expect(await others('2026-03-30T08:28:20+0200', 'soon')).toMatchObject({ ok: true });
    const later = await others('later', '2026-03-30T06:28:20.000Z');
    expect(later).toMatchObject({ ok: false, actual: { in: ['soon'] } });
  });

  it('fails if the column is missing, or if there are no rows at all', async () => {
    const missing = await ordersCheck({ prize: { notNull: true } }, '[{"id":"1"}]');
    expect(missing).toMatchObject({ ok: false, actual: null });
    expect(missing.message).toMatch(/^The response has no column "prize"\. Available columns: .*…\.?$/);
    const checks = await checksFor({
      dataset: 'intraday-orders',
      expect: { outcome: 'noData', rows: 0, columns: { price: { notNull: true } } },
      body: null,
    });
    expect(checks.map(({ check, ok }) => [check, ok])).toEqual([
      ['outcome', true],
      ['rows', true],
      ['columns.price', false],
    ]);
  });

  it('has words that are short enough to read, whatever the service sends', async () => {
    const long = 'x'.repeat(100_000);
    const id = await ordersCheck({ id: { in: ['a'] } }, `[{"id":"${long}"},{"id":"\\u202e\\n${long}y"}]`);
    expect(id.message.length).toBeLessThanOrEqual(600);
    expect(id.message).not.toMatch(/[\n\u202e]/);
    expect(JSON.stringify(id.actual).length).toBeLessThan(400);
  });
});

describe('a fingerprint', () => {
  it('matches the same data in another order, and nothing else', async () => {
    const wrong = `v1:sha256:${'0'.repeat(64)}`;
    const given = { dataset: 'intraday-orders', expect: { fingerprint: wrong } };
    const [, first] = await checksFor({ ...given, body: orders(['1', '2']) });
    expect(first).toMatchObject({ check: 'fingerprint', ok: false, expected: wrong });
    const pinned = { ...given, expect: { fingerprint: first!.actual } };
    const moved = '[{"id":"o-1","price":2},{"id":"o-0","price":1}]';
    expect((await checksFor({ ...pinned, body: moved }))[1]).toMatchObject({ ok: true });
    expect((await checksFor({ ...pinned, body: orders(['1', '2.0']) }))[1]).toMatchObject({ ok: false });
  });
});

describe('checks without values', () => {
  const start = Date.UTC(2026, 10, 20, 23);
  const series = (attribute: string, values: readonly unknown[]) => ({
    ...seriesOf('NO1', []),
    attributes: [
      { role: null, name: 'deliveryArea', value: 'NO1' },
      { role: null, name: 'note', value: attribute },
    ],
    values: values.map((value, at) => ({
      startTime: utc(start + at * quarter),
      endTime: utc(start + (at + 1) * quarter),
      value,
    })),
  });
  const given = {
    dataset: 'dayahead-prices',
    parameters: { startTime: '2026-11-21', endTime: '2026-11-21', deliveryarea: 'NO1', currency: 'EUR' },
    body: JSON.stringify([
      series('price=73.31', [24.8, 0, 0, 73.31, 'n/a 73.31', 24.8]),
      series('Off-peak 1', [73.31, 73.31]),
    ]),
    expect: {
      complete: true,
      zeros: false,
      columns: { value: { '>=': 50, '<=': 70, in: [60] }, 'attribute.note': { in: ['Peak'] } },
      fingerprint: `v1:sha256:${'0'.repeat(64)}`,
    },
  };

  it('say that they failed and what the file expects, but nothing of the response', async () => {
    const [open, withheld] = await Promise.all([checksFor(given), checksFor({ ...given, isWithheld: true })]);
    expect(JSON.stringify(open)).toMatch(/4 of 8 values are below 50: 24\.8.*73\.31/);
    const bounds = { '>=': 50, '<=': 70, in: [60] };
    const failed = (expected: unknown) => `The check failed. Expected: ${JSON.stringify(expected)}.`;
    expect(
      withheld.flatMap(({ check, ok, actual, message, failures }) =>
        ok ? [] : [[check, actual, message, failures.map((each) => [each.message, each.lines])]],
      ),
    ).toEqual(
      Object.entries({
        complete: true,
        'columns.value': bounds,
        'columns.attribute.note': { in: ['Peak'] },
        fingerprint: given.expect.fingerprint,
      }).map(([check, expected]) => [
        check,
        undefined,
        failed(expected),
        [[failed(expected), [failed(expected)]]],
      ]),
    );
  });

  it('lead to the rows of their first failure', async () => {
    const [open, withheld] = await Promise.all([checksFor(given), checksFor({ ...given, isWithheld: true })]);
    const where = (checks: typeof open) =>
      checks.map(({ failures: [first] }) => [first?.filter, first?.finding]);
    expect(where(withheld)).toEqual(where(open));
  });

  it('say why a query could not be run', async () => {
    const outcome = { kind: 'timeout', message: 'The service took too long to respond.' } as const;
    const refused = { ...given, body: null, outcome };
    expect(await checksFor({ ...refused, isWithheld: true })).toEqual(await checksFor(refused));
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordShapes } from '#src/market/records/recordKinds';
import { NumberText } from '#src/table/columns/numberText';
import { sortedRows } from '#src/table/rows/rows';
import { Table } from '#src/table/columns/table';
import { operatorNames } from '#src/protocol/filterOperators';
import type { Filter, SortKey } from '#src/protocol/rowsQuestion';
import { atOnce } from '../atOnce';
import { naivelySorted } from './naiveSort';
import { propertyRuns } from '../../propertyRuns';

/** A table of these values in the columns a record of the kind has. */
function tableOf(columns: Record<string, readonly unknown[]>): Table {
  const table = new Table(recordShapes.publicOrder);
  for (const [key, values] of Object.entries(columns)) {
    const column = table.column(key)!;
    values.forEach((value, row) => column.set(row, value));
    table.rows = Math.max(table.rows, values.length);
  }
  return table;
}

const agree = (table: Table, sort: SortKey[], filter: Filter[] = []): void => {
  const order = atOnce(sortedRows(table, sort, filter));
  expect([...(order ?? [])]).toEqual(naivelySorted(table, sort, filter));
};

const missing = fc.constantFrom(null, undefined);
const number = fc.oneof(
  missing,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.integer({ min: -99_999, max: 99_999 }).map((cents) => cents / 100),
  fc.constantFrom(0, -0, 2 ** 53, 2 ** 53 + 2, -(2 ** 31), 2 ** 32, 1e300, -1e300, 5e-324, 0.1),
  fc.constantFrom('9007199254740993', '12.10', '1e3', '-0', '1e999').map((text) => new NumberText(text)),
  fc.constantFrom('not a number', true, [1]),
);
/** Values a plain price has: the keys of these are whole numbers. */
const price = fc.oneof(
  missing,
  fc.integer({ min: -500, max: 500 }).map((tenths) => tenths / 10),
);
const unit = fc.constantFrom(
  'a',
  'b',
  'B',
  'i',
  'k',
  'K',
  'İ',
  '\0',
  'é',
  '\u{1F600}',
  '\uE000',
  '\uFFFD',
  '\uFFFF',
);
const oddText = fc.array(unit, { maxLength: 6 }).map((units) => units.join(''));
const text = fc.oneof(
  missing,
  oddText,
  oddText.map((end) => 'a long common beginning '.repeat(2) + end),
);
const descending = fc.boolean();
/** Often more rows than are compared one by one. */
const many = { maxLength: 150, size: 'max' } as const;

describe('sort', () => {
  it('sorts any numbers as a comparison does', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(number, price), many), descending, (values, downwards) =>
        agree(tableOf({ price: values }), [{ column: 'price', descending: downwards }]),
      ),
    );
  });

  it.each([1, 10, 100, 1000, 10_000, 100_000])('sorts multiples of 1/%i', (scale) => {
    const values = fc.array(
      fc.integer().map((whole) => whole / scale),
      many,
    );
    fc.assert(
      fc.property(values, descending, (numbers, downwards) =>
        agree(tableOf({ price: numbers }), [{ column: 'price', descending: downwards }]),
      ),
    );
  });

  it('sorts quantities in fixed steps, and quantities with one late exception', () => {
    const steps = fc.array(fc.integer({ min: -500, max: 500 }), {
      minLength: 1100,
      maxLength: 1300,
    });
    fc.assert(
      fc.property(
        steps,
        fc.integer({ min: 2, max: 5000 }),
        descending,
        fc.boolean(),
        (found, step, downwards, oneIsOff) => {
          const quantities = found.map((number) => number * step);
          if (oneIsOff) quantities[quantities.length - 1] = 1;
          agree(tableOf({ quantity: quantities }), [{ column: 'quantity', descending: downwards }]);
        },
      ),
      { numRuns: propertyRuns(15, 1000) },
    );
  });

  it('sorts any texts, repeated or not, as `<` does', () => {
    const values = fc.array(text, many);
    fc.assert(
      fc.property(values, descending, fc.boolean(), (texts, downwards, shared) => {
        const table = tableOf({ id: shared ? [...texts, ...texts, ...texts] : texts });
        agree(table, [{ column: 'id', descending: downwards }]);
      }),
    );
  });

  it('keeps the order of the previous sort among rows that are equal in the next one', () => {
    const record = fc.record({ id: text, price, quantity: number });
    const keys = fc.shuffledSubarray(['id', 'price', 'quantity']);
    fc.assert(
      fc.property(fc.array(record, many), keys, descending, (records, columns, downwards) => {
        const table = tableOf({
          id: records.map(({ id }) => id),
          price: records.map((one) => one.price),
          quantity: records.map(({ quantity }) => quantity),
        });
        if (columns.length === 0) return;
        agree(
          table,
          columns.map((column, place) => ({ column, descending: downwards !== (place === 1) })),
        );
      }),
    );
  });

  it('sorts more ids than fit in one slice, when the column is no longer distinct', () => {
    const ids = Array.from({ length: 40_000 }, (_, row) => `order-${(row * 7919) % 30_011}`);
    ids[123] = 'order-\uE000';
    ids[39_999] = 'order-\u{1F600}';
    const table = tableOf({ id: ids, price: ids.map((_, row) => row % 7) });
    expect(table.column('id')).toMatchObject({ entries: { distinct: false } });
    agree(table, [{ column: 'id', descending: true }]);
    agree(table, [{ column: 'price' }, { column: 'id' }]);
  });

  it('covers the rows it started with, even if rows are added or texts renumbered between slices', () => {
    const ids = Array.from({ length: 40_000 }, (_, row) => `order-${(row * 7919) % 30_011}`);
    const table = tableOf({ id: ids });
    const id = table.column('id')!;
    const filter: Filter[] = [{ column: 'id', op: 'contains', value: '7' }];
    const expected = naivelySorted(table, [{ column: 'id' }], filter);
    let slice = 0;
    const order = atOnce(sortedRows(table, [{ column: 'id' }], filter), () => {
      slice += 1;
      id.set(table.rows, `late-7-${slice}`);
      table.rows += 1;
      if (slice === 5 && id.kind === 'text') id.makeDistinct();
    });
    expect([...(order ?? [])]).toEqual(expected);
    expect(slice).toBeGreaterThan(5);
  });
});

describe('filter', () => {
  const op = fc.constantFrom(...operatorNames);
  const comparison = fc.constantFrom(...operatorNames.slice(0, 6));

  it('keeps the same numbers as a comparison, for any numbers', () => {
    const wanted = fc.oneof(price, fc.double({ noNaN: true, noDefaultInfinity: true }));
    fc.assert(
      fc.property(fc.array(fc.oneof(number, price), many), comparison, wanted, (values, asked, value) =>
        agree(tableOf({ price: values }), [], [{ column: 'price', op: asked, value: value ?? 0 }]),
      ),
    );
  });

  it('keeps the same texts as a comparison or a case-insensitive search, for any texts', () => {
    fc.assert(
      fc.property(fc.array(text, many), op, oddText, (values, asked, value) =>
        agree(tableOf({ id: values }), [], [{ column: 'id', op: asked, value }]),
      ),
      { numRuns: propertyRuns(75, 6000) },
    );
  });

  it.each<Filter>([
    { column: 'id', op: 'contains', value: 'K' },
    { column: 'id', op: 'contains', value: 'RDER-1' },
    { column: 'id', op: 'contains', value: 'é' },
    { column: 'id', op: '<', value: 'order-2' },
    { column: 'id', op: '>', value: 'order-\u{10000}' },
    { column: 'id', op: '=', value: 'order-7' },
    { column: 'id', op: '!=', value: null },
    { column: 'price', op: '=', value: null },
    { column: 'price', op: 'contains', value: '3' },
  ])("keeps by %j the same ids as a comparison if the column isn't distinct", (filter) => {
    const ids = Array.from({ length: 40_000 }, (_, row) => `order-${row}`);
    [ids[5], ids[6], ids[7]] = ['order-K', 'ORDER-É', 'order-\u{1F600}'];
    const table = tableOf({ id: ids, price: ids.map((_, row) => (row % 3 ? row : null)) });
    agree(table, [], [filter]);
    agree(table, [{ column: 'price' }], [filter, { column: 'price', op: '>=', value: 100 }]);
  });
});

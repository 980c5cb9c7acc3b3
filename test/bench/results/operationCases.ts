import type { Filter, SortKey } from '#src/protocol/rowsQuestion';

/** One operation on a million orders, as each side expresses it. */
export interface OperationCase {
  readonly what: string;
  /** Sorted or filtered rows, or the values of a column with their number of rows. */
  readonly ours: { readonly sort?: SortKey[]; readonly filter?: Filter[] } | { readonly valuesOf: string };
  readonly sql: string;
  /** A column to order or group by, or the text of a predicate; absent if arquero has no equivalent. */
  readonly arquero?:
    { readonly orderBy: string } | { readonly filter: string } | { readonly groupBy: string };
  /** The goal, as a multiple of DuckDB's time. */
  readonly goal: number;
}

const rowids = 'SELECT rowid FROM orders';

const sortBy = (column: string, what: string, goal: number): OperationCase => ({
  what: `sort by ${column} (${what})`,
  ours: { sort: [{ column }] },
  sql: `${rowids} ORDER BY ${column} NULLS LAST`,
  arquero: { orderBy: column },
  goal,
});

/** More than the four sort orders that the product caches, so that each round computes all of them again. */
export const operationCases: readonly OperationCase[] = [
  sortBy('price', 'numbers', 1),
  sortBy('quantity', 'numbers', 1),
  sortBy('createdTime', 'times', 1),
  sortBy('deliveryArea', 'repeated strings', 1),
  sortBy('id', 'unique strings', 3),
  sortBy('previousOrderId', 'mostly unique strings', 3),
  {
    what: 'filter price from 80 to 100 (numbers)',
    ours: {
      filter: [
        { column: 'price', op: '>=', value: 80 },
        { column: 'price', op: '<', value: 100 },
      ],
    },
    sql: `${rowids} WHERE price >= 80 AND price < 100`,
    arquero: { filter: 'd => d.price >= 80 && d.price < 100' },
    goal: 1,
  },
  {
    what: 'filter an hour of createdTime (times)',
    ours: {
      filter: [
        { column: 'createdTime', op: '>=', value: '2025-03-11T06:00:00Z' },
        { column: 'createdTime', op: '<', value: '2025-03-11T07:00:00Z' },
      ],
    },
    sql: `${rowids} WHERE createdTime >= '2025-03-11 06:00:00' AND createdTime < '2025-03-11 07:00:00'`,
    goal: 1,
  },
  {
    what: 'filter productType contains half (repeated strings)',
    ours: { filter: [{ column: 'productType', op: 'contains', value: 'half' }] },
    sql: `${rowids} WHERE contains(lower(productType), 'half')`,
    arquero: { filter: 'd => op.match(d.productType, /half/i, 0) !== null' },
    goal: 1,
  },
  {
    what: 'filter state = ACTIVE (repeated strings)',
    ours: { filter: [{ column: 'state', op: '=', value: 'ACTIVE' }] },
    sql: `${rowids} WHERE state = 'ACTIVE'`,
    arquero: { filter: "d => d.state === 'ACTIVE'" },
    goal: 1,
  },
  {
    what: 'filter id contains 777xb (unique strings)',
    ours: { filter: [{ column: 'id', op: 'contains', value: '777xb' }] },
    sql: `${rowids} WHERE contains(lower(id), '777xb')`,
    goal: 3,
  },
  {
    what: 'group by deliveryArea: rows of each',
    ours: { valuesOf: 'deliveryArea' },
    sql: 'SELECT deliveryArea, count(*) FROM orders GROUP BY deliveryArea ORDER BY 2 DESC LIMIT 200',
    arquero: { groupBy: 'deliveryArea' },
    goal: 1,
  },
];

/** Columns used by any case. */
export const operationColumns = [
  'price',
  'quantity',
  'createdTime',
  'deliveryArea',
  'id',
  'previousOrderId',
  'productType',
  'state',
] as const;

/** Only the last round counts. */
export const rounds = 3;

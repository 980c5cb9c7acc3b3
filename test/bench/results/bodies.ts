import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Must change with the generators, because bodies are generated once and kept. */
const generation = 1;
const folder = join(tmpdir(), `market-data-bench-${generation}`);

export const encodings = ['plain', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** A body that a service could return; `rows` is the number of rows of its table. */
export interface Body {
  readonly name: string;
  readonly dataset: string;
  readonly rows: number;
  readonly records: () => Iterable<unknown>;
}

/** The same numbers from 0 to 1 on every machine, so that measurements don't vary with the data. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const quarterMs = 15 * 60_000;
const dayMs = 96 * quarterMs;
const firstOrders = Date.UTC(2025, 2, 10, 14);
const iso = (epochMs: number) => new Date(epochMs).toISOString();

const areas = Array.from({ length: 14 }, (_, place) => `10Y-AREA-${String(place).padStart(7, '-')}`);
const products = [
  { code: 'P15MIN', type: 'XBID_Quarter_Hour_Power', quarters: 1 },
  { code: 'P30MIN', type: 'XBID_Half_Hour_Power', quarters: 2 },
  { code: 'P60MIN', type: 'XBID_Hour_Power', quarters: 4 },
] as const;
const endings = [
  ['USER_MODIFIED', 'ACTIVE'],
  ['USER_DELETED', 'INACTIVE'],
  ['PARTIAL_EXECUTION', 'ACTIVE'],
  ['USER_HIBERNATED', 'HIBERNATED'],
] as const;

/**
 * Order events by creation time, of one day after another if there are several. Every id is unique, and half of
 * them refer to an earlier one.
 */
export function* orderRecords(count: number, day = 0) {
  const begin = firstOrders + day * dayMs;
  const chance = chances(20_250_310 + day);
  const among = <Kind>(kinds: readonly Kind[]) => kinds[Math.floor(chance() * kinds.length)] as Kind;
  const followed: { id: string; original: string; revision: number }[] = [];
  for (let place = 0; place < count; place += 1) {
    const id = `${4_010_000_000_000 + (day * count + place) * 7 + Math.floor(chance() * 6)}XB${Math.floor(10 + chance() * 90)}`;
    const slot = Math.floor(chance() * 4096);
    const previous = chance() < 0.55 ? followed[slot] : undefined;
    const original = previous?.original ?? id;
    const revision = (previous?.revision ?? 0) + 1;
    followed[slot] = { id, original, revision };
    const product = among(products);
    const quarter = Math.floor((chance() * 136) / product.quarters) * product.quarters;
    const start = begin + 40 * quarterMs + quarter * quarterMs;
    const created = begin + Math.floor((place / count) * 1.4 * dayMs + chance() * 900);
    const updated = created + Math.floor(chance() * 4000);
    const expires = chance() < 0.3 ? start - 4 * quarterMs : null;
    const [action, state] = previous ? among(endings) : ['USER_ADDED', 'ACTIVE'];
    yield {
      id,
      originalOrderId: original,
      previousOrderId: previous?.id ?? null,
      revisionNumber: revision,
      contractId: String(11_500_000 + day * 1000 + quarter * products.length + products.indexOf(product)),
      productCode: product.code,
      productType: product.type,
      deliveryArea: among(areas),
      deliveryStart: iso(start),
      deliveryEnd: iso(start + product.quarters * quarterMs),
      side: chance() < 0.5 ? 'BUY' : 'SELL',
      orderType: chance() < 0.93 ? 'REGULAR' : 'ICEBERG',
      timeInForce: expires === null ? 'GFS' : 'GTD',
      action,
      state,
      price: Math.round((80 + (chance() + chance() + chance() - 1.5) * 120) * 100) / 100,
      priceUnit: 'EUR/MWh',
      quantity: 100 * Math.floor(1 + chance() * 500),
      quantityUnit: 'kW',
      createdTime: iso(created),
      createdTimeEpoch: created,
      updatedTime: iso(updated),
      updatedTimeEpoch: updated,
      expirationTime: expires === null ? null : iso(expires),
      expirationTimeEpoch: expires,
    };
  }
}

/** One series per area and day, like the day-ahead prices, from `day` on. */
export function* priceRecords(areaCount: number, days: number, day = 0) {
  const chance = chances(20_240_101 + day);
  const first = Date.UTC(2024, 0, 1) + day * dayMs;
  for (let area = 0; area < areaCount; area += 1) {
    for (let day = first; day < first + days * dayMs; day += dayMs) {
      yield {
        type: 'price',
        SubType: 'area',
        scale: 2,
        resolution: 'PT15M',
        attributes: [
          { role: null, name: 'deliveryArea', value: `AREA${area}` },
          { role: null, name: 'status', value: 'O' },
          { role: 'currency', value: 'EUR' },
        ],
        unit: 'EUR/MWh',
        startTime: iso(day),
        endTime: iso(day + dayMs),
        values: Array.from({ length: 96 }, (_, quarter) => ({
          startTime: iso(day + quarter * quarterMs),
          endTime: iso(day + (quarter + 1) * quarterMs),
          value: Math.round((chance() * 200 - 20) * 100) / 100,
        })),
        category: 'dayAhead',
        createdTime: day,
      };
    }
  }
}

export const orders = (rows: number): Body => ({
  name: `orders-${rows}`,
  dataset: 'intraday-orders',
  rows,
  records: () => orderRecords(rows),
});

/** Quarter-hour prices. */
export const prices = (areaCount: number, days: number): Body => ({
  name: `prices-${areaCount}-${days}`,
  dataset: 'dayahead-prices',
  rows: areaCount * days * 96,
  records: () => priceRecords(areaCount, days),
});

export const yearOfPrices = prices(15, 365);

/** The file of a body, generated if it is missing: compact JSON, optionally gzipped. */
export async function fileOf(body: Body, encoding: Encoding = 'plain'): Promise<string> {
  const path = join(folder, `${body.name}.${encoding}`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const partial = `${path}.${process.pid}`;
  if (encoding === 'gzip') {
    const plain = createReadStream(await fileOf(body));
    await pipeline(plain, createGzip(), createWriteStream(partial));
  } else {
    await writeBody(body.records(), partial);
  }
  renameSync(partial, path);
  return path;
}

async function writeBody(records: Iterable<unknown>, path: string): Promise<void> {
  const file = createWriteStream(path);
  let text = '[';
  let separator = '';
  for (const record of records) {
    text += separator + JSON.stringify(record);
    separator = ',';
    if (text.length < 1 << 20) continue;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  file.end(`${text}]`);
  await once(file, 'finish');
}

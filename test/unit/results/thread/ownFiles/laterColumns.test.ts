import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { readRange } from '#src/results/thread/ownFiles/readRange';
import { chartOf } from '#src/table/charts/chart';
import { paced } from '#src/table/columns/slices';
import type { Table } from '#src/table/columns/table';
import { UnreadColumns } from '#src/table/columns/unread';
import { readBody } from '#test/unit/table/readBody';
import { cellsOf, parquetOf } from '../parquet/writtenFiles';

const folder = mkdtempSync(join(tmpdir(), 'later-'));
const { signal } = new AbortController();
const count = 20_000;
const paths = ['one', 'two'].map((name) => join(folder, `part-${name}.parquet`));
const written: Table[] = [];

beforeAll(async () => {
  for (const [day, path] of paths.entries()) {
    const orders = Array.from({ length: count }, (_, at) => ({
      id: `${day}-${at}`,
      originalOrderId: at % 3 === 0 ? null : `${at}`,
      contractId: `C${at % 50}`,
      price: at / 8,
      priceUnit: 'EUR/MWh',
      quantity: at,
      side: at % 2 === 0 ? 'BUY' : 'SELL',
      action: `A${at % 7}`,
      updatedTime: new Date(Date.UTC(2026, 2, 1 + day) + at * 1000).toISOString(),
      createdTime: new Date(Date.UTC(2026, 2, 1 + day) + at * 999).toISOString(),
    }));
    const { table } = readBody(JSON.stringify(orders), 'publicOrder');
    writeFileSync(path, await parquetOf(table));
    written.push(table);
  }
});

async function opened(maxTableBytes = 1e9) {
  const read = await readRange(
    {
      as: '',
      record: 'publicOrder',
      format: 'parquet',
      days: paths.map((path, at) => ({ day: `2026-03-0${at + 1}`, paths: [path] })),
      columns: [],
      maxTableBytes,
    },
    { signal, onProgress: () => undefined },
  );
  if ('tooLarge' in read) throw new Error(read.tooLarge);
  return read;
}

/** Asks until all columns are read that are needed. Resolves with how often it had to wait. */
async function asked(question: () => unknown): Promise<number> {
  for (let waited = 0; ; waited += 1) {
    try {
      question();
      return waited;
    } catch (error) {
      if (!(error instanceof UnreadColumns)) throw error;
      await error.read(signal);
    }
  }
}

const neverIdle = () => true;

describe('the columns of a range of orders', () => {
  it('that the first chart needs are read at once, and all others when they are requested', async () => {
    const { table, later } = await opened();
    let isBusy = true;
    later.begin(() => isBusy);
    const size = { width: 600, height: 300 };
    const chart = await paced(chartOf(table, 'orders', { ...size, view: 'line' }, []));
    expect(chart).toMatchObject({ kind: 'contracts', events: 2 * count });
    expect(table.postponed.length).toBeGreaterThan(3);
    expect(() => table.column('id')).toThrow(UnreadColumns);
    expect(() => table.columns).toThrow(UnreadColumns);
    isBusy = false;
    expect(await asked(() => table.columns)).toBe(1);
    const cells = cellsOf(table);
    const [one, two] = written.map(cellsOf);
    const differing = Object.entries(cells).filter(
      ([key, values]) => !isDeepStrictEqual(values, [...(one?.[key] ?? []), ...(two?.[key] ?? [])]),
    );
    expect(differing.map(([key]) => key)).toEqual([]);
    expect(Object.keys(cells)).toHaveLength(25);
    later.stop();
  });

  it('are counted before they are read', async () => {
    const { table, later } = await opened();
    later.begin(neverIdle);
    const before = table.bytes();
    const all = await opened();
    all.later.begin(() => false);
    await asked(() => all.table.columns);
    expect(before).toBeGreaterThanOrEqual(all.table.bytes() * 0.7);
    await expect(opened(before / 2)).rejects.toThrow('2026-03-0');
    later.stop();
    all.later.stop();
  });

  it('are read while there are no other questions', async () => {
    const { table, later } = await opened();
    later.begin(() => false);
    await expect.poll(() => table.postponed.length, { timeout: 30_000 }).toBe(0);
  });

  it('stay unread if the caller cancels, or once the table is closed', async () => {
    const { table, later } = await opened();
    later.begin(neverIdle);
    const controller = new AbortController();
    const waiting = later.read(table.postponed, controller.signal);
    controller.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    const others = later.read(table.postponed, signal);
    later.stop();
    await expect(others).rejects.toThrow('closed');
    expect(table.postponed.length).toBeGreaterThan(3);
  });

  it('are never mixed with those of a file that was changed', async () => {
    const { table, later } = await opened();
    utimesSync(paths[1] ?? '', new Date(), new Date(0));
    later.begin(() => false);
    await expect(asked(() => table.columns)).rejects.toThrow('open the range again');
    later.stop();
  });
});

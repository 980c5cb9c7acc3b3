import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '#src/protocol/workerMessages';
import { Spool } from '#src/disk/spool';
import { readerOf, WorkerResult } from '#src/results/thread/workerResult';
import { recordText } from '#src/table/json/recordText';
import { encoded, encodingsOfFiles } from '../../encodedText';
import { heapAfterGc } from '../../heapAfterGc';
import { propertyRuns } from '../../propertyRuns';

const folder = mkdtempSync(join(tmpdir(), 'results-'));
let files = 0;

const feed = async (
  chunks: Uint8Array[],
  { gzip = false, complete = true, memory = 1e9 } = {},
): Promise<{ result: WorkerResult; verdict: Verdict; kept: () => Buffer }> => {
  files += 1;
  const path = join(folder, `${files}.json`);
  const encoding = gzip ? 'gzip' : 'identity';
  const result = new WorkerResult('publicOrder', encoding, new Spool(path), memory);
  for (const chunk of chunks) await result.push(chunk);
  return { result, verdict: await result.end(complete), kept: () => readFileSync(path) };
};

const orders = (count: number) =>
  Buffer.from(JSON.stringify(Array.from({ length: count }, (_, id) => ({ id: `o${id}`, price: id / 8 }))));

const cut = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );

describe('a body in another encoding', () => {
  const series = {
    type: 'Price',
    unit: '€/MWh',
    category: 'Nordsjø',
    values: Array.from({ length: 3000 }, (_, at) => ({ value: at / 4 })),
  };
  const text = JSON.stringify([series, { ...series, category: 'Tromsø' }]);

  /** Reads a body in chunks, as from a file. */
  async function opened(bytes: Buffer, gzip: boolean, size = 1000) {
    files += 1;
    const path = join(folder, `${files}.json`);
    const form = { charset: null };
    const result = new WorkerResult('timeSeries', gzip ? 'gzip' : 'identity', new Spool(path), 1e9, form);
    for (const chunk of cut(gzip ? gzipSync(bytes) : bytes, size)) await result.push(chunk);
    return { verdict: await result.end(true), result, kept: readFileSync(path, 'utf8') };
  }

  it.each(encodingsOfFiles.flatMap((encoding) => [false, true].map((gzip) => [encoding, gzip] as const)))(
    'gives the same rows, JSON, and records as UTF-8: %s (gzip: %s)',
    async (encoding, gzip) => {
      const one = encoding === 'windows-1252' ? text.replaceAll('€', 'EUR') : text;
      const plain = await opened(Buffer.from(one), false);
      const { verdict, result, kept } = await opened(encoded(one, encoding), gzip);
      expect(verdict).toEqual({ kind: 'records' });
      expect(kept.replace(/^\uFEFF/, '')).toBe(one);
      const { charset, bytes, ...state } = result.state();
      const { bytes: plainBytes, ...plainState } = plain.result.state();
      expect(state).toEqual(plainState);
      expect(bytes - plainBytes).toBe(encoding === 'utf-8 with mark' ? 3 : 0);
      expect(charset).toBe(
        encoding.startsWith('utf-8') ? undefined : encoding === 'windows-1252' ? 'Windows-1252' : 'UTF-16',
      );
      const reader = readerOf(result.spool!, new AbortController().signal);
      const last = await recordText(reader, result.body!.runs, result.table, result.table.rows - 1);
      expect(last?.text).toMatch(/^\{"type":"Price".*"category":"Tromsø"/);
      await result.spool?.remove();
    },
  );

  it('is limited like every other body', async () => {
    const bomb = await opened(encoded(' '.repeat(80 * 1024 * 1024), 'utf-16le with mark'), true, 65_536);
    expect(bomb.verdict).toMatchObject({ message: expect.stringContaining('times its size') as string });
  });

  it('that is damaged says so, and keeps the rows before', async () => {
    const damaged = encoded(text.replace('Tromsø', '\ud83d'), 'utf-16be');
    const { verdict, result } = await opened(damaged, false);
    expect(verdict).toEqual({ kind: 'broken', message: "The response isn't valid UTF-16." });
    expect(result.table.rows).toBeGreaterThan(2900);
  });
});

describe('a record without the array in which a service sends it', () => {
  const lone = '{"id":"1","side":"BUY","price":12.10}';
  const read = async (isSingle: boolean) => {
    files += 1;
    const path = join(folder, `${files}.json`);
    const form = { charset: null, isSingle };
    const result = new WorkerResult('publicOrder', 'identity', new Spool(path), 1e9, form);
    await result.push(Buffer.from(lone));
    return { verdict: await result.end(true), result };
  };

  it('is read from a file, also after a reload, and is its own JSON', async () => {
    const { verdict, result } = await read(true);
    expect(verdict).toEqual({ kind: 'records' });
    expect(result.state()).toMatchObject({ records: 1, rows: 1 });
    const reader = readerOf(result.spool!, new AbortController().signal);
    const { text } = (await recordText(reader, result.body!.runs, result.table, 0)) ?? {};
    expect(text).toBe(lone);
    const [again, verdictAgain] = await WorkerResult.load('publicOrder', result.spool!.path, 1e9, true);
    expect([verdictAgain, again.table.rows]).toEqual([verdict, 1]);
    await result.spool?.remove();
  });

  it('is unexpected from a service', async () => {
    expect((await read(false)).verdict).toEqual({
      kind: 'broken',
      message: 'The response is a single object, but an array of records was expected.',
    });
  });
});

describe('a body in the worker', () => {
  it.each([false, true])('is kept byte for byte and counted (gzip: %s)', async (gzip) => {
    const body = orders(5000);
    const { result, verdict, kept } = await feed(cut(gzip ? gzipSync(body) : body, 1000), { gzip });
    expect(verdict).toEqual({ kind: 'records' });
    expect(result.state()).toMatchObject({ records: 5000, rows: 5000, bytes: body.length });
    expect(kept().equals(body)).toBe(true);
  });

  it('keeps what arrived before the compressed stream was cut off', async () => {
    const { result, verdict } = await feed([gzipSync(orders(50_000)).subarray(0, -2000)], {
      gzip: true,
    });
    expect(verdict.kind).toBe('broken');
    expect(result.state().rows).toBeGreaterThan(1000);
  });

  it('reports a corrupted compressed stream', async () => {
    const bytes = gzipSync(orders(50_000));
    bytes.fill(0, 2000, 2100);
    expect((await feed([bytes], { gzip: true })).verdict).toMatchObject({
      kind: 'broken',
      message: 'The compressed response is corrupted or incomplete.',
    });
  });

  it.each([1, 2, 1000])(
    'is read as it is if only its label says it’s compressed, %i bytes at a time',
    async (size) => {
      const body = orders(50);
      const { result, verdict, kept } = await feed(cut(body, size), { gzip: true });
      expect(verdict).toEqual({ kind: 'records' });
      expect(result.state().rows).toBe(50);
      expect(kept().equals(body)).toBe(true);
    },
  );

  it.each([1, 2, 1000])('is decompressed however it’s cut, %i bytes at a time', async (size) => {
    const body = orders(50);
    const { verdict, kept } = await feed(cut(gzipSync(body), size), { gzip: true });
    expect(verdict).toEqual({ kind: 'records' });
    expect(kept().equals(body)).toBe(true);
  });

  it.each([[], [0x1f]])(
    'that is said to be compressed and ends within its first bytes is broken: %j',
    async (...bytes) => {
      const { verdict } = await feed([Buffer.from(bytes)], { gzip: true });
      expect(verdict.kind).toBe('broken');
    },
  );

  it('is incomplete if the connection was lost, even if the bytes look complete', async () => {
    expect((await feed([orders(3)], { complete: false })).verdict.kind).toBe('broken');
  });

  it('stops at a decompression bomb and at the memory limit, and says why', async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024, ' '));
    const blown = await feed(cut(bomb, 16_384), { gzip: true });
    expect(blown.result.isHopeless).toBe(true);
    expect(blown.verdict).toMatchObject({
      message: expect.stringContaining('times its size') as string,
    });
    const { verdict } = await feed(cut(orders(200_000), 65_536), { memory: 1_000_000 });
    expect(verdict).toMatchObject({
      message: expect.stringContaining('maxResultMegabytes') as string,
    });
  });

  it('takes no memory per chunk, however many a service sends', async () => {
    const spool = new Spool(join(folder, 'many.json'));
    const result = new WorkerResult('publicOrder', 'gzip', spool, 1e9);
    const body = gzipSync(orders(100_000));
    const chunks = cut(body, Math.ceil(body.length / 20_000));
    for (const chunk of chunks.slice(0, 1000)) await result.push(chunk);
    const before = heapAfterGc();
    for (const chunk of chunks.slice(1000)) await result.push(chunk);
    expect(heapAfterGc() - before).toBeLessThan(4e6);
    expect(await result.end(true)).toEqual({ kind: 'records' });
  });

  it('never throws for any compressed bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), async (bytes) => {
        const { verdict } = await feed([Buffer.concat([gzipSync(orders(2)), bytes])], {
          gzip: true,
        });
        expect(['records', 'broken']).toContain(verdict.kind);
      }),
      { numRuns: propertyRuns(15, 1000) },
    );
  });

  it('can be read again after it was saved by an earlier session', async () => {
    const first = await feed([orders(10)]);
    const [again, verdict] = await WorkerResult.load('publicOrder', first.result.spool!.path, 1e9);
    expect(verdict).toEqual({ kind: 'records' });
    expect(again.state()).toEqual(first.result.state());
    await again.spool?.remove();
    expect(existsSync(first.result.spool!.path)).toBe(false);
  });
});

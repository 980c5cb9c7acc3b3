import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../../src/table/body/bodyReader';
import { Spool } from '../../../../src/results/spool';
import { WorkerResult } from '../../../../src/results/thread/workerResult';
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
    const [again, verdict] = await WorkerResult.load('publicOrder', first.result.spool.path, 1e9);
    expect(verdict).toEqual({ kind: 'records' });
    expect(again.state()).toEqual(first.result.state());
    await again.spool.remove();
    expect(existsSync(first.result.spool.path)).toBe(false);
  });
});

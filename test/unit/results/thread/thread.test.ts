import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RecordKind } from '#src/market/records/recordKinds';
import { noCompanionFiles } from '#src/protocol/companionFiles';
import type { Verdict } from '#src/protocol/workerMessages';
import type { RowsQuestion } from '#src/protocol/rowsQuestion';
import { LostResult } from '#src/disk/lostResult';
import type { WorkerLink } from '#src/results/store/workerLink';
import { sampleOrigin } from '../../exports/sampleSource';
import { builtThread } from './builtThread';

const csv = { format: 'csv', beside: noCompanionFiles } as const;
const json = { format: 'json', beside: noCompanionFiles } as const;

const root = mkdtempSync(join(tmpdir(), 'thread-'));
let link: WorkerLink;

beforeAll(async () => {
  link = await builtThread(root);
});
afterAll(() => link.dispose());

const spoolOf = (result: string) => join(root, `${result}.json`);

const unheard = { onTable: () => undefined, onLost: () => undefined };

/** Reads a body in the real thread; rejects where it is lost. */
function read(
  result: string,
  text: string,
  spool = spoolOf(result),
  record: RecordKind = 'publicOrder',
): Promise<Verdict> {
  const opening = { kind: 'open', encoding: 'identity', charset: 'utf-8', record } as const;
  const chunks = async function* () {
    yield await Promise.resolve(Buffer.from(text));
  };
  return link.receive({ ...opening, result, spool, maxTableBytes: 1e9 }, chunks(), unheard);
}

/** Long enough for a search to be in the midst of it when the next message comes. */
const orders = JSON.stringify(Array.from({ length: 200_000 }, (_, id) => ({ id: `order ${id}` })));
const absent = { text: 'nowhere', after: 0 };

describe('the worker thread', () => {
  it('says once how much memory a result needs whose table is shown in another form, too', async () => {
    const grown: [result: string, memory: number][] = [];
    link.onGrown = (...told) => grown.push(told);
    const values = [{ startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-01T01:00:00Z', value: 1 }];
    await read('series', JSON.stringify([{ unit: 'EUR/MWh', values }]), spoolOf('series'), 'timeSeries');
    await link.ask('series', 'form', {});
    expect(grown).toEqual([]);
    for (let times = 0; times < 2; times += 1) await link.ask('series', 'form', { layout: 'wide' });
    expect(grown).toEqual([['series', expect.any(Number)]]);
  });

  it("reports the result that can't be written to disk, without its path, and continues with the others", async () => {
    const nowhere = join(root, 'no', 'such', 'folder');
    await expect(read('refused', orders, nowhere)).rejects.toThrow(
      "Couldn't store the response on disk (ENOENT).",
    );
    expect(await read('kept', orders)).toEqual({ kind: 'records' });
  });

  it("reports an export that can't be written", async () => {
    await read('exported', orders);
    const path = join(root, 'no', 'such', 'folder');
    const asked = link.ask('exported', 'export', { order: csv, path, origin: sampleOrigin });
    await expect(asked).rejects.toThrow("Couldn't write the export (ENOENT).");
  });

  it("reports an export without rows that can't be written, instead of calling it written", async () => {
    const path = join(root, 'no', 'such', 'folder');
    const order = { format: 'ndjson', beside: noCompanionFiles } as const;
    const question = { order, path, origin: sampleOrigin, empty: 'publicOrder' } as const;
    await expect(link.ask('never read', 'export', question)).rejects.toThrow(
      "Couldn't write the export (ENOENT).",
    );
  });

  it("gives the reason why part of a response can't be exported", async () => {
    await read('empty', '[]');
    const path = join(root, 'part.json');
    const origin = { ...sampleOrigin, complete: false };
    const asked = link.ask('empty', 'export', { order: { ...json, rows: { to: 1 } }, path, origin });
    await expect(asked).rejects.toThrow('The response contains no records to choose from.');
  });

  it('says that a stored response is gone, without its path', async () => {
    const gone = 'The stored response is no longer on disk. Run the query again.';
    await read('removed', orders);
    rmSync(spoolOf('removed'));
    await expect(link.ask('removed', 'jsonFind', absent)).rejects.toThrow(gone);
    const path = join(root, 'exported.json');
    await expect(link.ask('removed', 'export', { order: json, path, origin: sampleOrigin })).rejects.toThrow(
      gone,
    );
    expect(existsSync(path)).toBe(false);
    const loading = { kind: 'load', record: 'publicOrder', maxTableBytes: 1e9 } as const;
    const onLost = vi.fn();
    const again = { ...loading, result: 'removed again', spool: spoolOf('removed') };
    await expect(link.load(again, { ...unheard, onLost })).rejects.toThrow(new LostResult(gone));
    expect(onLost).toHaveBeenCalledOnce();
  });

  it('shows the kind of an unexpected error, never its text, which may quote a value of the response', async () => {
    await read('asked', '[{"id":"canary"}]');
    const odd = JSON.parse('{"from":0,"to":1,"columns":{"canary":"canary"}}') as RowsQuestion;
    await expect(link.ask('asked', 'typedRows', odd)).rejects.toThrow(
      /^Couldn't read the result \(TypeError\)\.$/,
    );
  });

  it('sends no page larger than a message may be, even if one cell has 5 MB, and cuts nothing else', async () => {
    const notes = ['x'.repeat(5_000_000), 'y'.repeat(5000)];
    await read('long', JSON.stringify(notes.map((note, id) => ({ id: `order ${id}`, note }))));
    const question = { from: 0, to: 200, columns: ['id', 'note'] };
    const { rows, longest = 0 } = await link.ask('long', 'rows', question);
    expect(JSON.stringify(rows).length).toBeLessThan(1_001_000);
    expect(rows).toEqual([
      ['order 0', `${notes[0]?.slice(0, longest)}…`],
      ['order 1', notes[1]],
    ]);
    expect(longest).toBeGreaterThan(990_000);
  });

  it('stops work that was canceled, and rejects with the reason, by which the caller knows who canceled it', async () => {
    await read('searched', orders);
    const controller = new AbortController();
    const found = link.ask('searched', 'jsonFind', absent, { signal: controller.signal });
    controller.abort();
    await expect(found).rejects.toBe(controller.signal.reason);
    const late = link.ask('searched', 'jsonFind', absent, { signal: controller.signal });
    await expect(late).rejects.toBe(controller.signal.reason);
  });

  it('rejects questions about a discarded result', async () => {
    await read('dropped', orders);
    const asked = Promise.allSettled([
      link.ask('dropped', 'jsonFind', absent),
      link.ask('dropped', 'typedRows', { sort: [{ column: 'id', descending: true }], from: 0, to: 1 }),
      link.ask('dropped', 'export', {
        order: csv,
        path: join(root, 'dropped.csv'),
        origin: sampleOrigin,
      }),
    ]);
    link.close('dropped');
    const reason = new Error('This result is no longer in memory. Run the query again.');
    expect(await asked).toEqual(Array(3).fill({ status: 'rejected', reason }));
    expect(existsSync(join(root, 'dropped.csv'))).toBe(false);
    await expect(link.ask('dropped', 'json', {})).rejects.toThrow(/no longer in memory/);
    await expect.poll(() => existsSync(spoolOf('dropped'))).toBe(false);
  });

  describe('compares two results', () => {
    const question = {
      record: 'publicOrder',
      days: 0,
      titles: ['First', 'Second', 'Second minus first'],
      tellsChanges: true,
      second: 'later',
      maxTableBytes: 1e9,
    } as const;
    const silent = () => undefined;

    it('in a separate table, which remains when both are discarded', async () => {
      await read('earlier', '[{"id":"a","price":1},{"id":"b","price":1}]');
      await read('later', '[{"id":"a","price":1.50}]');
      const made = await link.compare('earlier', { ...question, as: 'made' }, silent);
      expect(made.summary.counts).toEqual({ changed: 1, same: 0, added: 0, missing: 1 });
      link.close('earlier');
      link.close('later');
      const columns = ['id', 'price.difference'];
      const { rows } = await link.ask('made', 'rows', { from: 0, to: 2, columns });
      expect(rows).toEqual([
        ['a', '0.50'],
        ['b', null],
      ]);
      await expect(link.ask('made', 'json', {})).rejects.toThrow(/has a table, but no JSON/);
      link.close('made');
      await expect(link.ask('made', 'typedRows', {})).rejects.toThrow(/no longer in memory/);
    });

    it('with all their values, although one is closed while they are compared', async () => {
      const priced = (price: string) =>
        `[${Array.from({ length: 50_000 }, (_, id) => `{"id":"o${id}","price":${price}}`).join()}]`;
      await read('earlier', priced('1'));
      await read('later', priced('1.50'));
      const comparing = link.compare('earlier', { ...question, as: 'from closed' }, silent);
      link.close('later');
      const { summary } = await comparing;
      expect(summary.counts).toEqual({ changed: 50_000, same: 0, added: 0, missing: 0 });
    });

    it('in no more memory than a response may take', async () => {
      await read('earlier', orders);
      await read('later', orders);
      const small = { ...question, maxTableBytes: 1000, as: 'too large' };
      await expect(link.compare('earlier', small, silent)).rejects.toThrow(/maxResultMegabytes/);
      await expect(link.ask('too large', 'typedRows', {})).rejects.toThrow(/no longer in memory/);
    });

    it('and leaves nothing behind when cancelled', async () => {
      await read('earlier', orders);
      await read('later', orders);
      const controller = new AbortController();
      const given = link.compare('earlier', { ...question, as: 'given up' }, silent, controller);
      controller.abort();
      await expect(given).rejects.toBe(controller.signal.reason);
      await expect(link.ask('given up', 'typedRows', {})).rejects.toThrow(/no longer in memory/);
    });
  });
});

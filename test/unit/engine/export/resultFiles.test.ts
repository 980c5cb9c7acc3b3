import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { localPlace, type Place } from '#src/disk/place';
import { writeFiles } from '#src/engine/export/resultFiles';
import type { ExportOrder } from '#src/protocol/exportOrder';
import { noCompanionFiles, type CompanionFiles } from '#src/protocol/companionFiles';
import { findDataset } from '#src/market/datasets/datasets';
import type { OpenedFile } from '#src/protocol/openedFile';
import { queryOfProvenance, readProvenance } from '#src/request/provenance';
import { newResult, type Result } from '#src/results/result';
import type { ResultStore } from '#src/results/store/resultStore';
import { SpoolFolder } from '#src/results/store/spoolFolder';
import { doubleOf } from '../../doubleOf';
import { openedFile } from '../../results/openedFiles';
import { placeWith } from '../../disk/placeWith';

let project: string;
/** What was written to the project, by its name. */
const written = () =>
  new Map(readdirSync(project).map((name) => [name, readFileSync(join(project, name), 'utf8')]));

/** What the thread says of the integrity of the result. */
let integrity: (signal: AbortSignal | undefined) => Promise<[]>;

beforeEach(() => {
  integrity = () => Promise.resolve([]);
  project = mkdtempSync(join(tmpdir(), 'project-'));
});

/** A file that was opened, and everything that arrived. */
const saved = (differing: Partial<OpenedFile> = {}): Result => ({
  ...newResult(
    'one',
    {
      dataset: findDataset('dayahead-prices')!,
      parameters: { startTime: '2026-03-19T23:00:00Z', endTime: '2026-03-20T23:00:00Z', deliveryarea: 'NO1' },
    },
    'file',
    'file:///workspace/data/prices.json',
  ),
  progress: { kind: 'ended', outcome: { kind: 'success' } },
  source: openedFile(differing),
});

/**
 * Writes a part of the result. Resolves with the integrity questions, the connections whose token path
 * was read, and what `onWritten` was called with.
 */
async function write(
  result: Result,
  beside: Partial<CompanionFiles>,
  { overwrite = false, ...differing }: Partial<ExportOrder> & { readonly overwrite?: boolean } = {},
  { signal } = new AbortController(),
  target = localPlace(join(project, 'a.json')),
) {
  const asked: unknown[] = [];
  /** For each time that files had been written, the names of the copies that were left. */
  const ended: string[][] = [];
  const store = doubleOf<ResultStore>({
    export: (_id, _order, { path }) => {
      writeFileSync(path, '[]');
      return Promise.resolve({ bytes: 2, sha256: '0'.repeat(64), records: 1, rows: 1 });
    },
    ask: (id: string, about: string, _: unknown, options?: { signal?: AbortSignal }) => {
      asked.push([id, about]);
      return integrity(options?.signal);
    },
  });
  const sources = {
    store,
    folder: new SpoolFolder(mkdtempSync(`${tmpdir()}/files-`)),
    extensionVersion: '1.2.3',
    onWritten: (left: readonly Place[]) => void ended.push(left.map(({ name }) => name)),
  };
  const order: ExportOrder = { format: 'json', beside: { ...noCompanionFiles, ...beside }, ...differing };
  await writeFiles(sources, result, order, target, overwrite, {
    signal,
    onProgress: () => undefined,
  });
  return { asked, ended };
}

it.each<[string, Partial<OpenedFile>]>([
  ['chosen rows', { chosenFrom: 92 }],
  ['saved before the prices were due', { savedEpochMs: Date.parse('2026-03-10T00:00:00Z') }],
])('the provenance of part of a file states the same integrity as its tab: %s', async (_, differing) => {
  const result = saved(differing);
  const { asked } = await write(result, { provenance: true });
  expect(asked).toEqual([['one', 'integrity']]);
  expect([...written().keys()].sort()).toEqual(['a.json', 'a.json.provenance.json']);
});

it('an export that is canceled while the integrity for its provenance is checked ends at once and writes nothing', async () => {
  const controller = new AbortController();
  // Of a large response, it takes a while.
  integrity = (signal) =>
    new Promise((_, reject) => {
      if (!signal) throw new Error('Nothing would stop the check.');
      signal.addEventListener('abort', () => reject(new Error('Cancelled.')));
      controller.abort();
    });
  const writing = write(saved(), { provenance: true }, {}, controller);
  await expect(writing).rejects.toThrow('Cancelled.');
  expect([...written().keys()]).toEqual([]);
});

it('provenance for an unknown query is rejected, and nothing is written', async () => {
  const unknown = saved({ hasQuery: false });
  await expect(write(unknown, { provenance: true })).rejects.toThrow('The query for prices.json is unknown');
  expect([...written().keys()]).toEqual([]);
  await write(unknown, { types: ['typescript'] });
  expect([...written().keys()].sort()).toEqual(['a.json', 'a.types.ts']);
});

it('seeded values are written with the provenance that says so, whatever was chosen', async () => {
  await write(saved(), {}, { values: { seed: 7 } });
  const provenance = written().get('a.json.provenance.json') ?? '';
  expect(JSON.parse(provenance)).toMatchObject({ synthetic: true, seed: 7 });
});

it.each(['csv', 'ndjson', 'parquet', 'xlsx', 'json'] as const)(
  'synthetic prices of an opened file are never exported as %s without the provenance that says so',
  async (format) => {
    const synthetic = { madeUp: 'synthetic', seed: 7, generator: 'market-data-seeded 2' } as const;
    for (const hasQuery of [true, false]) {
      project = mkdtempSync(join(tmpdir(), 'project-'));
      await write(saved({ ...synthetic, hasQuery }), {}, { format });
      const provenance: unknown = JSON.parse(written().get('a.json.provenance.json') ?? '');
      expect(provenance).toMatchObject({ dataset: 'dayahead-prices', synthetic: true, seed: 7 });
      for (const claim of ['parameters', 'path', 'connection', 'requestedAt']) {
        if (hasQuery) expect(provenance).toHaveProperty(claim);
        else expect(provenance).not.toHaveProperty(claim);
      }
    }
  },
);

it('seeded values of a file whose query is unknown have a provenance that states none', async () => {
  await write(saved({ hasQuery: false }), {}, { values: { seed: 7 } });
  const text = written().get('a.json.provenance.json') ?? '';
  expect(JSON.parse(text)).toMatchObject({ synthetic: true, seed: 7 });
  expect(queryOfProvenance(readProvenance(text)!, 0)).toBeUndefined();
});

it("a copy of a replaced file that can't be deleted is named at the end, and nothing fails", async () => {
  writeFileSync(join(project, 'a.json'), 'former');
  const target = placeWith(localPlace(join(project, 'a.json')), (place) =>
    place.name.endsWith('.former') ? { remove: () => Promise.reject(new Error('The file is in use.')) } : {},
  );
  const { ended } = await write(saved(), {}, { overwrite: true }, undefined, target);
  const formers = [...written().keys()].filter((name) => name.endsWith('.former'));
  expect(formers).toHaveLength(1);
  expect(ended).toEqual([formers]);
  expect(written().get('a.json')).toBe('[]');
});

it("a provenance that an earlier file left isn't taken for that of a new one", async () => {
  writeFileSync(join(project, 'a.json.provenance.json'), '{}');
  await expect(write(saved(), {})).rejects.toThrow(/provenance\.json already exists/);
  expect((await write(saved(), {}, { overwrite: true })).ended).toEqual([[]]);
  expect([...written().keys()]).toEqual(['a.json']);
});

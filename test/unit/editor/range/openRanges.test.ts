import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Uri } from 'vscode';
import { OpenRanges } from '#src/editor/range/openRanges';
import { placeOf } from '#src/editor/shell/placeOf';
import { onlyRangeIn, type FoundRange } from '#src/engine/range/foundRange';
import type { RangeFormat } from '#src/range/folderFiles';
import type { Result } from '#src/results/result';
import { ResultStore } from '#src/results/store/resultStore';
import { SpoolFolder } from '#src/results/store/spoolFolder';
import type { WorkerLink } from '#src/results/store/workerLink';
import { responseAt, responsesIn, rowsAt, writeRange, type SentDay } from '../../engine/range/writtenRange';
import { builtThread } from '../../results/thread/builtThread';

vi.mock('#src/editor/range/askForRange', () => ({
  rangeNamed: () => Promise.resolve(found),
  rangeOfPerson: () => Promise.resolve(found),
}));

const root = mkdtempSync(join(tmpdir(), 'open-range-'));
const unaborted = new AbortController().signal;
let found: FoundRange;
let link: WorkerLink;
let target = '';
let maxMemory = 1e9;
const shown: Result[] = [];
const opened: string[] = [];

beforeAll(async () => {
  link = await builtThread(root);
});
afterAll(() => link.dispose());
beforeEach(() => {
  target = mkdtempSync(join(root, 'target-'));
  maxMemory = 1e9;
  shown.splice(0);
  opened.splice(0);
});

/** A series of one value that starts on the hour of the day in UTC. */
const series = (day: string, value: string, hour = '10', area = 'NO1') =>
  `{"type":"price","attributes":[{"name":"deliveryArea","value":"${area}"}],"values":[{"startTime":"${day}T${hour}:00:00Z","endTime":"${day}T11:00:00Z","value":${value}}]}`;

/** A range with these days, as a run leaves it. */
async function range(
  days: readonly SentDay[],
  format: RangeFormat = 'parquet',
  scheme = 'file',
): Promise<void> {
  writeRange(target, days, format);
  found = await onlyRangeIn(placeOf(Uri.file(target).with({ scheme })), target);
}

function ranges() {
  const folder = new SpoolFolder(mkdtempSync(join(root, 'spool-')));
  const store = new ResultStore(
    link,
    folder,
    () => maxMemory,
    () => undefined,
  );
  const show = (result: Result) => Promise.resolve(void shown.push(result));
  const open = (file: Uri) => Promise.resolve(void opened.push(file.path));
  return { store, ranges: new OpenRanges(store, show, open) };
}

/** Opens the range, and reads these columns of all of its rows. */
async function open(
  columns: readonly string[] = ['startTime', 'value'],
  days: { from?: string; to?: string } = {},
) {
  const { store, ranges: all } = ranges();
  const summary = await all.headless({ target: 'data', ...days }, unaborted);
  const { rows } = await store.ask(summary.id, 'rows', { columns: [...columns], from: 0, to: summary.rows });
  const { source } = store.get(summary.id);
  return { store, summary, rows, days: source.kind === 'range' ? source.days : [] };
}

const [first, second, third] = ['2026-03-10', '2026-03-11', '2026-03-12'] as const;
const three = [first, second, third].map((day, at) => ({
  day,
  body: `[${series(day, `${String(at)}.10`)}]`,
}));

describe('an opened range', () => {
  it.each(['parquet', 'ndjson', 'json'] as const)(
    'of %s has the digits that were sent, in the order of days',
    async (format) => {
      const digits = ['12.10', '0.10000000000000000555', '1e3'];
      await range(
        three.map(({ day }, at) => ({ day, body: `[${series(day, digits[at] ?? '')}]` })),
        format,
      );
      const { rows, summary, days } = await open(['value']);
      expect(rows).toEqual(digits.map((text) => [text]));
      expect(summary).toMatchObject({ outcome: 'success', records: 3, connection: 'mine' });
      expect(summary.message).toBeUndefined();
      expect(days.map(({ outcome, rows: count, rowFile }) => [outcome, count, rowFile])).toEqual([
        ['success', 1, undefined],
        ['success', 1, undefined],
        ['success', 1, undefined],
      ]);
    },
  );

  it('is read from another file system as from this machine', async () => {
    await range(three, 'parquet', 'vscode-remote');
    expect((await open(['value'])).rows).toEqual([['0.10'], ['1.10'], ['2.10']]);
  });

  it('has the series of its days as one, so that the gap between days is found', async () => {
    await range(three.filter(({ day }) => day !== second));
    const { store, summary } = await open();
    const findings = await store.ask(summary.id, 'integrity', {});
    expect(findings.find(({ kind }) => kind === 'missing')).toMatchObject({ count: 70 });
  });

  it('has all bodies of a day, in the order in which they were requested', async () => {
    const body = [series(first, '1', '08'), series(first, '2', '09')]
      .map((each) => `[${each}]`)
      .join('\u001e');
    await range([{ day: first, body, rows: 2 }, ...three.slice(1)]);
    expect((await open(['value'])).rows).toEqual([['1'], ['2'], ['1.10'], ['2.10']]);
  });

  it('is shown as soon as it begins, and before it is read', async () => {
    await range(three);
    const begun: string[] = [];
    const { store } = ranges();
    const all = new OpenRanges(
      store,
      ({ progress }) => Promise.resolve(void begun.push(progress.kind)),
      () => Promise.resolve(),
    );
    await all.headless({ target: 'data' }, unaborted);
    expect(begun).toEqual(['receiving']);
  });

  it('has no body that could be exported or restored', async () => {
    await range(three);
    const { store, ranges: all } = ranges();
    const { id, bytes } = await all.headless({ target: 'data' }, unaborted);
    expect(bytes).toBe(three.reduce((sum, { body }) => sum + body.length, 2));
    await expect(store.ask(id, 'json', {})).rejects.toThrow('no JSON');
    expect(readdirSync(root, { recursive: true }).filter((name) => String(name).includes(id))).toEqual([]);
  });
});

describe('the days of an opened range', () => {
  it('whose response is missing or was changed are left out, and told', async () => {
    await range(three);
    rmSync(responseAt(target, first));
    const bytes = readFileSync(responseAt(target, third));
    bytes[12]! ^= 1;
    writeFileSync(responseAt(target, third), bytes);
    const { days, rows, summary } = await open(['value']);
    expect(rows).toEqual([['1.10']]);
    expect(days.map(({ day, outcome, rows: count }) => [day, outcome, count])).toEqual([
      [first, 'responseMissing', 0],
      [second, 'success', 1],
      [third, 'responseChanged', 0],
    ]);
    expect(summary.message).toBe(
      'Not all of the 3 delivery days are complete: 1 with a missing response, 1 with a changed response.',
    );
  });

  it('whose rows are missing or were changed are shown from their responses, and told', async () => {
    await range(three);
    rmSync(rowsAt(target, first));
    writeFileSync(rowsAt(target, second), 'other rows');
    const { days, rows } = await open(['value']);
    expect(rows).toHaveLength(3);
    expect(days.map(({ outcome, rowFile }) => [outcome, rowFile])).toEqual([
      ['success', 'missing'],
      ['success', 'changed'],
      ['success', undefined],
    ]);
  });

  it('beside whose rows there are others that programs would read, too, are named, and so are these files', async () => {
    await range(three);
    const copies = [`day=${second}/part-0 (1).parquet`, `day=${third} (1)/part-0.parquet`];
    for (const copy of copies) {
      const path = join(rowsAt(target, first), '..', '..', copy);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, 'copy');
    }
    const { days, rows, summary } = await open(['value']);
    expect(rows).toHaveLength(3);
    expect(days.map(({ outcome, rowFile }) => [outcome, rowFile])).toEqual([
      ['success', undefined],
      ['success', 'doubled'],
      ['success', 'doubled'],
    ]);
    expect(summary.message).toBe(
      `Programs read files in the folder as data that no run has written. Move or delete them: ${copies.join(', ')}.`,
    );
  });

  it('need at least one response', async () => {
    await range(three);
    rmSync(responsesIn(target), { recursive: true });
    await expect(open()).rejects.toThrow(
      'None of the delivery days from 2026-03-10 to 2026-03-12 has a response.',
    );
  });

  it('that need too much memory are left out, and the outcome says where reading stopped', async () => {
    const many = (day: string) =>
      `[${Array.from({ length: 3000 }, (_, at) => series(day, '1', '10', `A${String(at)}`)).join(',')}]`;
    await range(three.map(({ day }) => ({ day, body: many(day), rows: 3000 })));
    const whole = await open();
    maxMemory = whole.store.get(whole.summary.id).table.memory * 0.6;
    const { summary } = await open();
    expect(summary.outcome).toBe('unexpectedResponse');
    expect(summary.message).toMatch(
      /^The response needs more memory than "marketData.maxResultMegabytes" allows\. Delivery days read: 2026-03-10( to 03-11)?\.$/,
    );
  });

  it('are opened one by one as the response that was kept, which has JSON', async () => {
    for (const format of ['parquet', 'json'] as const) {
      await range(three, format);
      const { store, ranges: all } = ranges();
      const { id } = await all.headless({ target: 'data' }, unaborted);
      await all.openDay(store.get(id), second);
      expect(opened.pop()).toBe(
        format === 'json' ? rowsAt(target, second, format) : responseAt(target, second),
      );
    }
  });

  it('are opened as a range if they were sent in several bodies, or if their response is gone', async () => {
    const body = `[${series(first, '1', '08')}]\u001e[${series(first, '2', '09')}]`;
    await range([{ day: first, body, rows: 2 }, ...three.slice(1)]);
    const { store, ranges: all } = ranges();
    const { id } = await all.headless({ target: 'data', show: false }, unaborted);
    await all.openDay(store.get(id), first);
    expect(shown.map(({ source }) => source)).toMatchObject([{ kind: 'range', from: first, to: first }]);
    rmSync(responseAt(target, second));
    await expect(all.openDay(store.get(id), second)).rejects.toThrow('has a response');
    expect(opened).toEqual([]);
  });
});

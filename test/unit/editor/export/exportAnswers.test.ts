import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FileType, Uri } from 'vscode';
import type * as places from '#src/disk/place';
import type { Place } from '#src/disk/place';
import { exportChoicesIn, type Remembered } from '#src/editor/shell/remembered';
import { exportAnswers } from '#src/editor/export/exportAnswers';
import type { ResultExport } from '#src/editor/export/exportResult';
import type { ExportChoice, ExportOrder, ExportPreset } from '#src/protocol/exportOrder';
import { noCompanionFiles } from '#src/protocol/companionFiles';
import { findDataset } from '#src/market/datasets/datasets';
import type { EditorQuestions } from '#src/protocol/messages';
import { sandboxName } from '#src/request/connection';
import { newResult, type Result } from '#src/results/result';
import type { OpenedFile } from '#src/protocol/openedFile';
import { openedFile } from '../../results/openedFiles';
import { placeWith } from '../../disk/placeWith';
import { MemoryDisk } from '../fakeVscode/disk';
import { editor } from '../fakeVscode/editor';
import { memoryOf } from '../memoryOf';
import type { StoredValues } from '#src/editor/shell/storedValues';

let disk: MemoryDisk;
const put = (path: string) => void disk.files.set(path, '');
const putLink = (path: string) => void disk.stats.set(path, { type: FileType.SymbolicLink });
const addRemote = (folder: string) => void disk.files.set(`${folder}/.git/config`, '[remote "origin"]\n');
/** The person selects this file in the editor's dialog, or none. */
const select = (path?: string) =>
  void (editor.select = () => (path === undefined ? undefined : Uri.file(path)));

/** Node sees the same files as the editor. */
vi.mock('#src/disk/place', async (importOriginal) => {
  const { localPlace } = await importOriginal<typeof places>();
  const there = (place: Place): Partial<Place> => ({
    look() {
      const path = (place.localPath ?? '').replaceAll('\\', '/');
      const isLink = disk.stats.has(path);
      const isThere = disk.files.has(path) || isLink;
      return Promise.resolve(
        isThere ? { kind: isLink ? 'link' : 'file', bytes: 0, modifiedMs: 0 } : undefined,
      );
    },
  });
  return { localPlace: (...given: Parameters<typeof localPlace>) => placeWith(localPlace(...given), there) };
});

const choice: ExportChoice = { part: null, sample: 20, format: 'json', types: [] };
const json: ExportOrder = { format: 'json', beside: noCompanionFiles };

type Asked = EditorQuestions['export']['question'];
type Differing = Partial<Omit<Asked, 'order'>> & { readonly order?: Partial<ExportOrder> };
const askedOf = ({ order: different, ...differing }: Differing = {}): Asked => ({
  preset: 'export',
  choice,
  order: { ...json, ...different },
  target: 'data/a.json',
  isLicenseSeen: false,
  agreed: [],
  ...differing,
});

function ended(id: string, dataset: string, connection = 'service'): Result {
  const made = newResult(id, { dataset: findDataset(dataset)!, parameters: {} }, connection, '');
  made.table = { ...made.table, rows: 9, bytes: 100 };
  made.progress = { kind: 'ended', outcome: { kind: 'success' } };
  return made;
}

let result: Result;
let written: (ExportOrder & { path: string; overwrite: boolean })[];
let stored: StoredValues;
let choices: Remembered<ExportChoice>;
let answers: ReturnType<typeof exportAnswers>;

beforeEach(() => {
  editor.folders = ['/project', '/second'];
  editor.disk = disk = new MemoryDisk();
  result = ended('one', 'intraday-orders');
  written = [];
  stored = memoryOf();
  choices = exportChoicesIn(stored);
  answers = answersOfSession();
});

/** As after a start of the editor, which knows only what it remembers. */
function answersOfSession(): ReturnType<typeof exportAnswers> {
  const exports: Pick<ResultExport, 'writeAndTell'> = {
    writeAndTell: (_, order, uri, overwrite) => {
      written.push({ ...order, path: uri.path, overwrite });
      return Promise.resolve(true);
    },
  };
  return exportAnswers(exports, choices, stored);
}

const paths = () => written.map(({ path }) => path);
const order = (differing?: Differing) => answers.export(askedOf(differing), result);

describe('the suggested file', () => {
  const target = (isPart: boolean, beside = noCompanionFiles, preset: ExportPreset = 'export') =>
    answers.exportTarget({ preset, order: { ...json, beside, ...(isPart && { rows: { to: 1 } }) } }, result);

  it('says that rows are left out, and is unused, as are the files that go with it', async () => {
    expect(await target(false)).toMatchObject({ target: 'market-data/intraday-orders.json' });
    expect(await target(true)).toMatchObject({ target: 'market-data/intraday-orders-part.json' });
    put('/project/market-data/intraday-orders.types.ts');
    const beside = { ...noCompanionFiles, types: ['typescript' as const] };
    expect(await target(false, beside)).toMatchObject({ target: 'market-data/intraday-orders-2.json' });
  });

  it('in a folder with a Git remote mentions the license until an export continues', async () => {
    addRemote('/project');
    const license = expect.stringContaining('license for "service"') as string;
    // Closed without an export, and opened again.
    expect(await target(false)).toMatchObject({ license });
    expect(await target(false)).toMatchObject({ license });
    put('/project/data/a.json');
    await order({ isLicenseSeen: true });
    expect(await target(false)).toMatchObject({ license });
    await order({ isLicenseSeen: true, agreed: ['replace'] });
    expect(editor.told).toEqual([]);
    expect(await target(false)).toMatchObject({ license: '' });
    result = ended('two', 'intraday-orders', sandboxName);
    expect(await target(false)).toMatchObject({ license: '' });
  });

  it('counts as published only if its own workspace folder is', async () => {
    addRemote('/second');
    expect(await target(false)).toMatchObject({ license: '' });
    select('/second/data/a.json');
    expect(await answers.exportElsewhere(json, result)).toEqual({
      target: '/second/data/a.json',
      license: expect.stringContaining('license for "service"') as string,
      problem: '',
    });
  });

  it('is followed by a message if the license was mentioned too late to be seen', async () => {
    addRemote('/project');
    await target(false);
    await order();
    expect(editor.told).toEqual([expect.stringContaining('license for "service"')]);
  });

  it('in a folder with a Git remote mentions the license even if its path was typed', async () => {
    addRemote('/second');
    await order({ target: '/project/data/a.json' });
    expect(editor.told).toEqual([]);
    for (const name of ['a', 'b']) await order({ target: `/second/data/${name}.json` });
    expect(editor.told).toEqual([expect.stringContaining('license for "service"')]);
  });

  it('is named after the delivery days of its query, not after the instants at which they start', async () => {
    const { dataset } = result.query;
    const named = async (startTime: string, endTime: string) => {
      result = { ...result, query: { dataset, parameters: { startTime, endTime } } };
      return (await target(false)).target;
    };
    expect(await named('2026-11-21T23:00:00Z', '2026-11-22T23:00:00Z')).toBe(
      'market-data/intraday-orders_2026-11-22.json',
    );
    expect(await named('2026-10-23T22:00:00Z', '2026-10-25T23:00:00Z')).toBe(
      'market-data/intraday-orders_2026-10-24_2026-10-25.json',
    );
    expect(await named('2026-11-21T23:00:00Z', '2026-11-22T22:00:00Z')).toBe(
      'market-data/intraday-orders_20261121T2300Z_20261122T2200Z.json',
    );
  });

  it('of a saved response, mentions the license of the service that it was saved from, or of the file', async () => {
    addRemote('/project');
    const licenseOf = async (source: OpenedFile) => {
      result = { ...ended('two', 'intraday-orders', 'file'), source };
      return (await target(false)).license;
    };
    expect(await licenseOf(openedFile())).toContain('license for "production"');
    expect(await licenseOf(openedFile({ savedFrom: null }))).toContain('license for "prices.json"');
    expect(await licenseOf(openedFile({ savedFrom: sandboxName, madeUp: 'sample' }))).toBe('');
  });

  it('is in the folder of the last export from the same dataset, under an unused name', async () => {
    await order({ target: 'test/fixtures/a.json' });
    expect(await target(false)).toMatchObject({ target: 'test/fixtures/intraday-orders.json' });
    put('/project/test/fixtures/intraday-orders.json');
    expect(await target(false)).toMatchObject({ target: 'test/fixtures/intraday-orders-2.json' });
    put('/elsewhere/other.json');
    select('/elsewhere/a.json');
    await answers.exportElsewhere(json, result);
    await order({ target: '/elsewhere/a.json' });
    const suggested = await target(false);
    expect(suggested).toMatchObject({ target: '/elsewhere/intraday-orders.json' });
    expect(await order({ target: suggested.target })).toEqual({ kind: 'written' });
    result = ended('two', 'dayahead-prices');
    expect(await target(false)).toMatchObject({ target: 'market-data/dayahead-prices.json' });
  });

  it('is in the folder of the last export even after a restart, including one that a person selected', async () => {
    put('/elsewhere/other.json');
    select('/elsewhere/a.json');
    await answers.exportElsewhere(json, result);
    await order({ target: '/elsewhere/a.json' });
    answers = answersOfSession();
    // Only suggested and selected paths are written to.
    await expect(order({ target: '/elsewhere/b.json' })).rejects.toThrow(/outside the workspace/);
    const suggested = await target(false);
    expect(suggested).toMatchObject({ target: '/elsewhere/intraday-orders.json' });
    expect(await order({ target: suggested.target })).toEqual({ kind: 'written' });
    disk.files.delete('/elsewhere/other.json');
    expect(await target(false)).toMatchObject({ target: 'market-data/intraday-orders.json' });
  });

  it.each([
    ['outside the workspace that no person selected', 'file:///elsewhere', false],
    ['that has become a symbolic link', 'file:///project/linked', false],
    ['that a person selected, but that has become a symbolic link', 'file:///project/linked', true],
    ['that leads out of the workspace', 'file:///project/../etc', false],
  ])("isn't in a remembered folder %s", async (_, folder, isSelected) => {
    put('/elsewhere/other.json');
    put('/etc/other.json');
    putLink('/project/linked');
    stored.keep('marketData.exportFolders', { 'intraday-orders': { folder, isSelected } });
    expect(await target(false)).toMatchObject({ target: 'market-data/intraday-orders.json' });
  });

  it.each(['/tmp', '../out', '.vscode', 'a/../..', 'linked'])(
    'is in the workspace folder if the setting is %j, and says which setting is wrong',
    async (setting) => {
      putLink('/project/linked');
      editor.settings['marketData.exportFolder'] = setting;
      expect(await target(false)).toMatchObject({
        target: 'intraday-orders.json',
        problem: expect.stringContaining('marketData.exportFolder') as string,
      });
    },
  );

  it.each([
    ['has only some of the rows', { chosenFrom: 92 }, 'intraday-orders-part.json'],
    [
      'says so in its name alone',
      { hasQuery: false, name: 'orders-part-2.json' },
      'intraday-orders-part.json',
    ],
    ['was interrupted', { name: 'orders-incomplete.json.gz' }, 'intraday-orders-incomplete.json'],
    ['is whole', { name: 'counterpart.json' }, 'intraday-orders.json'],
  ])('made from a file that %s reflects that in its name', async (_, differing, name) => {
    result = { ...result, source: openedFile(differing) };
    expect((await target(false)).target).toBe(`market-data/${name}`);
  });

  it("of a fixture is in the folder of the last fixture, which isn't that of the last export", async () => {
    await order({ target: 'out/a.json' });
    await order({ preset: 'fixture', target: 'test/fixtures/a.json' });
    const targets = [await target(false), await target(true, noCompanionFiles, 'fixture')];
    expect(targets.map((each) => each.target)).toEqual([
      'out/intraday-orders.json',
      'test/fixtures/intraday-orders-part.json',
    ]);
  });

  it.each<[string, (of: Result) => void, RegExp]>([
    [
      'is incomplete',
      (of) => (of.progress = { kind: 'ended', outcome: { kind: 'unreachable' } }),
      /complete response/,
    ],
    [
      'is of an unknown query',
      (of) => (of.source = openedFile({ hasQuery: false })),
      /The query for .* is unknown/,
    ],
    ['is loading', (of) => (of.progress = { kind: 'receiving' }), /still loading/],
  ])('of a fixture is rejected for a response that %s, as is the fixture', async (_, make, words) => {
    make(result);
    await expect(target(false, noCompanionFiles, 'fixture')).rejects.toThrow(words);
    await expect(order({ preset: 'fixture' })).rejects.toThrow(words);
    expect(written).toEqual([]);
  });

  it.each<[string, (of: Result) => void, RegExp]>([
    ['is loading', (of) => (of.progress = { kind: 'receiving' }), /still loading/],
    ['is gone', (of) => (of.progress = { kind: 'gone' }), /Run the query again/],
    [
      'brought nothing',
      (of) => {
        of.progress = { kind: 'ended', outcome: { kind: 'unreachable' } };
        of.table = { ...of.table, rows: 0, bytes: 0 };
      },
      /nothing to export/,
    ],
  ])('is rejected for a result that %s, with a sentence for the dialog', async (_, make, words) => {
    make(result);
    await expect(target(false)).rejects.toThrow(words);
  });

  it('is left to the person if no folder is open', async () => {
    editor.folders = [];
    expect(await target(false)).toEqual({ target: '', license: '', problem: '' });
    await expect(order({ target: '' })).rejects.toThrow(/Choose Another Location/);
  });

  it('is rejected in an untrusted workspace, as is the export', async () => {
    editor.isTrusted = false;
    await expect(target(false)).rejects.toThrow(/untrusted/);
    await expect(order()).rejects.toThrow(/untrusted/);
    await expect(answers.exportElsewhere(json, result)).rejects.toThrow(/untrusted/);
  });
});

describe('a path from the view', () => {
  it.each([
    ['data/a.json', '/project/data/a.json'],
    ['  data/a  ', '/project/data/a.json'],
    ['a.JSON', '/project/a.JSON'],
    ['a.csv', '/project/a.csv.json'],
    ['/project/data/a.json', '/project/data/a.json'],
  ])('%j is written to %s', async (target, path) => {
    expect(await order({ target })).toEqual({ kind: 'written' });
    expect(paths()).toEqual([path]);
  });

  it.each(['../a.json', '/etc/a.json', '.git/config.json', 'a/../../b.json', 'file:///etc/a.json'])(
    '%j is rejected, and the message says what to do',
    async (target) => {
      await expect(order({ target })).rejects.toThrow(/select "Choose Another Location…"/);
      expect(written).toEqual([]);
    },
  );

  it('may be in a folder that the person selected, under any safe name, and only there', async () => {
    select('/elsewhere/a.json');
    put('/elsewhere/a.json');
    expect(await answers.exportElsewhere(json, result)).toEqual({
      target: '/elsewhere/a.json',
      license: '',
      problem: '',
    });
    // The editor's dialog has asked whether to replace it.
    await order({ target: '/elsewhere/a.json' });
    await order({ target: '/elsewhere/b.csv', order: { format: 'csv' } });
    expect(paths()).toEqual(['/elsewhere/a.json', '/elsewhere/b.csv']);
    expect(written.map(({ overwrite }) => overwrite)).toEqual([true, false]);
    for (const target of ['/elsewhere/deeper/a.json', '/elsewhere/.a.json', '/elsewhere/../a.json']) {
      await expect(order({ target })).rejects.toThrow(/outside|isn't a safe/);
    }
  });

  it('stays the same if the person selects nothing', async () => {
    expect(await answers.exportElsewhere(json, result)).toBeNull();
  });
});

describe('an export that would', () => {
  it('replace files asks first, names them, and replaces them after confirmation', async () => {
    put('/project/data/a.json');
    put('/project/data/a.types.ts');
    const taken = askedOf({ order: { beside: { ...noCompanionFiles, types: ['typescript'] } } });
    expect(await answers.export(taken, result)).toMatchObject({
      kind: 'risk',
      risk: 'replace',
      message: 'These files already exist: a.types.ts, a.json.',
    });
    expect(written).toEqual([]);
    expect(choices.of('intraday-orders')).toBeNull();
    await answers.export({ ...taken, agreed: ['replace'] }, result);
    expect(written).toMatchObject([{ overwrite: true }]);
  });

  it('replace the file of an earlier export asks again, although that location was confirmed then', async () => {
    select('/elsewhere/a.json');
    put('/elsewhere/a.json');
    await answers.exportElsewhere(json, result);
    expect(await order({ target: '/elsewhere/a.json' })).toEqual({ kind: 'written' });
    expect(await order({ target: '/elsewhere/a.json' })).toMatchObject({ kind: 'risk', risk: 'replace' });
    expect(written).toHaveLength(1);
  });

  it.each(['another location', 'nothing', 'a location for another result'])(
    'replace a file that was selected and abandoned for %s asks',
    async (next) => {
      put('/elsewhere/a.json');
      select('/elsewhere/a.json');
      await answers.exportElsewhere(json, result);
      if (next === 'a location for another result') {
        result = ended('two', 'intraday-orders');
      } else {
        select(next === 'nothing' ? undefined : '/elsewhere/b.json');
        await answers.exportElsewhere(json, result);
      }
      expect(await order({ target: '/elsewhere/a.json' })).toMatchObject({ kind: 'risk', risk: 'replace' });
      expect(written).toEqual([]);
    },
  );

  it('replace a file that was selected for an earlier export to another file asks', async () => {
    put('/elsewhere/a.json');
    select('/elsewhere/a.json');
    await answers.exportElsewhere(json, result);
    await order({ target: 'data/b.json' });
    expect(await order({ target: '/elsewhere/a.json' })).toMatchObject({ kind: 'risk', risk: 'replace' });
    expect(paths()).toEqual(['/project/data/b.json']);
  });

  it('hide that the response is incomplete asks first', async () => {
    result.progress = { kind: 'ended', outcome: { kind: 'unreachable' } };
    expect(await order()).toMatchObject({ kind: 'risk', risk: 'incomplete' });
    expect(written).toEqual([]);
    await order({ target: 'a-incomplete.json' });
    await order({ agreed: ['incomplete'] });
    expect(paths()).toEqual(['/project/a-incomplete.json', '/project/data/a.json']);
  });
});

describe('an export order', () => {
  it('takes the criteria for the rows of a finding from the query, never from the view', async () => {
    await order({ order: { rows: { finding: { kind: 'duplicates' } } } });
    expect(written[0]?.rows).toMatchObject({
      finding: { kind: 'duplicates' },
      asked: { start: null },
    });
  });

  it('is remembered for its dataset, also when it is for tests', async () => {
    await order({ preset: 'fixture', choice: { ...choice, types: ['pydantic'] } });
    expect(choices.of('intraday-orders')).toEqual({ ...choice, types: ['pydantic'] });
    expect(choices.of('dayahead-prices')).toBeNull();
  });
});

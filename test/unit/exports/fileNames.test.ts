import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noCompanionFiles } from '#src/protocol/companionFiles';
import { typeTargets } from '#src/protocol/codeTargets';
import { exportFileName, namesBeside, numbered, pathBelow, saysIncomplete } from '#src/exports/fileNames';
import { resolutions } from '#src/market/time/resolutions';
import { safeRelativePath } from '#src/text/safePath';
import { propertyRuns } from '../propertyRuns';
import { anyCharacter } from '../anyText';

describe('names of exported files', () => {
  it('contain dataset, areas, and times', () => {
    const about = ['NO1,SE1', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'];
    const whole = { form: {}, isPart: false, isIncomplete: false };
    const name = 'dayahead-prices_NO1,SE1_20260328T2300Z_20260329T2200Z';
    expect(exportFileName('dayahead-prices', about, 'csv', whole)).toBe(`${name}.csv`);
    expect(exportFileName('dayahead-prices', about, 'json', { ...whole, isPart: true })).toBe(
      `${name}-part.json`,
    );
    const form = { resolution: 'peak', layout: 'wide' } as const;
    expect(exportFileName('dayahead-prices', ['NO1'], 'csv', { ...whole, form, isPart: true })).toBe(
      'dayahead-prices_NO1_peak-wide-part.csv',
    );
    const words = resolutions.map((resolution) =>
      exportFileName('prices', [], 'csv', { ...whole, form: { resolution } }).slice('prices_'.length, -4),
    );
    expect(words).toEqual(['30min', 'hourly', 'daily', 'weekly', 'monthly', 'base', 'peak', 'off-peak']);
    expect(exportFileName('prices', [], 'csv', { ...whole, form: { layout: 'wide' } })).toBe(
      'prices_wide.csv',
    );
    expect(numbered('a.csv', 2)).toBe('a-2.csv');
  });

  it('are safe on every system, whatever the parameters contain', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.string({ unit: anyCharacter }),
        fc.boolean(),
        fc.boolean(),
        (dataset, value, isPart, isIncomplete) => {
          const name = exportFileName(dataset, [value], 'json', { form: {}, isPart, isIncomplete });
          expect(name.endsWith('-incomplete.json')).toBe(isIncomplete);
          expect([saysIncomplete(name), saysIncomplete(numbered(name, 2))]).toEqual([
            isIncomplete,
            isIncomplete,
          ]);
          expect(safeRelativePath(name)).toEqual([name.normalize('NFC')]);
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(175);
          expect(name.startsWith('.')).toBe(false);
        },
      ),
      { numRuns: propertyRuns(250) },
    );
  });

  it.each(['con', 'NUL.x', 'com1'])('are never the device name %s', (dataset) => {
    expect(exportFileName(dataset, [], 'csv', { form: {}, isPart: false, isIncomplete: false })).toMatch(
      /^data-/,
    );
  });
});

describe('targets of exports', () => {
  it.each([
    ['/', '/orders.csv', 'orders.csv'],
    ['/data', '/data/out/orders.csv', 'out/orders.csv'],
    ['/data/', '/data/orders.csv', 'orders.csv'],
    ['/data', '/data-2/orders.csv', null],
    ['/data', '/data', null],
  ])('relative to the folder %j, %j is %j', (folder, path, below) => {
    expect(pathBelow(folder, path)).toBe(below);
  });

  it.each([
    '../x.csv',
    'a/../../x.csv',
    '/etc/x',
    'a//b',
    'C:\\x',
    'a\\..\\..\\x',
    'nul',
    'CONIN$',
    'conout$.csv',
    'GIT~1',
    'a/PROGRA~2/orders.csv',
    'a/con.txt',
    'con .csv',
    'lone \ud800.csv',
    'x. ',
    'a:b',
    '.git/hooks/pre-commit',
    'x\u202ecsv.exe',
    '',
    '.',
  ])('reject %j', (text) => expect(safeRelativePath(text)).toBeNull());

  it.each([
    ['a.csv', ['a.csv']],
    ['data/2026/a.csv', ['data', '2026', 'a.csv']],
    ['data\\a.csv', ['data', 'a.csv']],
  ])('accept %j', (text, segments) => expect(safeRelativePath(text)).toEqual(segments));
});

describe('names of files next to an exported one', () => {
  it('begin with its name, so that they are listed together', () => {
    const beside = { provenance: true, types: typeTargets };
    const { provenance, types } = namesBeside('a.b.json', beside);
    expect([provenance, ...types.map(({ name }) => name)]).toEqual([
      'a.b.json.provenance.json',
      'a.b.types.ts',
      'a.b.models.py',
    ]);
  });

  it('are none if nothing was chosen', () => {
    expect(namesBeside('a.csv', noCompanionFiles)).toEqual({
      provenance: null,
      types: [],
    });
  });
});

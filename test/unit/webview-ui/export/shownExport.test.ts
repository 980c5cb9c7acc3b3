import { describe, expect, it } from 'vitest';
import { exportFormats } from '#src/protocol/formats';
import type { ResultState } from '#src/protocol/messages';
import type { Exportable } from '#view/export/exportParts';
import {
  initialState,
  withChoice,
  withContracts,
  withPlace,
  withProblem,
  withSuggestion,
  withTarget,
  withValues,
  type ExportState,
} from '#view/export/exportState';
import {
  canExport,
  shownBeside,
  shownColumns,
  shownContracts,
  shownFormats,
  shownParts,
  shownSize,
  shownValues,
} from '#view/export/shownExport';
import { openedFile } from '../../results/openedFiles';
import { resultState, shownComparison } from '../frame/resultStates';

const opened = (differing: Partial<ResultState> = {}, asked: Partial<Exportable> = {}): ExportState =>
  initialState({
    preset: 'export',
    table: null,
    form: {},
    format: null,
    ...asked,
    state: resultState(differing),
  });

const place = { target: 'market-data/prices.json', isPublic: false, license: '', problem: '' };
const filtered: Exportable['table'] = {
  which: { filter: [{ column: 'value', op: '>', value: 5 }] },
  form: {},
  words: 'Value: > 5',
  selected: null,
};

describe('what the dialog offers', () => {
  it('is only what the format allows', () => {
    for (const format of exportFormats) {
      const state = withChoice(opened(), { format });
      expect({
        columns: shownColumns(state).isOffered,
        values: shownValues(state).isOffered,
        code: shownBeside(state).hasCode,
      }).toEqual(
        format === 'json'
          ? { columns: false, values: true, code: true }
          : { columns: true, values: false, code: false },
      );
    }
  });

  it('is no other format for a test fixture, and always its provenance', () => {
    const state = opened({}, { preset: 'fixture' });
    expect([shownFormats(state).isOffered, shownColumns(state).isOffered]).toEqual([false, false]);
    expect(shownBeside(state).provenance).toMatchObject({ isChecked: true, isDisabled: true });
  });

  it('says why a comparison has neither JSON nor provenance', () => {
    const state = opened({ source: shownComparison(), bytes: 0 });
    const { box, noJson } = shownFormats(state);
    expect(box({ format: 'json', dialect: undefined })).toMatchObject({ isDisabled: true, isChecked: false });
    expect(noJson).toMatch(/^A comparison has no JSON response from the service\./);
    const { provenance, hint } = shownBeside(state);
    expect(provenance).toMatchObject({ isDisabled: true, isChecked: false });
    expect(hint).toMatch(/^A comparison has no request of its own\./);
  });

  it('is CSV for Excel where decimals have a comma, or where it was chosen before', () => {
    const isHidden = (state: ExportState) =>
      shownFormats(state).box({ format: 'csv', dialect: 'excel' }).isHidden;
    expect(isHidden(opened())).toBe(true);
    expect(isHidden(opened({ hasDecimalCommas: true }))).toBe(false);
    expect(isHidden(withChoice(opened(), { format: 'csv', dialect: 'excel' }))).toBe(false);
  });

  it('is what the table shows, counted as soon as that is known', () => {
    const state = opened({}, { table: filtered });
    const shown = (counted: ExportState) => shownParts(counted).box('shown');
    expect(shown(state)).toEqual({
      label: 'Shown in the table',
      explanation: '(Value: > 5)',
      isChecked: true,
      isHidden: false,
    });
    expect(shown({ ...state, shownRows: 1 }).label).toBe('Shown in the table: 1 row');
    expect(shownParts(state).box('selected').isHidden).toBe(true);
  });

  it('never calls the values of a synthetic file sent', () => {
    const source = openedFile({ madeUp: 'synthetic', seed: 7 });
    const { asSent, hint } = shownValues(opened({ source, madeUp: 'synthetic' }));
    expect(`${asSent.label} ${hint}`).not.toMatch(/\bsent\b/);
  });
});

describe('after a choice', () => {
  it('rows that the format cannot have are not exported any longer', () => {
    const table = { ...filtered, form: { layout: 'wide' } } as const;
    const state = opened({}, { table, form: table.form, format: 'csv' });
    const chosen = withChoice(state, { part: 'shown' });
    expect(chosen.choice.part).toBe('shown');
    expect(withChoice(chosen, { format: 'json' }).choice.part).toBe('all');
  });

  it('only a path that the person has typed is renamed for the format', () => {
    const suggested = withSuggestion(opened(), place);
    expect(withChoice(suggested, { format: 'csv' }).target).toBe('market-data/prices.json');
    const typed = withTarget(suggested, 'fixtures/a.json');
    expect(withChoice(typed, { format: 'csv' }).target).toBe('fixtures/a.csv');
    expect(withSuggestion(typed, place).target).toBe('fixtures/a.json');
    expect(withSuggestion(withTarget(typed, ' '), place).target).toBe(place.target);
  });

  it('what was agreed to about the previous file does not count', () => {
    const agreed = { ...withProblem(opened(), 'It exists.', 'replace'), agreed: ['replace'] as const };
    for (const next of [withChoice(agreed, { format: 'csv' }), withTarget(agreed, 'b.json')]) {
      expect([next.problem, next.agreed]).toEqual([null, []]);
    }
  });
});

describe('a folder that is published', () => {
  const published = { ...place, isPublic: true, license: 'Check the license.' };

  it('preselects seeded values, which a person can undo', () => {
    const state = withSuggestion(opened(), published);
    expect([state.license, state.choice.seed]).toEqual(['Check the license.', 1]);
    const undone = withValues(state, null);
    expect(withSuggestion(undone, published).choice.seed).toBeNull();
    expect(withPlace(undone, published).choice.seed).toBeNull();
  });

  it('says so for every format, because none may be published', () => {
    const state = withSuggestion(withChoice(opened(), { format: 'csv' }), published);
    expect(state.license).toBe('Check the license.');
  });
});

describe('a number out of range', () => {
  it('disables the button and says what to enter, but only if the number is needed', () => {
    const wrong = withChoice({ ...opened(), sample: null }, { part: 'sample' });
    expect(shownParts(wrong).sample).toEqual({ number: null, isWrong: true, isUsed: true });
    expect(shownSize(wrong)).toEqual({
      text: 'Enter a sample size from 1 to 1,000,000.',
      isWrong: true,
    });
    expect([canExport(wrong), canExport(withChoice(wrong, { part: 'all' }))]).toEqual([false, true]);
  });

  it('of a seed does not matter to a format without seeded values', () => {
    const wrong = withValues({ ...opened(), seed: null }, 1);
    expect([canExport(wrong), canExport(withChoice(wrong, { format: 'csv' }))]).toEqual([false, true]);
  });
});

describe('the size', () => {
  it('is exact for a whole response only, and counts the files beside it', () => {
    const state = withChoice(opened(), { beside: { provenance: null, types: ['zod'], mocks: [] } });
    const sized = (of: ExportState) => shownSize({ ...of, size: { rows: 92, bytes: 1000 } }).text;
    expect(sized(state)).toBe('92 rows, 63.5 kB, plus 2 more files');
    expect(sized(withChoice(state, { part: 'sample' }))).toBe('92 rows, about 1 kB, plus 2 more files');
    expect(sized(withChoice(state, { format: 'csv' }))).toBe('92 rows, about 1 kB');
    expect(sized(withValues(state, 1))).toMatch(/^Seeded values: 92 rows/);
  });

  it('is too large for a sheet beyond its last row, so that nothing can be exported', () => {
    const size = { rows: 1_048_576, bytes: 1 };
    const state = withChoice({ ...opened(), size }, { format: 'xlsx' });
    expect(shownSize(state).text).toMatch(/^Excel sheets are limited to 1,048,575 rows/);
    expect(canExport(state)).toBe(false);
    const inCsv = withChoice(state, { format: 'csv' });
    expect([shownSize(inCsv).text, canExport(inCsv)]).toEqual(['1,048,576 rows, about 1 byte', true]);
  });

  it('stays too large for a sheet until it is known for fewer rows', () => {
    const state = withChoice({ ...opened(), size: { rows: 1_048_576, bytes: 1 } }, { format: 'xlsx' });
    const sampled = withChoice(state, { part: 'sample' });
    expect([shownSize(sampled).isWrong, canExport(sampled)]).toEqual([true, false]);
    expect(canExport({ ...sampled, size: { rows: 20, bytes: 1 } })).toBe(true);
  });

  it('is replaced by the reason if it is unknown, and the button stays enabled', () => {
    const size = { message: 'The response is no longer in memory.' };
    const state = withChoice({ ...opened(), size }, { part: 'sample' });
    expect(shownSize(state)).toEqual({ text: size.message, isWrong: false });
    expect(canExport(state)).toBe(true);
  });
});

it('nothing can be exported while a file is written, or while the result is loading', () => {
  expect(canExport(opened())).toBe(true);
  expect(canExport({ ...opened(), isWriting: true })).toBe(false);
  expect(canExport(opened({ phase: { kind: 'receiving' } }))).toBe(false);
});

it('the part of a contract is exported only if there are contracts', () => {
  const columns: ResultState['columns'] = [{ key: 'contractId', title: 'Contract', type: 'text' }];
  const state = withChoice(opened({ columns }), { part: 'contract' });
  const listed = withContracts(state, [{ value: 'PH-1', rows: 9 }]);
  expect(shownContracts(listed)).toEqual({
    options: [['PH-1', 'PH-1: 9 rows']],
    selected: 'PH-1',
    isUsed: true,
  });
  expect(withContracts(state, []).choice.part).toBe('all');
});

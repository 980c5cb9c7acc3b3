import { describe, expect, it } from 'vitest';
import type { ResultState } from '#src/protocol/messages';
import {
  withChoice,
  withProblem,
  withObstacle,
  withSuggestion,
  withTarget,
} from '#view/export/exportChanges';
import { initialState, type Exportable, type ExportState } from '#view/export/exportParts';
import {
  canExport,
  formatChoices,
  shownColumns,
  shownFormat,
  shownParts,
  shownResolutions,
  shownSize,
  shownTests,
} from '#view/export/shownExport';
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

const place = { target: 'market-data/prices.json', problem: '' };
const filtered: Exportable['table'] = {
  which: { filter: [{ column: 'value', op: '>', value: 5 }] },
  form: {},
  words: 'Value: > 5',
  selected: null,
};

describe('what the dialog offers', () => {
  const offered = (state: ExportState) =>
    formatChoices.filter((each) => !shownFormat(state, each).isHidden).map(({ format }) => format);

  it('is no JSON of a comparison, which has none', () => {
    expect(offered(opened())).toContain('json');
    expect(offered(opened({ source: shownComparison(), bytes: 0 }))).not.toContain('json');
  });

  it('is the resolutions of the result and a column per series, but only for tables', () => {
    const series = { ...opened(), resolutions: ['PT60M'] } as const;
    const table = withChoice(series, { format: 'xlsx' });
    expect([shownResolutions(series).isOffered, shownResolutions(table).isOffered]).toEqual([false, true]);
    const { box } = shownResolutions(table);
    expect([box(undefined), box('PT60M'), box('P1D')].map(({ isHidden }) => isHidden)).toEqual([
      false,
      false,
      true,
    ]);
    const formed = withChoice(table, {}, { form: { resolution: 'PT60M', layout: 'wide' } });
    expect(shownResolutions(formed).hint).toMatch(/^Calculated for hours/);
    expect(shownColumns(formed).wide.isChecked).toBe(true);
    expect(shownColumns(opened({ source: shownComparison() })).wide.isHidden).toBe(true);
  });

  it('is CSV for Excel where decimals have a comma, or where it was chosen before', () => {
    const isHidden = (state: ExportState) => shownFormat(state, { format: 'csv', dialect: 'excel' }).isHidden;
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

  it('says before it is written that values for tests are made up', () => {
    const explained = (madeUp: ResultState['madeUp']) => shownTests(opened({ madeUp })).explanation;
    expect(explained(null)).toMatch(/made-up values/);
    expect(explained('sample')).not.toMatch(/made-up/);
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

describe('the switch for tests', () => {
  const switched = (state: ExportState, forTests = true) => withChoice(state, {}, { forTests });

  it('suggests a sample, and what was shown before when it is turned off or the format changes', () => {
    const state = opened({}, { table: filtered });
    const on = switched(state);
    expect([state.choice.part, on.choice.part]).toEqual(['shown', 'sample']);
    expect(switched(on, false).choice.part).toBe('shown');
    expect(withChoice(on, { format: 'csv' }).choice.part).toBe('shown');
  });

  it('leaves rows that the person has chosen', () => {
    const chosen = withChoice(opened({}, { table: filtered }), { part: 'all' });
    expect(switched(chosen).choice.part).toBe('all');
  });

  it('leaves a way back if the response cannot be used for tests', () => {
    const on = withObstacle(switched(opened()), 'A test fixture requires a complete response.');
    expect([on.isBlocked, on.problem?.message]).toEqual([
      false,
      'A test fixture requires a complete response.',
    ]);
    expect(switched(on, false).problem).toBeNull();
    expect(withObstacle(opened(), 'This result is no longer in memory.').isBlocked).toBe(true);
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
});

describe('the size', () => {
  it('is exact for a whole response only, and counts the files beside it', () => {
    const state = withChoice(opened(), { part: 'all', types: ['typescript'] }, { forTests: true });
    const sized = (of: ExportState) => shownSize({ ...of, size: { rows: 92, bytes: 1000 } }).text;
    expect(sized(state)).toBe('92 rows, 63.5 kB, plus 2 more files');
    expect(sized(withChoice(state, { part: 'sample' }))).toBe('92 rows, about 1 kB, plus 2 more files');
    expect(sized(withChoice(state, { format: 'csv' }))).toBe('92 rows, about 1 kB');
  });

  it("isn't claimed to be exact for made-up values, which have other digits than the response", () => {
    const state = withChoice(opened({ madeUp: null }), { part: 'all', types: [] }, { forTests: true });
    expect(shownSize(state).text).toBe('');
    expect(shownSize({ ...state, size: { rows: 92, bytes: 63_500 } }).text).toMatch(
      /^92 rows, about 63.5 kB/,
    );
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

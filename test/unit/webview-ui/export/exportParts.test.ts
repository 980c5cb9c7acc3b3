import { expect, it } from 'vitest';
import type { ExportChoice } from '#src/protocol/exportOrder';
import { exportFormats } from '#src/protocol/formats';
import type { ResultState } from '#src/protocol/messages';
import { besideOf, chosenFor, initialState, orderOf, type Exportable } from '#view/export/exportParts';
import { openedFile } from '../../results/openedFiles';
import { resultState, shownComparison } from '../frame/resultStates';

const exportOf = (state: ResultState, asked: Partial<Exportable> = {}): Exportable => ({
  preset: 'export',
  state,
  table: null,
  form: {},
  format: null,
  ...asked,
});
const forTests = (state: ResultState) => initialState(exportOf(state, { preset: 'fixture' }));
const last: ExportChoice = { part: null, sample: 5, format: 'csv', types: ['pydantic'] };

it('an export for tests is 20 records with types and provenance, and then with the code chosen last', () => {
  expect(orderOf(forTests(resultState()))).toMatchObject({
    format: 'json',
    rows: { sample: 20 },
    beside: { provenance: true, types: ['typescript'] },
  });
  const again = forTests(resultState({ exportChoice: { ...last, part: 'all' } }));
  expect(orderOf(again)).toMatchObject({
    format: 'json',
    rows: { sample: 5 },
    beside: { provenance: true, types: ['pydantic'] },
  });
});

it('an export begins with what is still available of the last choice', () => {
  const exportChoice: ExportChoice = { ...last, part: 'selected', format: 'json' };
  const begun = initialState(exportOf(resultState({ exportChoice, source: shownComparison(), bytes: 0 })));
  expect(begun.choice).toMatchObject({ part: 'all', format: 'ndjson' });
});

it('an export in a format, such as of a response that is too large for an editor, begins with all rows', () => {
  const state = resultState({ exportChoice: { ...last, part: 'sample' } });
  const begun = initialState(exportOf(state, { format: 'json' }));
  expect(orderOf(begun)).toMatchObject({ format: 'json', rows: undefined });
});

it('values in files for tests are made up unless no service sent them, and are as sent elsewhere', () => {
  const valuesOf = (madeUp: ResultState['madeUp']) => orderOf(forTests(resultState({ madeUp }))).values;
  expect([valuesOf(null), valuesOf('sample'), valuesOf('synthetic')]).toEqual([
    { seed: 1 },
    undefined,
    undefined,
  ]);
  expect(orderOf(initialState(exportOf(resultState({ madeUp: null })))).values).toBeUndefined();
});

it('nothing goes with other files, whatever was chosen for tests', () => {
  for (const format of exportFormats) {
    const chosen = { ...forTests(resultState()), forTests: format !== 'json' };
    const { beside, values } = orderOf({ ...chosen, choice: { ...chosen.choice, format } });
    expect([beside, values]).toEqual([{ provenance: false, types: [] }, undefined]);
  }
});

it('synthetic values of a file are never saved without the file that says so, in any format', () => {
  for (const hasQuery of [true, false]) {
    const state = resultState({ source: openedFile({ madeUp: 'synthetic', hasQuery }) });
    const chosen = initialState(exportOf(state));
    for (const format of exportFormats) {
      expect(besideOf({ ...chosen, choice: { ...chosen.choice, format } }).provenance).toBe(true);
    }
  }
});

it("rows that were only suggested aren't remembered as chosen", () => {
  const tested = forTests(resultState());
  expect([tested.choice.part, chosenFor(tested).part]).toEqual(['sample', null]);
  const all = initialState(exportOf(resultState()));
  expect(chosenFor({ ...all, choice: { ...all.choice, part: 'sample' } }).part).toBe('sample');
});

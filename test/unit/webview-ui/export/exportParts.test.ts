import { expect, it } from 'vitest';
import type { ExportPreset } from '#src/protocol/exportOrder';
import { exportFormats } from '#src/protocol/formats';
import type { ResultState } from '#src/protocol/messages';
import { besideOf, chosenFor } from '#view/export/exportParts';
import { whyNot } from '#src/protocol/source';
import { openedFile } from '../../results/openedFiles';
import { resultState } from '../frame/resultStates';

const exportOf = (state: ResultState, preset: ExportPreset = 'export') => ({
  preset,
  state,
  table: null,
  form: {},
  format: null,
});

const beside = { provenance: true, types: ['typescript'], mocks: ['msw'] } as const;

it('no provenance or mock is saved with a file whose query is unknown, and the dialog says so', () => {
  const unknown = resultState({ source: openedFile({ hasQuery: false }) });
  expect(besideOf(exportOf(unknown), { format: 'json', beside, seed: null })).toEqual({
    provenance: false,
    types: ['typescript'],
    mocks: [],
  });
  expect(whyNot('saveProvenance', unknown.source)).toMatch(/^The query for prices.json is unknown/);
  const known = resultState({ source: openedFile() });
  expect(besideOf(exportOf(known), { format: 'json', beside, seed: null })).toEqual(beside);
  expect(whyNot('saveProvenance', known.source)).toBeNull();
});

it("a provenance that nobody chose depends on the format, and isn't remembered as a choice", () => {
  const nothing = { provenance: null, types: [], mocks: [] };
  const state = resultState();
  const choice = { part: null, sample: 20, format: 'csv', beside: nothing, seed: null } as const;
  expect(besideOf(exportOf(state), choice).provenance).toBe(false);
  expect(besideOf(exportOf(state), { ...choice, format: 'json' }).provenance).toBe(true);
  expect(chosenFor(exportOf(state), choice, false).beside).toEqual(nothing);
});

it('synthetic values of a file are never saved without the file that says so, in any format', () => {
  const none = { provenance: false, types: [], mocks: [] };
  for (const hasQuery of [true, false]) {
    const state = resultState({ source: openedFile({ madeUp: 'synthetic', hasQuery }) });
    for (const format of exportFormats) {
      expect(besideOf(exportOf(state), { format, beside: none, seed: null }).provenance).toBe(true);
    }
  }
});

it('seeded values are never saved without the file that says so', () => {
  const known = resultState();
  const none = { provenance: false, types: [], mocks: [] };
  const isProven = (format: 'json' | 'csv', seed: number | null) =>
    besideOf(exportOf(known), { format, beside: none, seed }).provenance;
  expect([isProven('json', 1), isProven('json', null), isProven('csv', 1)]).toEqual([true, false, false]);
});

it("a seed that nobody chose, or that the format doesn't have, isn't suggested for the next export", () => {
  const choice = { part: null, sample: 20, format: 'json', beside, seed: 1 } as const;
  const kept = (last: number | null, format: 'json' | 'csv', areValuesChosen: boolean) => {
    const exportChoices = { export: last === null ? null : { ...choice, seed: last }, fixture: null };
    const state = resultState({ exportChoices });
    return chosenFor(exportOf(state), { ...choice, format }, areValuesChosen).seed;
  };
  expect(kept(null, 'json', true)).toBe(1);
  expect(kept(null, 'json', false)).toBeNull();
  expect(kept(null, 'csv', true)).toBeNull();
  expect(kept(9, 'csv', true)).toBe(9);
});

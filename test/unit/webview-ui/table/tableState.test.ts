import { describe, expect, it } from 'vitest';
import type { ResultState } from '#src/protocol/messages';
import type { ShownColumn } from '#src/protocol/tableTypes';
import { onlyCell } from '#view/table/grid/gridSelection';
import { noChoice, withShown } from '#view/table/header/columnChoice';
import {
  arranged,
  chosenForm,
  figureColumns,
  isPlain,
  noMemory,
  noTable,
  rememberedSelection,
  rowCountText,
  typedRow,
  whichRows,
  type ShownTableState,
} from '#view/table/tableState';
import { resultState } from '../frame/resultStates';

const column = (key: string, differing: Partial<ShownColumn> = {}): ShownColumn => ({
  key,
  title: key,
  type: 'text',
  ...differing,
});
const [value, area] = [column('value', { type: 'number' }), column('area', { constant: 'NO1' })];
const side = column('side');
const result = resultState({ columns: [value, area, side] });
const keysOf = (columns: readonly ShownColumn[]) => columns.map(({ key }) => key);

/** The state in which the result is shown. */
function shownState(differing: Partial<ShownTableState> = {}): ShownTableState {
  const { columns, foldedColumns } = arranged(noTable, result);
  return { ...noTable, received: result, shown: result, columns, foldedColumns, ...differing };
}

describe('columns', () => {
  it('that say the same in all rows are above the table, once all rows are there', () => {
    const { columns, foldedColumns } = arranged(noTable, result);
    expect(keysOf(columns)).toEqual(['value', 'side']);
    expect(keysOf(foldedColumns)).toEqual(['area']);
    const receiving = arranged(noTable, resultState({ ...result, phase: { kind: 'receiving' } }));
    expect(keysOf(receiving.columns)).toEqual(['value', 'area', 'side']);
    expect(receiving.foldedColumns).toEqual([]);
  });

  it('by which the rows are filtered stay visible, although nobody chose them', () => {
    expect(keysOf(arranged({ ...noTable, inUse: ['area'] }, result).columns)).toContain('area');
  });

  it('take the active cell with them when another one is shown before it, and keep it otherwise', () => {
    const state = shownState({ selection: onlyCell({ row: 4, column: 1 }) });
    expect(keysOf(state.columns)[1]).toBe('side');
    const choice = withShown({ ...noChoice, order: ['area'] }, area, true);
    const next = arranged({ ...state, choice }, result);
    expect(next.areSame).toBe(false);
    expect(keysOf(next.columns)).toEqual(['area', 'value', 'side']);
    expect(next.selection.active).toEqual({ row: 4, column: 2 });
    expect(arranged(state, result)).toMatchObject({ areSame: true, selection: state.selection });
  });

  it('that are hidden leave the active cell in the first one', () => {
    const state = shownState({ selection: onlyCell({ row: 4, column: 1 }) });
    const choice = withShown(noChoice, side, false);
    expect(arranged({ ...state, choice }, result).selection.active).toEqual({ row: 4, column: 0 });
  });
});

describe('what is remembered of a result', () => {
  const selection = { ...onlyCell({ row: 2, column: 1 }), anchor: { row: 0, column: 0 } };

  it('selects the same cells if the columns are the same, and otherwise only whole rows', () => {
    const remembered = { ...noMemory, selected: { selection, columns: ['value', 'side'] } };
    expect(rememberedSelection(shownState({ remembered }))).toEqual(selection);
    const other = { ...noMemory, selected: { selection, columns: ['value', 'area'] } };
    expect(rememberedSelection(shownState({ remembered: other }))).toEqual(onlyCell({ row: 2, column: 0 }));
    const rows = { ...selection, rows: { others: [], removes: false } };
    const whole = { ...noMemory, selected: { selection: rows, columns: [] } };
    expect(rememberedSelection(shownState({ remembered: whole })).rows).toEqual(rows.rows);
    expect(rememberedSelection(shownState())).toEqual(onlyCell({ row: 0, column: 0 }));
  });
});

describe('the form of the table', () => {
  const chosen = (differing: Partial<ResultState>, finding: Parameters<typeof chosenForm>[2] = null) =>
    chosenForm({ ...noTable, received: resultState(differing) }, 'P1D', finding);

  it('is the chosen one of a finished result of series', () => {
    expect(chosen({})).toEqual({ resolution: 'P1D' });
  });

  it('is as received while rows arrive, for the rows of a finding, and for other data', () => {
    expect(chosen({ phase: { kind: 'receiving' } })).toEqual({});
    expect(chosen({}, { text: '2 duplicates' })).toEqual({});
    expect(chosen({ dataset: { ...result.dataset, chart: 'orders' } })).toEqual({});
  });
});

it('rows keep their places while more arrive only if they are all shown in their own order', () => {
  expect(isPlain(whichRows([], [], null))).toBe(true);
  expect(isPlain(whichRows([{ column: 'value' }], [], null))).toBe(false);
  const filter = { column: 'side', op: '=' as const, value: 'buy' };
  expect(isPlain(whichRows([], [filter], null))).toBe(false);
  const only = { text: '2 duplicates', key: { kind: 'duplicates' as const } };
  expect(isPlain(whichRows([], [], only))).toBe(false);
  expect(whichRows([], [], { text: 'nulls', filter: [filter] })).toEqual({ sort: [], filter: [filter] });
});

it('figures are those of the selected columns, or of the main one for whole rows, which is named', () => {
  const cells = { rows: [[0, 2] as const], left: 1, right: 1, areRows: false };
  expect(figureColumns(shownState(), cells)).toEqual({ keys: ['side'], of: null });
  expect(figureColumns(shownState(), { ...cells, areRows: true })).toEqual({ keys: ['value'], of: 'value' });
});

it('a row is found by its number, however it is typed, unless there is none', () => {
  expect(['1', '1,092', ' 1 092 '].map((text) => typedRow(text, 1092))).toEqual([0, 1091, 1091]);
  expect(['0', '1093', '1.5', 'last', '-1'].map((text) => typedRow(text, 1092))).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});

it('the number of rows says how many were left out', () => {
  expect(rowCountText(1092, null)).toBe('1,092 rows');
  expect(rowCountText(1, null)).toBe('1 row');
  expect(rowCountText(12, 1092)).toBe('12 of 1,092 rows');
});

import { describe, expect, it } from 'vitest';
import type { ShownColumn } from '#src/protocol/tableTypes';
import {
  chosenWidth,
  countHidden,
  displayOrder,
  isFolded,
  judgedColumns,
  noChoice,
  orderedColumns,
  visibleColumns,
  withMoved,
  withShown,
  withWidth,
} from '#view/table/header/columnChoice';

const column = (key: string): ShownColumn => ({ key, title: key, type: 'text' });
const columns = ['a', 'b', 'c', 'd'].map(column);
const keysOf = (list: readonly ShownColumn[]) => list.map(({ key }) => key).join('');

describe('the columns a person chose', () => {
  it("are in the dataset's own order until one is moved", () => {
    expect(keysOf(orderedColumns(columns, ['c'], noChoice))).toBe('cabd');
    const moved = withMoved(noChoice, orderedColumns(columns, ['c'], noChoice), 'b', -1);
    expect(keysOf(orderedColumns(columns, ['c'], moved))).toBe('cbad');
  });

  it("come before a column that the last response didn't have", () => {
    const moved = withMoved(noChoice, columns, 'd', -1);
    expect(keysOf(orderedColumns([column('new'), ...columns], [], moved))).toBe('abdcnew');
  });

  it('may include period numbers, hidden at first, if rows are periods and the service sends none', () => {
    const periods = ['startTime', 'endTime', 'value'].map(column);
    const main = ['startTime', 'endTime', 'value'];
    const ordered = orderedColumns(periods, main, noChoice);
    expect(keysOf(ordered)).toBe('startTimeendTimeperiodvalue');
    expect(keysOf(visibleColumns(ordered, noChoice))).toBe('startTimeendTimevalue');
    const on = withShown(noChoice, column('period'), true);
    expect(keysOf(visibleColumns(ordered, on))).toBe('startTimeendTimeperiodvalue');
    expect(withShown(on, column('period'), false)).toEqual(noChoice);
    expect(orderedColumns([...periods, column('period')], main, noChoice)).toHaveLength(4);
    expect(keysOf(orderedColumns(columns, [], noChoice))).toBe('abcd');
  });

  it('stay where they are when the first one is moved up or the last one down', () => {
    expect(withMoved(noChoice, columns, 'a', -1)).toEqual(noChoice);
    expect(withMoved(noChoice, columns, 'd', 1)).toEqual(noChoice);
    expect(withMoved(noChoice, columns, 'gone', 1)).toEqual(noChoice);
  });

  it('never leave a table without columns: another response may lack those not hidden', () => {
    const hidden = withShown(withShown(noChoice, column('a'), false), column('b'), false);
    expect(keysOf(visibleColumns(columns, hidden))).toBe('cd');
    expect(keysOf(visibleColumns(columns.slice(0, 2), hidden))).toBe('ab');
    expect(withShown(hidden, column('a'), true).hidden).toEqual(['b']);
  });

  it('are never too narrow to be widened again, nor wider than a screen', () => {
    expect(withWidth(noChoice, 'a', 3).widths).toEqual({ a: 40 });
    expect(withWidth(noChoice, 'a', 90_000).widths).toEqual({ a: 1200 });
    expect(withWidth(withWidth(noChoice, 'a', 100), 'a', null)).toEqual(noChoice);
  });
});

describe('columns that were never moved', () => {
  it("are in the dataset's order, unknown fields last", () => {
    const order = displayOrder(['id', 'price', 'odd', 'time'].map(column), ['time', 'gone', 'price']);
    expect(order.map(({ key }) => key)).toEqual(['time', 'price', 'id', 'odd']);
  });

  it('show next to the value what distinguishes series, and last what is always the same', () => {
    const same = (key: string) => ({ ...column(key), constant: 'x' });
    const columns = [
      column('startTime'),
      column('value'),
      same('unit'),
      column('resolution'),
      same('attribute.status'),
      column('attribute.side'),
    ];
    const order = displayOrder(columns, ['startTime', 'value', 'unit']);
    expect(order.map(({ key }) => key)).toEqual([
      'startTime',
      'value',
      'attribute.side',
      'unit',
      'resolution',
      'attribute.status',
    ]);
  });
});

describe('the width of a column', () => {
  it.each(['constructor', '__proto__', 'toString'])(
    'is that of its content until it is chosen, also of a field called %s',
    (key) => {
      expect(chosenWidth(noChoice, key)).toBeUndefined();
      expect(chosenWidth(withWidth(noChoice, key, 120), key)).toBe(120);
    },
  );
});

describe('columns with the same value in all rows', () => {
  const unit: ShownColumn = { ...column('unit'), constant: 'EUR/MWh' };
  const all = [column('start'), unit];

  it('are folded until a person wants them back, and again when they are switched off', () => {
    expect(keysOf(visibleColumns(all, noChoice))).toBe('start');
    expect(isFolded(noChoice, unit)).toBe(true);
    const back = withShown(noChoice, unit, true);
    expect(keysOf(visibleColumns(all, back))).toBe('startunit');
    expect(withShown(back, unit, false)).toEqual(noChoice);
  });

  it('can also be restored if they were hidden while their values differed', () => {
    const hidden = withShown(noChoice, column('unit'), false);
    expect(isFolded(hidden, unit)).toBe(false);
    expect(keysOf(visibleColumns(all, withShown(hidden, unit, true)))).toBe('startunit');
  });

  it('stay in the table while it is unknown what the other rows contain', () => {
    expect(keysOf(visibleColumns(judgedColumns(all, [], 96, false), noChoice))).toBe('startunit');
    expect(keysOf(visibleColumns(judgedColumns(all, [], 1, true), noChoice))).toBe('startunit');
    expect(keysOf(visibleColumns(judgedColumns(all, [], 2, true), noChoice))).toBe('start');
  });

  it('stay if the table would otherwise have no column', () => {
    expect(keysOf(visibleColumns([unit], noChoice))).toBe('unit');
  });
});

describe('columns about the record', () => {
  const scale: ShownColumn = { ...column('scale'), constant: 1 };
  const [one, two] = [column('start'), column('subtype')];
  const background = ['scale', 'subtype'];
  const judged = judgedColumns([one, two, scale], background, 96, true);
  const states = (choice = noChoice) => ({
    visible: keysOf(visibleColumns(judged, choice)),
    folded: keysOf(judged.filter((each) => isFolded(choice, each))),
    hidden: countHidden(judged, choice),
  });

  it('are hidden unless their values differ, so that rows can be told apart', () => {
    expect(states()).toEqual({ visible: 'startsubtype', folded: '', hidden: 1 });
  });

  it('are shown and hidden again like any other', () => {
    const shown = withShown(noChoice, judged[2]!, true);
    expect(states(shown)).toEqual({ visible: 'startsubtypescale', folded: '', hidden: 0 });
    expect(withShown(shown, judged[2]!, false)).toEqual(noChoice);
    const less = withShown(noChoice, judged[1]!, false);
    expect(states(less)).toEqual({ visible: 'start', folded: '', hidden: 2 });
  });

  it.each([
    [1, true],
    [96, false],
  ])('are hidden with %i rows, and while rows arrive', (rows, isWhole) => {
    const ordered = judgedColumns([one, two, scale], background, rows, isWhole);
    expect(keysOf(visibleColumns(ordered, noChoice))).toBe('startsubtype');
    const shown = withShown(noChoice, ordered[2]!, true);
    expect(keysOf(visibleColumns(ordered, shown))).toBe('startsubtypescale');
  });

  it("aren't counted as hidden where they are all that the table has", () => {
    expect(countHidden(judgedColumns([scale], background, 96, true), noChoice)).toBe(0);
  });
});

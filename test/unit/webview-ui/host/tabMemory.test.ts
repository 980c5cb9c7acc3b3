import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noChoices } from '#view/chart/model/chartOptions';
import { createTabMemory, nothingKept, type PaneMemories } from '#view/host/tabMemory';

const tab: Parameters<ReturnType<typeof createTabMemory>['store']>[0] = {
  result: 'one',
  view: 'table',
  timeZone: 'UTC',
  overlays: ['two'],
};

/** As the editor writes it to disk, and gives it back. */
function storage(stored: unknown = undefined) {
  const at = { text: JSON.stringify(stored) };
  return {
    at,
    read: (): unknown => (at.text === undefined ? undefined : JSON.parse(at.text)),
    write: (memory: unknown) => void (at.text = JSON.stringify(memory)),
  };
}

/** What is left of it after a reload. */
function reloaded(panes: PaneMemories) {
  const store = storage();
  const before = createTabMemory(store);
  before.keep('one', { ...nothingKept, panes });
  before.store(tab);
  const memory = createTabMemory(store);
  return { view: memory.restore('one'), panes: memory.of('one')?.panes };
}

/** The resolution is kept with the result. */
const choices = { ...noChoices, resolution: undefined };
const table = { sort: [{ column: 'value', descending: true }], filters: { value: '>80' }, topRow: 7 };
const cell = { row: 40, column: 0 };

describe('what a tab keeps', () => {
  it.each<[string, PaneMemories]>([
    ['the choices in a chart', { chart: { ...choices, range: { from: 1, to: 2 }, hidden: ['NO1'] } }],
    ['the depth of a contract', { chart: { ...choices, contract: { id: 'PH-1' }, depth: { at: 5 } } }],
    ['the order and the filters of a table', { table: { ...table, selected: null } }],
    [
      'selected blocks of rows',
      {
        table: {
          ...table,
          selected: {
            selection: { active: cell, anchor: cell, rows: { others: [[10, 11]], removes: false } },
            columns: ['value'],
          },
        },
      },
    ],
    ['the day of a calendar', { days: { current: 9, series: 'SE3' } }],
    ['the place in a body', { json: { scrollTop: 100 } }],
  ])('comes back after a reload: %s', (_name, panes) => {
    expect(reloaded(panes)).toEqual({ view: 'table', panes });
  });

  it.each<[string, object, keyof PaneMemories]>([
    ['a reversed range', { chart: { ...choices, range: { from: 2, to: 1 } } }, 'chart'],
    ['a range without an end', { chart: { ...choices, range: { from: 2 } } }, 'chart'],
    ['a period before the first', { chart: { ...choices, period: -1 } }, 'chart'],
    ['a row that is a word', { table: { ...table, topRow: 'last' } }, 'table'],
    ['a day before the first', { days: { current: -1, series: null } }, 'days'],
  ])('is left out if it has %s, and the rest comes back', (_name, panes, left) => {
    const json = { scrollTop: 1 };
    const results = [['one', { ...nothingKept, panes: { ...panes, json } }]];
    const memory = createTabMemory(storage({ ...tab, results }));
    expect(memory.restore('one')).toBe('table');
    expect(memory.of('one')?.panes.json).toEqual(json);
    expect(memory.of('one')?.panes[left]).toBeUndefined();
  });

  it('is ignored if it is anything else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (stored) => {
        expect(createTabMemory(storage(stored)).restore('one')).toBeUndefined();
      }),
    );
  });

  it('is the view of the result that was shown, and of no other', () => {
    const store = storage({ ...tab, results: [] });
    expect(createTabMemory(store).restore('another')).toBeUndefined();
  });

  it('is of the last 20 results, without which it would grow', () => {
    const store = storage();
    const memory = createTabMemory(store);
    for (let at = 0; at < 25; at += 1) memory.keep(`r${at}`, nothingKept);
    memory.keep('r10', nothingKept);
    memory.keep('r25', nothingKept);
    memory.store(tab);
    const after = createTabMemory(store);
    after.restore('one');
    expect(['r5', 'r6', 'r10', 'r25'].map((id) => after.of(id) !== undefined)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});

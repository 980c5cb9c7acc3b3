import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readViewMessage } from '#src/editor/result/viewMessages';
import type { ExportChoice, ExportOrder } from '#src/protocol/exportOrder';
import type { CompanionFiles } from '#src/protocol/companionFiles';
import { type EditorQuestionKind, type EditorQuestions, type ViewAction } from '#src/protocol/messages';
import { type ViewQuestionKind, type ViewQuestions } from '#src/protocol/viewQuestions';

const ask = (kind: string, question: unknown) => ({
  kind: 'ask',
  result: 'r1',
  ask: 1,
  asked: { kind, question },
});
const act = (action: unknown) => ({ kind: 'act', result: 'r1', action });

const zone = 'Europe/Oslo';
const sort = [{ column: 'value', descending: true }];
const filter = [{ column: 'value', op: '>' as const, value: 3 }];

/** One question of each kind, as the view sends it. */
const questions: { [Kind in ViewQuestionKind]: ViewQuestions[Kind]['question'] } = {
  rows: {
    from: 0,
    to: 2000,
    sort,
    filter,
    columns: ['value'],
    finding: { kind: 'missing', of: '0' },
    layout: 'wide',
  },
  form: { resolution: 'P1D', layout: 'wide' },
  find: { sort, text: 'NO1', zone, start: { row: 0, column: -1 }, backwards: true },
  findCount: { filter, text: 'NO1', zone, at: { row: 3, column: 1 } },
  record: { row: 7 },
  figures: {
    columns: ['value'],
    ranges: [
      [0, 5],
      [9, 5_000_000],
    ],
  },
  values: { column: 'status', text: '' },
  columnSummary: { column: 'value', layout: 'wide' },
  gaps: { most: 200 },
  dayFigures: { series: 'NO1' },
  chart: { from: -1, to: 1.5, width: 1200, height: 500, depth: { at: 1 }, contract: { id: 'C1' } },
  json: { start: 0, end: 9, from: 0, to: 100 },
  jsonFind: { text: 'NO1', after: 0 },
  jsonPath: { at: 12 },
  jsonAt: { path: '$[3].value' },
  jsonCount: { text: 'NO1', from: 0, at: 7 },
  exportSize: { format: 'csv', rows: { filter, sort, ranges: [[0, 5]], sample: 20, columns: ['value'] } },
};

const beside: CompanionFiles = { provenance: true, types: ['typescript'] };
const choice: ExportChoice = {
  part: 'shown',
  sample: 20,
  format: 'json',
  types: ['typescript'],
};

const order: ExportOrder = {
  format: 'json',
  rows: { sort, finding: { kind: 'missing' }, from: 0, to: 9 },
  values: { seed: 7 },
  beside,
};

/** One question for the editor of each kind. */
const editorQuestions: { [Kind in EditorQuestionKind]: EditorQuestions[Kind]['question'] } = {
  exportTarget: { preset: 'fixture', order },
  exportElsewhere: { ...order, format: 'parquet' },
  export: {
    preset: 'export',
    choice,
    order,
    target: 'market-data/prices.json',
    agreed: ['replace'],
  },
  calendar: {},
  areas: { part: 'deliveryarea' },
  typed: { part: 'startTime', typed: '-7d' },
};

/** One action of each kind as the view reports it. */
const actions: { [Kind in ViewAction['kind']]: ViewAction & { kind: Kind } } = {
  runAgain: { kind: 'runAgain' },
  runOnSelected: { kind: 'runOnSelected' },
  editQuery: { kind: 'editQuery' },
  whenPublished: { kind: 'whenPublished' },
  stopWaiting: { kind: 'stopWaiting' },
  saveQuery: { kind: 'saveQuery' },
  editPart: { kind: 'editPart', part: 'startTime' },
  setPart: { kind: 'setPart', part: 'deliveryarea', typed: 'NO1,SE3' },
  onDays: { kind: 'onDays', from: '2026-03-28', to: '2026-03-29' },
  fetchRange: { kind: 'fetchRange', from: '2026-01-01', to: '2026-03-29' },
  otherDay: { kind: 'otherDay', days: -1 },
  back: { kind: 'back' },
  keep: { kind: 'keep' },
  runInstead: { kind: 'runInstead', parameters: { deliveryarea: 'NO2' } },
  cancel: { kind: 'cancel' },
  signIn: { kind: 'signIn' },
  editConnection: { kind: 'editConnection' },
  showLog: { kind: 'showLog' },
  copyAs: { kind: 'copyAs', target: 'curl' },
  copyText: { kind: 'copyText', text: '1\t2' },
  openDocument: { kind: 'openDocument' },
  compare: { kind: 'compare', as: 'overlay', days: -7 },
  openAgain: { kind: 'openAgain' },
  openOriginal: { kind: 'openOriginal', index: 1 },
  openDay: { kind: 'openDay', day: '2026-03-29' },
  fetchDays: { kind: 'fetchDays' },
  verifyFiles: { kind: 'verifyFiles' },
  removeFromChart: { kind: 'removeFromChart', result: 'other' },
  timeZone: { kind: 'timeZone', zone },
  otherZone: { kind: 'otherZone' },
  columns: {
    kind: 'columns',
    choice: { order: ['value'], hidden: [], unfolded: ['unit'], widths: { value: 90 }, period: true },
  },
  imageCopied: { kind: 'imageCopied' },
  imageFailed: { kind: 'imageFailed', message: "Couldn't copy the image." },
  savePicture: { kind: 'savePicture', png: new Uint8Array([1]) },
};

describe('messages from the view', () => {
  it.each(Object.entries({ ...questions, ...editorQuestions }))(
    'are accepted: a question about %s',
    (kind, question) => {
      expect(readViewMessage(ask(kind, question))).toEqual(ask(kind, question));
    },
  );

  it.each(Object.values(actions))('are accepted: the action $kind', (action) => {
    expect(readViewMessage(act(action))).toEqual(act(action));
  });

  it('are accepted: the first answer has been drawn', () => {
    expect(readViewMessage({ kind: 'drawn' })).toEqual({ kind: 'drawn' });
  });

  it.each([
    ['of an unknown kind', { kind: 'reload' }],
    ['a question of an unknown kind', ask('everything', {})],
    ['a question with members of another one', ask('record', { most: 3 })],
    ['more rows than fit on a screen', ask('rows', { from: 0, to: 2001 })],
    ['rows without an end', ask('rows', { from: 0 })],
    ['rows before the first', ask('rows', { from: -1, to: 5 })],
    ['an unknown operator', ask('rows', { to: 1, filter: [{ column: 'a', op: '~', value: 1 }] })],
    ['a text that is too long', ask('values', { column: 'status', text: 'x'.repeat(1001) })],
    ['an unknown time zone', ask('findCount', { text: '', zone: 'Mars', at: { row: 0, column: 0 } })],
    [
      'a text to copy that the view would have rejected',
      act({ kind: 'copyText', text: 'x'.repeat(1_000_001) }),
    ],
    ['more gaps than a list can contain', ask('gaps', { most: 2001 })],
    ['a chart larger than a screen', ask('chart', { width: 10_001, height: 1 })],
    ['a chart with an infinite time', ask('chart', { width: 1, height: 1, from: Infinity })],
    ['an unknown format', ask('exportElsewhere', { ...order, format: 'exe' })],
    ['a sample of nothing', ask('exportSize', { format: 'csv', rows: { sample: 0 } })],
    ['a risk that nobody is asked about', ask('export', { ...editorQuestions.export, agreed: ['all'] })],
    [
      'types of an unknown language',
      ask('exportElsewhere', { ...order, beside: { ...beside, types: ['cobol'] } }),
    ],
    [
      'a seed of a file that no generator accepts',
      ask('exportElsewhere', { ...order, values: { seed: 0.5 } }),
    ],
    [
      'seeded values with an unknown member',
      ask('exportElsewhere', { ...order, values: { seed: 7, form: 'kept' } }),
    ],
    ['an action on no result in particular', { kind: 'act', action: actions.cancel }],
    ['a third original', act({ kind: 'openOriginal', index: 2 })],
    ['an invalid picture', act({ kind: 'savePicture', png: 'data:' })],
  ])('are dropped: %s', (_, message) => {
    expect(readViewMessage(message)).toBeUndefined();
  });

  it('never throw, whatever arrives, and contain no unexpected fields', () => {
    const asked = { ...questions, ...editorQuestions };
    const kinds = fc.constantFrom(...Object.keys(asked), ...Object.keys(actions), 'other');
    const known = Object.assign({}, ...Object.values(asked), ...Object.values(actions)) as object;
    const members = fc.dictionary(fc.constantFrom(...Object.keys(known), '__proto__'), fc.anything());
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), kinds, members, (value, kind, hostile) => {
        readViewMessage(value);
        for (const question of [value, hostile]) {
          const read = readViewMessage(ask(kind, question));
          if (read?.kind !== 'ask') continue;
          const allowed = Object.keys(known);
          expect(allowed).toEqual(expect.arrayContaining(Object.keys(read.asked.question)));
        }
        readViewMessage(act({ ...hostile, kind }));
      }),
    );
  });
});

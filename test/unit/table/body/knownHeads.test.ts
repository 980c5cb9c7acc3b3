import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BodyReader } from '#src/table/body/bodyReader';
import { KnownHeads } from '#src/table/body/knownHeads';
import type { Table } from '#src/table/columns/table';
import { propertyRuns } from '../../propertyRuns';
import { anyCharacter } from '../../anyText';

/** Usual values are written so that heads can be compared; the others must be read as `JSON.parse` reads them. */
const usually = (usual: fc.Arbitrary<string>, ...others: string[]) =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const instant = fc.integer({ min: 0, max: 3000 }).map((day) => new Date(day * 86_400_000).toISOString());
const startTime = usually(
  instant.map((text) => `"${text}"`),
  '"2026-03-28T23:00:00Z"',
  '"2026-03-29T00:00:00+02:00"',
  '"2026-03-28T23:00:00.1234567Z"',
  '"2026-02-30T00:00:00.000Z"',
  '"24:00"',
  '1774738800000',
  'null',
  '[1,2]',
);
const createdTime = usually(
  fc.nat().map(String),
  '12.10',
  '1e3',
  '-0',
  '-5',
  '12345678901234567890',
  '"2026-03-28T23:00:00.000Z"',
  'null',
  '{"a":1}',
);

const attribute = (name: string, value: string) => `{"role":null,"name":${name},"value":${value}}`;
const text = fc
  .oneof(fc.constantFrom('NO1', 'SE3', 'Østlandet', ''), fc.string({ unit: anyCharacter, maxLength: 6 }))
  .map((value) => JSON.stringify(value));
/** What heads that are alike have in common, with a place for each value that varies. */
const template = fc
  .record({
    area: text,
    unit: usually(text, '1', 'null', '"\\u0045UR"', '["EUR"]'),
    scale: usually(fc.constantFrom('1', '2'), '2.0', '"2"', 'null'),
    status: usually(fc.constantFrom('"O"', '"P"'), '5', 'null'),
    more: usually(
      fc.constant(''),
      '"auction":"SDAC"',
      '"auction":null',
      '"auction":7',
      '"auction":true',
      '"values.unit":"x"',
      '"value":1.5',
      '"unit":"twice"',
      '"startTime":null',
      '"start\\u0054ime":"2026-03-28T23:00:00.000Z"',
    ),
    attributes: usually(fc.constant('list'), 'null', '5', 'with misfit', 'with the same name twice'),
    order: fc.shuffledSubarray(
      ['type', 'attributes', 'unit', 'scale', 'startTime', 'endTime', 'createdTime'],
      {
        minLength: 4,
      },
    ),
    valuesAt: fc.nat({ max: 7 }),
    gap: fc.constantFrom('', '', ' ', '\n  '),
  })
  .map(({ area, unit, scale, status, more, attributes, order, valuesAt, gap }) => {
    const list = [attribute('"deliveryArea"', area), attribute('"status"', status)];
    if (attributes === 'with misfit') list.push('7');
    if (attributes === 'with the same name twice') list.push(attribute('"status"', '"S"'));
    const fields: Readonly<Record<string, string>> = {
      type: '"price"',
      attributes: attributes === 'null' || attributes === '5' ? attributes : `[${list.join(`,${gap}`)}]`,
      unit,
      scale,
      startTime: '<start>',
      endTime: '<end>',
      createdTime: '<created>',
    };
    const members = order.map((name) => `${gap}"${name}":${gap}${fields[name] ?? ''}`);
    if (more !== '') members.splice(valuesAt, 0, more);
    members.splice(valuesAt, 0, `"values":${gap}[<values>]`);
    return `{${members.join(',')}${gap}}`;
  });

const value = fc
  .record({ at: startTime, number: usually(fc.integer({ min: -500, max: 500 }).map(String), '1.50', 'null') })
  .map(({ at, number }) => `{"startTime":${at},"endTime":${at},"value":${number}}`);
const record = (templates: readonly string[]) =>
  fc
    .record({
      as: fc.constantFrom(...templates),
      start: startTime,
      end: startTime,
      created: createdTime,
      values: fc.array(value, { minLength: 0, maxLength: 3 }),
    })
    .map(({ as, start, end, created, values }) =>
      as
        .replace('<values>', () => values.join(','))
        .replace('<start>', () => start)
        .replace('<end>', () => end)
        .replace('<created>', () => created),
    );
/** Bodies of one range: mostly of the same few heads. */
const bodies = fc
  .array(template, { minLength: 1, maxLength: 4 })
  .chain((templates) =>
    fc.array(fc.array(record(templates), { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 }),
  );

/** Reads the bodies in pieces; before some of these, columns get distinct entries, as a filter's question makes them. */
function read(bytes: Buffer, cuts: readonly number[]) {
  const reader = new BodyReader('timeSeries', 1e9, { isSeveral: true });
  let from = 0;
  for (const cut of [...cuts, bytes.length].sort((a, b) => a - b)) {
    reader.push(bytes.subarray(from, cut));
    if (cut % 3 === 0) {
      for (const column of reader.table.columns) if (column.kind === 'text') column.makeDistinct();
    }
    from = cut;
  }
  const verdict = reader.end(true);
  return { verdict, ...contentOf(reader.table) };
}

/** Everything that findings, figures, filters, and exports are made of. */
function contentOf(table: Table) {
  const rows = Array.from({ length: table.rows }, (_, row) => row);
  return {
    records: table.records,
    starts: table.recordStarts,
    misfits: table.misfits,
    repeated: table.repeatedFields,
    problem: table.problem,
    described: table.describe(),
    columns: table.columns.map((column) => ({
      key: column.key,
      texts: rows.map((row) => column.text(row)),
      cells: rows.map((row) => column.cell(row)),
      ...(column.kind === 'numeric' && {
        exact: [...column.exact],
        decimals: rows.map((row) => column.writtenDecimals(row)),
      }),
      ...(column.kind === 'text' && { entries: column.texts(), json: rows.map((row) => column.isJson(row)) }),
    })),
  };
}

const series = (area: string, day: string, more = '') =>
  `{"type":"price","attributes":[${attribute('"deliveryArea"', `"${area}"`)}],"startTime":"${day}T00:00:00.000Z",` +
  `"values":[{"startTime":"${day}T00:00:00.000Z","value":1.5}]${more},"createdTime":${Date.parse(day)}}`;

describe('heads that are recognized by their bytes', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('give the same as JSON.parse, wherever chunks are cut and in each body after the first', () => {
    fc.assert(
      fc.property(bodies, fc.array(fc.nat({ max: 20_000 }), { maxLength: 6 }), (all, some) => {
        const bytes = Buffer.from(all.map((records) => `[${records.join(',')}]`).join('\u001e'));
        const cuts = some.map((cut) => cut % (bytes.length + 1));
        const recognized = read(bytes, cuts);
        const never = vi.spyOn(KnownHeads.prototype, 'findValues').mockReturnValue(-1);
        const unfilled = vi.spyOn(KnownHeads.prototype, 'fill').mockReturnValue(false);
        const parsed = read(bytes, cuts);
        never.mockRestore();
        unfilled.mockRestore();
        expect(recognized).toEqual(parsed);
      }),
      { numRuns: propertyRuns(150, 5000) },
    );
  });

  it.each([
    [
      'of areas in turn',
      ['NO1', 'SE3'].flatMap((area) => [1, 2, 3].map((day) => series(area, `2026-03-0${day}`))),
    ],
    [
      'of days in turn',
      [1, 2, 3].flatMap((day) => ['NO1', 'SE3'].map((area) => series(area, `2026-03-0${day}`))),
    ],
    [
      'that differ only after their values',
      [1, 2, 3].flatMap((day) =>
        ['A', 'B'].map((kind) => series('NO1', `2026-03-0${day}`, `,"category":"${kind}"`)),
      ),
    ],
  ])('are parsed only once, also %s', (_, records) => {
    const fill = vi.spyOn(KnownHeads.prototype, 'fill');
    new BodyReader('timeSeries', 1e9).push(Buffer.from(`[${records.join(',')}]`));
    expect(fill.mock.results.filter(({ value }) => value === true)).toHaveLength(4);
  });

  it('are recognized in the next body of a range as well', () => {
    const fill = vi.spyOn(KnownHeads.prototype, 'fill');
    const days = [1, 2, 3].map((day) => `[${series('NO1', `2026-03-0${day}`)}]`);
    new BodyReader('timeSeries', 1e9, { isSeveral: true }).push(Buffer.from(days.join('\u001e')));
    expect(fill.mock.results.map(({ value }) => value as boolean)).toEqual([true, true]);
  });

  it('are no longer compared if each one is different, because that would cost more than it saves', () => {
    const compare = vi.spyOn(Buffer.prototype, 'compare');
    const records = Array.from({ length: 1000 }, (_, area) => series(`AREA${area}`, '2026-03-01'));
    const reader = new BodyReader('timeSeries', 1e9);
    const half = records.slice(0, 500).join(',');
    reader.push(Buffer.from(`[${half},`));
    compare.mockClear();
    reader.push(Buffer.from(`${records.slice(500).join(',')}]`));
    expect(reader.end(true).kind).toBe('records');
    expect(reader.table.rows).toBe(1000);
    expect(compare).not.toHaveBeenCalled();
  });
});

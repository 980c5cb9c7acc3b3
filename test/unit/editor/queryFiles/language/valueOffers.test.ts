import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { readQuery } from '#src/market/query/query';
import { queryParts } from '#src/market/query/queryParts';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import { suggestionsFor } from '#src/editor/query/suggestions';
import { valueOffers, type Offerable } from '#src/editor/queryFiles/language/valueOffers';

const now = Date.parse('2026-11-22T10:00:00Z');
const known: Offerable = {
  now,
  connections: ['sandbox', 'production "north"'],
  timeZones: ['Europe/Oslo', 'UTC'],
  areas: [],
  columnsOf: () => [],
};

/** The offers at `|`, which isn't part of the text. */
function at(marked: string, more: Partial<Offerable> = {}) {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = valueOffers(text, readQueryFile(text, now), offset, { ...known, ...more });
  const accept = (value: string) => {
    if (!found) throw new Error('Nothing is offered.');
    const { start, end } = found.replaced;
    return text.slice(0, start) + found.written(value) + text.slice(end);
  };
  return { values: found?.offers.map(({ value }) => value), offers: found?.offers, accept };
}

/** A file with one query, whose parameters are the given text. */
const asking = (parameters: string, dataset = 'dayahead-prices', zone = 'Europe/Oslo') =>
  `{ "version": 1, "timeZone": "${zone}", "queries": { "a": { "dataset": "${dataset}", "parameters": { ${parameters} } } } }`;

describe('the values offered in a query file', () => {
  it('are days with their meaning in the time zone of the file, whatever the time zone of the person is', () => {
    const { offers } = at(asking('"startTime": "|"'));
    expect(offers?.slice(0, 3)).toEqual([
      {
        value: 'today',
        description: '2026-11-21T23:00:00Z',
        detail: expect.stringContaining('sends 2026-11-21T23:00:00Z to 2026-11-22T23:00:00Z, 24 h') as string,
      },
      expect.objectContaining({ value: 'tomorrow', description: '2026-11-22T23:00:00Z' }),
      expect.objectContaining({ value: 'yesterday', description: '2026-11-20T23:00:00Z' }),
    ]);
    expect(at(asking('"endTime": "|"')).offers?.[0]?.description).toBe('2026-11-22T23:00:00Z');
  });

  it('distinguish the delivery day from the calendar day if the file has another time zone', () => {
    const { offers } = at(asking('"startTime": "|"', 'dayahead-prices', 'UTC'));
    expect(offers?.slice(0, 2)).toEqual([
      expect.objectContaining({
        value: '2026-11-21T23:00:00Z',
        description: 'Today (2026-11-22) · delivery day, midnight to midnight CET/CEST',
      }),
      expect.objectContaining({ value: 'today', description: '2026-11-22T00:00:00Z' }),
    ]);
  });

  it('complete a list at the area that is being typed, and never offer one that the list has', () => {
    const typed = asking('"deliveryarea": "NO1, SE|,DK1"');
    const { values, accept } = at(typed);
    expect(values).toContain('SE3');
    expect(values).not.toContain('NO1');
    expect(values).not.toContain('DK1');
    expect(accept('SE3')).toBe(asking('"deliveryarea": "NO1, SE3,DK1"'));
    expect(at(asking('"deliveryarea": "NO1,|"')).accept('SE3')).toBe(asking('"deliveryarea": "NO1,SE3"'));
    expect(at(asking('"deliveryarea": "|NO1"')).accept('SE3')).toBe(asking('"deliveryarea": "SE3"'));
  });

  it('include previously queried areas, once', () => {
    const { offers } = at(asking('"deliveryarea": "|"'), { areas: ['NO1', 'KT'] });
    expect(offers?.filter(({ value }) => value === 'NO1')).toHaveLength(1);
    expect(offers?.at(-1)).toEqual({ value: 'KT', description: 'queried in this window' });
    const flows = at(asking('"deliveryareafrom": "|"', 'uk-flows'), { areas: ['KT'] });
    expect(flows.values).toContain('KT');
  });

  it('are written with quotation marks where there are none, and escaped', () => {
    const file = '{ "version": 1, "connection": |, "queries": {} }';
    expect(at(file).values).toEqual(['sandbox', 'production "north"']);
    expect(at(file).accept('production "north"')).toBe(
      '{ "version": 1, "connection": "production \\"north\\"", "queries": {} }',
    );
    expect(at('{ "connection": "pro|" }').accept('production "north"')).toBe(
      '{ "connection": "production \\"north\\"" }',
    );
    expect(at('{\n"connection": "pro|\n}').accept('sandbox')).toBe('{\n"connection": "sandbox"\n}');
  });

  it('are names of connections and time zones, and nothing in other places', () => {
    const inQuery = '{ "queries": { "a": { "connection": "|" } } }';
    expect(at(inQuery).values).toEqual(known.connections);
    expect(at('{ "timeZone": "|" }').values).toEqual(known.timeZones);
    for (const elsewhere of [
      '{ "queries": { "a": { "dataset": "|" } } }',
      '{ "queries": { "connection": "|" } }',
      '{ "expect": "|" }',
      '{ "connection": "x"| }',
      '{ "connection": | "x" }',
      '{ "connection|": "x" }',
      '// "connection": |\n{}',
      '[|]',
      '|',
    ]) {
      expect(at(elsewhere).values, elsewhere).toBeUndefined();
    }
  });

  it('are keys of the columns that the dataset has and its last table had, none of them twice', () => {
    const columns = (keys: string) =>
      `{ "queries": { "a": { "dataset": "dayahead-prices", "expect": { "columns": { ${keys} } } } } }`;
    const seen = { columnsOf: () => ['startTime', 'value', 'attribute.status'] };
    const { offers, accept } = at(columns('"unit": { "in": ["EUR/MWh"] }, "|"'), seen);
    const values = offers?.map(({ value }) => value) ?? [];
    expect(values).toContain('value');
    expect(values).toContain('attribute.status');
    expect(values).not.toContain('unit');
    expect(new Set(values).size).toBe(values.length);
    expect(offers?.find(({ value }) => value === 'value')?.description).toBe('Value');
    expect(accept('value')).toBe(columns('"unit": { "in": ["EUR/MWh"] }, "value"'));
  });
});

describe.each(datasets)('of $id', ({ id, parameters }) => {
  it('every value is one that the prompts suggest, and that can be sent', () => {
    for (const { name } of parameters) {
      const { offers } = at(asking(`"${name}": "|"`, id));
      const part = queryParts(datasets.find((each) => each.id === id)!).find((each) =>
        each.parameters.some((parameter) => parameter.name === name),
      )!;
      const suggested = suggestionsFor(part, '', {}, { now, zone: 'Europe/Oslo' });
      const values = suggested.map(({ inputs }) => inputs?.[name] ?? '').filter(Boolean);
      expect(offers?.map(({ value }) => value)).toEqual([...new Set(values)]);
      for (const value of values) {
        const read = readQuery(id, { [name]: value }, now, 'Europe/Oslo');
        const problems = 'problems' in read ? read.problems : [];
        expect(problems.filter(({ where }) => where === name)).toEqual([]);
      }
    }
  });
});

it('no text makes the offers fail, and accepting one changes nothing but what it replaces', () => {
  const piece = fc.constantFrom(
    ...[
      '{',
      '}',
      '"',
      ':',
      ',',
      ' ',
      '\n',
      '"queries"',
      '"a"',
      '"parameters"',
      '"dataset":"dayahead-prices"',
    ],
    ...[
      '"deliveryarea"',
      '"NO1, SE',
      '"connection"',
      '"expect"',
      '"columns"',
      '//',
      '/*',
      '\\',
      '\ud800',
      'x',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.nat(), (pieces, at) => {
      const text = pieces.join('');
      const offset = at % (text.length + 1);
      const found = valueOffers(text, readQueryFile(text, now), offset, known);
      if (!found) return;
      expect(found.replaced.start).toBeLessThanOrEqual(offset);
      expect(found.replaced.end).toBeGreaterThanOrEqual(offset);
    }),
  );
});

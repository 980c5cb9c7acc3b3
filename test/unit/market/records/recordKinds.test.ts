import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { recordShapes, type ColumnType, type RecordKind } from '#src/market/records/recordKinds';

const kinds = Object.keys(recordShapes) as RecordKind[];
const fits: { readonly [Type in ColumnType]: (value: unknown) => boolean } = {
  time: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value),
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  text: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
};

/** The realistic responses of this kind. */
const responses = (kind: RecordKind): unknown[] =>
  datasets
    .filter(({ record }) => record === kind)
    .map(({ id }) => JSON.parse(readFileSync(`test/fixtures/${id}.json`, 'utf8')) as unknown);

/** All values of each field, at any depth, and the fields of the records themselves. */
function fieldsOf(kind: RecordKind) {
  const values = new Map<string, unknown[]>();
  const own = new Set<string>();
  const collect = (value: unknown, depth: number): void => {
    if (Array.isArray(value)) for (const each of value) collect(each, depth);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        if (depth === 0) own.add(name);
        values.set(name, [...(values.get(name) ?? []), inner]);
        collect(inner, depth + 1);
      }
    }
  };
  for (const response of responses(kind)) collect(response, 0);
  return { values, own };
}

const headings = {
  timeSeries: 'Time series',
  priceCurve: 'Price curve',
  publicOrder: 'Public order',
  hubToHubCapacity: 'Hub-to-hub capacity',
};
/** The names in the description of the records of this kind in docs/api.md. */
function documented(kind: RecordKind): Set<string> {
  const document = readFileSync('docs/api.md', 'utf8');
  const section = document.split(`### ${headings[kind]}\n`)[1]?.split('\n#')[0] ?? '';
  const names = Array.from(section.matchAll(/`(\w+)`/g), ([, name = '']) => name);
  // Each time of an order is sent again as an integer.
  const again = kind === 'publicOrder' ? names.filter((name) => name.endsWith('Time')) : [];
  return new Set([...names, ...again.map((name) => `${name}Epoch`)]);
}

describe.each(kinds)('records of the kind %s', (kind) => {
  const shape = () => recordShapes[kind];

  it('are recognized by the brackets of realistic responses', () => {
    for (const response of responses(kind))
      expect(shape().root).toBe(Array.isArray(response) ? 'array' : 'object');
  });

  it('have a column of the right type, with a header, for every documented field of realistic responses', () => {
    const { values, own } = fieldsOf(kind);
    const names = documented(kind);
    const inner = ['attributes', 'values', 'sellCurves', 'buyCurves', 'role', 'name'];
    const { columns, known } = shape();
    expect([...own].filter((name) => names.has(name)).sort()).toEqual([...known].sort());
    const shown = columns.map(({ name }) => name);
    for (const name of values.keys())
      if (names.has(name) && !inner.includes(name)) expect(shown).toContain(name);
    for (const { name, type, title } of columns) {
      expect(title(), name).not.toBe('');
      // Which of its two arrays a point of a curve is in is its side.
      if (kind === 'priceCurve' && name === 'side') continue;
      // Of the series or curve itself, whose intervals have the same names.
      const sent = name.replace(/^(series|curve)(Start|End)/, (_, _of, end: string) => end.toLowerCase());
      const all = values.get(sent) ?? [];
      expect(all, name).not.toEqual([]);
      expect(all.some(fits[type]) || all.every((value) => value === null), name).toBe(true);
    }
    expect(new Set(columns.map(({ title }) => title())).size).toBe(columns.length);
  });

  it('are counted in the singular and the plural', () => {
    expect(shape().noun()).toMatch(/\w/);
    for (const text of shape().counted()) expect(text).toMatch(/^\{0\} \w/);
    expect(shape().counted()).toHaveLength(2);
  });
});

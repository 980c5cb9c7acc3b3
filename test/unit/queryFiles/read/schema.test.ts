import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { datasets } from '#src/market/datasets/datasets';
import { readQuery } from '#src/market/query/query';
import { resolutions } from '#src/market/time/resolutions';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import { querySchema, suggestingSchema } from '#src/queryFiles/read/schema';
import { schemaFile, suggestingFile } from '../../../../scripts/schema.mjs';
import { propertyRuns } from '../../propertyRuns';

const now = Date.parse('2026-03-20T08:00:00Z');
const ajv = new Ajv({ strict: false, validateFormats: false });
const accepts = ajv.compile(querySchema());
const suggests = ajv.addSchema(querySchema(), 'market-queries.schema.json').compile(suggestingSchema());

test('the files are up to date: npm run generate:schema', () => {
  const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
  expect(read(schemaFile)).toEqual(querySchema());
  expect(read(suggestingFile)).toEqual(suggestingSchema());
});

/** What is wrong with the file, except for what no schema can say. */
function problemsOf(text: string): string[] {
  const { problems, queries } = readQueryFile(text, now);
  return [...problems, ...queries.flatMap((query) => query.problems)]
    .filter(({ isShape }) => isShape)
    .map(({ message }) => message);
}

const good = {
  $schema: 'https://example.com/schema.json',
  version: 1,
  timeZone: 'Europe/London',
  connection: 'production',
  queries: {
    prices: {
      description: 'north',
      dataset: 'dayahead-prices',
      parameters: { deliveryarea: 'NO1,SE3', currency: 'EUR', startTime: 'today', endTime: 'today' },
      connection: 'sandbox',
      expect: {
        outcome: 'success',
        complete: true,
        records: 2,
        rows: { '>=': 92, '<=': 200 },
        columns: { value: { '>=': -500.5, '<=': 4000, notNull: true }, unit: { in: ['EUR', 1, null, true] } },
        fingerprint: `v1:sha256:${'0'.repeat(64)}`,
      },
      export: {
        format: 'csv',
        target: 'data/prices.csv',
        rows: {
          filter: [{ column: 'value', op: '>=', value: 1 }],
          sort: [{ column: 'value', descending: true }],
          from: 0,
          to: 5,
          ranges: [[0, 2]],
          columns: ['value'],
        },
        provenance: true,
        formulaGuard: false,
        dialect: 'excel',
        deliveryColumns: true,
        incomplete: 'allow',
        overwrite: true,
      },
    },
    curves: { dataset: 'dayahead-curves', parameters: { date: 'tomorrow' } },
    capacities: { dataset: 'hub-to-hub-capacities', parameters: { powerHour: 'today', daFrom: 'NO1' } },
    turnover: { dataset: 'dayahead-turnover', expect: {}, export: { format: 'json' } },
  },
};

test('a file that uses everything is accepted by the reader and by the schema', () => {
  expect(problemsOf(JSON.stringify(good))).toEqual([]);
  expect(accepts(good)).toBe(true);
});

describe('the schema and the reader agree', () => {
  const places = placesIn(good);
  const names = [
    ...new Set(places.flatMap((path) => path.filter((part) => typeof part === 'string'))),
    '__proto__',
    'constructor',
    'toString',
    '',
    ' ',
    'url',
    'starttime',
  ];
  const value = fc.oneof(
    fc.constantFrom<unknown>(
      ...[
        null,
        true,
        false,
        0,
        -0,
        1,
        2,
        0.5,
        -1,
        1e300,
        2 ** 53,
        '',
        ' ',
        ',',
        'today',
        'success',
        'allow',
        'csv',
      ],
      ...[{}, [], [[]], [0, 1], [''], ['x'], { '>=': 1 }, { '<=': -1 }, { notNull: true }, { in: [{}] }],
      ...datasets.map(({ id }) => id),
    ),
    fc.jsonValue({ maxDepth: 2 }),
    fc.string(),
  );
  type Change =
    | readonly ['set', (string | number)[], unknown]
    | readonly ['remove', (string | number)[]]
    | readonly ['add', (string | number)[], string, unknown];
  const change: fc.Arbitrary<Change> = fc.oneof(
    fc.tuple(fc.constant('set' as const), fc.constantFrom(...places), value),
    fc.tuple(fc.constant('remove' as const), fc.constantFrom(...places)),
    fc.tuple(fc.constant('add' as const), fc.constantFrom(...places), fc.constantFrom(...names), value),
  );

  test('on hundreds of damaged files', { timeout: 60_000 }, () => {
    let accepted = 0;
    let rejected = 0;
    const numRuns = propertyRuns(500, 40_000);
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const text = JSON.stringify(changes.reduce<unknown>(changed, good));
        const file: unknown = JSON.parse(text);
        const problems = problemsOf(text);
        expect(accepts(file), JSON.stringify([problems, accepts.errors])).toBe(problems.length === 0);
        if (problems.length === 0) accepted += 1;
        else rejected += 1;
      }),
      { numRuns },
    );
    // Both sides are tried often enough.
    expect(Math.min(accepted, rejected)).toBeGreaterThan(numRuns / 10);
  });

  test('and the schema for VS Code rejects none of them', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 3 }), (changes) =>
        suggests(changes.reduce<unknown>(changed, good)),
      ),
      { numRuns: propertyRuns(100, 10_000) },
    );
  });

  function changed(file: unknown, [how, path, ...rest]: Change): unknown {
    const copy: unknown = structuredClone(file);
    const target = how === 'add' ? path : path.slice(0, -1);
    const owner = target.reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), copy);
    if (!isObject(owner)) return copy;
    const key = how === 'add' ? String(rest[0]) : String(path.at(-1));
    if (how === 'remove') Reflect.deleteProperty(owner, key);
    else
      Object.defineProperty(owner, key, {
        value: rest.at(-1),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    return copy;
  }
});

const isObject = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null;

/** The path of each value in a JSON value, but the whole. */
function placesIn(value: unknown): (string | number)[][] {
  if (!isObject(value)) return [];
  return Object.keys(value).flatMap((key) => {
    const part = Array.isArray(value) ? Number(key) : key;
    return [[part], ...placesIn(value[key]).map((path) => [part, ...path])];
  });
}

const snippet = v.object({ label: v.string(), description: v.string(), body: v.looseObject({}) });
const read = v.object({
  defaultSnippets: v.array(snippet),
  properties: v.object({
    queries: v.object({
      properties: v.record(v.string(), v.object({ defaultSnippets: v.array(snippet) })),
    }),
  }),
  definitions: v.object({
    query: v.object({
      defaultSnippets: v.array(snippet),
      allOf: v.array(
        v.object({
          then: v.object({
            properties: v.object({
              parameters: v.object({
                defaultSnippets: v.array(snippet),
                properties: v.record(
                  v.string(),
                  v.object({
                    examples: v.optional(v.array(v.string())),
                    anyOf: v.optional(
                      v.tuple([
                        v.object({
                          enum: v.array(v.string()),
                          markdownEnumDescriptions: v.array(v.string()),
                        }),
                        v.object({}),
                      ]),
                    ),
                  }),
                ),
              }),
            }),
          }),
        }),
      ),
    }),
  }),
});

describe('what the schema suggests', () => {
  const { defaultSnippets, properties, definitions } = v.parse(read, querySchema());
  /** What is inserted if only Tab is pressed. */
  const inserted = (body: unknown) =>
    JSON.stringify(body).replace(/"\^\$\{\d+:([^}]*)\}"/g, (_, value: string) =>
      value.replaceAll('\\"', '"'),
    );
  const problemsIn = (text: string) => {
    const { problems, queries } = readQueryFile(text, now);
    return [...problems, ...queries.flatMap((query) => query.problems)];
  };
  const fileWith = (queries: unknown) => inserted({ version: 1, queries });

  test('for a new file runs unchanged', () => {
    expect(defaultSnippets).toHaveLength(1);
    for (const { body } of defaultSnippets) {
      expect(readQueryFile(inserted(body), now).queries).toHaveLength(1);
      expect(problemsIn(inserted(body))).toEqual([]);
    }
  });

  test('for a new query is one for every dataset, with and without a name, and runs unchanged', () => {
    const titles = datasets.map(({ title }) => title());
    const named = properties.queries.properties;
    expect(Object.keys(named)).toEqual(titles);
    expect(definitions.query.defaultSnippets.map(({ label }) => label)).toEqual(titles);
    for (const { label, body } of definitions.query.defaultSnippets) {
      expect(named[label]?.defaultSnippets.map((each) => each.body)).toEqual([body]);
      expect(problemsIn(fileWith({ [label]: body }))).toEqual([]);
    }
  });

  test.each(datasets.map((dataset, index) => ({ ...dataset, index })))(
    'for the parameters of $id can be sent, and every value has a meaning',
    ({ id, parameters, index }) => {
      const ofDataset = definitions.query.allOf[index]?.then.properties.parameters;
      const [first, ...others] = ofDataset?.defaultSnippets ?? [];
      expect(others).toEqual([]);
      expect(problemsIn(fileWith({ a: { dataset: id, parameters: first?.body } }))).toEqual([]);
      for (const { name, kind, choices = [] } of parameters) {
        const { examples = [], anyOf } = ofDataset?.properties[name] ?? {};
        const values = anyOf?.[0].enum ?? [];
        if (kind === 'deliveryArea') expect(values).toEqual(choices.map(({ value }) => value));
        expect(anyOf?.[0].markdownEnumDescriptions.filter(Boolean) ?? []).toHaveLength(values.length);
        for (const value of [...examples, ...values]) {
          const asked = readQuery(id, { [name]: value }, now, 'Europe/Oslo');
          const problems = 'problems' in asked ? asked.problems : [];
          expect(problems.filter(({ where }) => where === name)).toEqual([]);
        }
      }
    },
  );

  test('says what each end of a period means with a day in words', () => {
    const prices = definitions.query.allOf[0]?.then.properties.parameters.properties;
    const meanings = ['startTime', 'endTime'].map((name) => {
      const [{ enum: words = [], markdownEnumDescriptions = [] } = {}] = prices?.[name]?.anyOf ?? [];
      return markdownEnumDescriptions[words.indexOf('tomorrow')];
    });
    expect(meanings).toEqual(['Start of the next day.', 'End of the next day.']);
  });

  test('describes every member, in plain words and in Markdown', () => {
    const members = placesIn(querySchema()).filter(
      (path) => path.at(-2) === 'properties' && typeof path.at(-1) === 'string',
    );
    expect(members.length).toBeGreaterThan(100);
    for (const path of members) {
      const member = at(querySchema(), path);
      // Those that only say where a part of the schema applies aren't suggested.
      if (!isObject(member) || member['doNotSuggest'] === true) continue;
      expect([member['description'], member['markdownDescription']], path.join('.')).toEqual([
        expect.stringMatching(/^[A-Z][^*`]*\.$/),
        expect.stringMatching(/\.$/),
      ]);
    }
  });

  test('says what each resolution means, beside its name', () => {
    const resolution = ['definitions', 'query', 'properties', 'export', 'properties', 'resolution'];
    const parsed = v.parse(
      v.object({ enum: v.array(v.string()), markdownEnumDescriptions: v.array(v.string()) }),
      at(querySchema(), resolution),
    );
    const meanings = new Map(
      parsed.enum.map((value, index) => [value, parsed.markdownEnumDescriptions[index]]),
    );
    expect([...meanings.keys()]).toEqual(resolutions);
    expect(meanings.get('P1W')).toBe('Weeks from Monday.');
    expect(meanings.get('offPeak')).toBe('All other hours of each delivery day.');
  });
});

const at = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), value);

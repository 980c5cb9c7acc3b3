import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { isTimeKind } from '#src/market/datasets/dataset';
import { datasets } from '#src/market/datasets/datasets';
import { resolutions } from '#src/market/time/resolutions';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import { describingSchema, querySchema } from '#src/queryFiles/read/schema';
import { describingFile, rejectingFile } from '../../../../scripts/schema.mjs';
import { propertyRuns } from '../../propertyRuns';

const now = Date.parse('2026-03-20T08:00:00Z');
const ajv = new Ajv({ strict: false, validateFormats: false });
const accepts = ajv.compile(querySchema());
const describes = ajv.compile(describingSchema() as object);

test('the files are up to date: npm run generate:schema', () => {
  const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
  expect(read(rejectingFile)).toEqual(JSON.parse(JSON.stringify(querySchema())));
  expect(read(describingFile)).toEqual(JSON.parse(JSON.stringify(describingSchema())));
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

  test('and the schema for descriptions rejects none of them', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 3 }), (changes) =>
        describes(changes.reduce<unknown>(changed, good)),
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

describe('what the schema offers', () => {
  test('includes a snippet for every dataset that runs unchanged', () => {
    const { definitions } = querySchema() as {
      definitions: { query: { defaultSnippets: { label: string; body: object }[] } };
    };
    const snippets = definitions.query.defaultSnippets;
    expect(snippets).toHaveLength(datasets.length);
    const queries = Object.fromEntries(snippets.map(({ label, body }) => [label, body]));
    // What a person gets by only pressing Tab.
    const text = JSON.stringify({ version: 1, queries }).replace(/\$\{\d+:([^}]*)\}/g, '$1');
    expect(readQueryFile(text, now).queries.flatMap(({ problems }) => problems)).toEqual([]);
  });

  test('has no words in VS Code where the hovers of the extension have theirs, but elsewhere', () => {
    const read = v.object({
      definitions: v.object({
        query: v.object({
          description: v.optional(v.string()),
          properties: v.object({
            dataset: v.object({
              description: v.optional(v.string()),
              defaultSnippets: v.optional(v.array(v.unknown())),
            }),
            connection: v.object({ description: v.string() }),
          }),
        }),
      }),
    });
    const { query } = v.parse(read, describingSchema()).definitions;
    expect(query.description).toBeUndefined();
    expect(query.properties.dataset.description).toBeUndefined();
    // The values are still described where they are suggested.
    expect(query.properties.dataset.defaultSnippets).toHaveLength(datasets.length);
    const text = JSON.stringify(describingSchema());
    for (const parameter of datasets.flatMap(({ parameters }) => parameters)) {
      const isSaid = text.includes(JSON.stringify(`${parameter.label()}. ${parameter.help()}`));
      expect(isSaid, parameter.name).toBe(!isTimeKind(parameter.kind));
    }
    expect(v.parse(read, querySchema()).definitions.query.description).toBe('A query.');
  });

  test('says in VS Code what each resolution means, beside its name', () => {
    const read = v.object({
      defaultSnippets: v.array(v.object({ body: v.string(), markdownDescription: v.string() })),
    });
    const resolution = ['definitions', 'query', 'properties', 'export', 'properties', 'resolution'];
    const found = resolution.reduce<unknown>(
      (at, name) => (isObject(at) ? at[name] : undefined),
      describingSchema(),
    );
    const meanings = new Map(
      v
        .parse(read, found)
        .defaultSnippets.map(({ body, markdownDescription }) => [body, markdownDescription]),
    );
    expect([...meanings.keys()]).toEqual(resolutions);
    expect(meanings.get('P1W')).toBe('Weeks from Monday.');
    expect(meanings.get('offPeak')).toBe('All other hours of each delivery day.');
  });

  test('names every dataset, parameter, format, and suggested value', () => {
    const text = JSON.stringify(querySchema());
    for (const { id, parameters } of datasets) {
      expect(text).toContain(JSON.stringify(id));
      for (const { name, choices = [] } of parameters) {
        for (const word of [name, ...choices.map((choice) => choice.value)]) {
          expect(text).toContain(JSON.stringify(word));
        }
      }
    }
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { queryOfFile } from '#src/queryFiles/queryOfFile';
import { lineNumbers } from '#src/queryFiles/edit/positions';
import type { FileProblem } from '#src/queryFiles/problems';
import { mostQueries } from '#src/queryFiles/read/fileFormat';
import { longestFile, readQueryFile } from '#src/queryFiles/read/readQueryFile';
import { anyCharacter } from '../../anyText';
import { propertyRuns } from '../../propertyRuns';

const now = Date.parse('2026-03-20T08:00:00Z');

/** A file with one query, named `q`, of these members. */
const fileOf = (members: string) => `{ "version": 1, "queries": { "q": { ${members} } } }`;

const turnover = '"dataset": "dayahead-turnover"';

/** Each problem as the text it's at, an arrow, and its message. */
const said = (text: string, problems: readonly FileProblem[]) =>
  problems.map(({ start, end, message }) => `${text.slice(start, end)} → ${message}`);

const ofFile = (text: string) => said(text, readQueryFile(text, now).problems);
const ofQuery = (members: string) => {
  const text = fileOf(members);
  const file = readQueryFile(text, now);
  expect(file.problems).toEqual([]);
  return said(text, file.queries[0]?.problems ?? []);
};

describe('a whole file', () => {
  const text = `{
  // What we rely on.
  "$schema": "https://example.com/schema.json",
  "version": 1,
  "timeZone": "Europe/London",
  "connection": "production",
  "queries": {
    "tomorrow in the north": {
      "description": "Prices of the north",
      "dataset": "dayahead-prices",
      "parameters": { "deliveryarea": "NO1,SE3", "currency": "EUR", "startTime": "tomorrow", "endTime": "tomorrow" },
      "connection": "sandbox",
      "expect": {
        "outcome": "success", "complete": true, "records": 2, "rows": { ">=": 92, "<=": 200 },
        "columns": { "value": { ">=": -500, "<=": 4000, "notNull": true }, "unit": { "in": ["EUR/MWh"] } },
        "fingerprint": "v1:sha256:${'0'.repeat(64)}",
      },
      "export": { "format": "csv", "target": "data/prices.csv" }
    },
    "turnover": { "dataset": "dayahead-turnover" },
  }
}
`;
  const file = readQueryFile(text, now);
  const [prices, plain] = file.queries;

  test('is read with its comments and trailing commas', () => {
    expect(file).toMatchObject({ timeZone: 'Europe/London', connection: 'production', problems: [] });
    expect(prices).toMatchObject({
      name: 'tomorrow in the north',
      description: 'Prices of the north',
      connection: 'sandbox',
      parameters: { startTime: 'tomorrow', endTime: 'tomorrow' },
      expect: {
        outcome: 'success',
        complete: true,
        records: 2,
        rows: { '>=': 92, '<=': 200 },
        columns: { value: { '>=': -500, '<=': 4000, notNull: true }, unit: { in: ['EUR/MWh'] } },
      },
      export: { format: 'csv', target: 'data/prices.csv' },
      problems: [],
    });
    expect(plain).toMatchObject({ connection: 'production', parameters: {}, problems: [] });
    expect(plain).not.toHaveProperty('expect');
  });

  test('says where each member is', () => {
    const at = (path: string) => {
      const span = prices?.spans.get(path);
      return span && text.slice(span.start, span.end);
    };
    expect(at('dataset')).toBe('"dataset": "dayahead-prices"');
    expect(at('parameters.startTime')).toBe('"startTime": "tomorrow"');
    expect(at('expect.complete')).toBe('"complete": true');
    expect(at('expect.columns.unit')).toBe('"unit": { "in": ["EUR/MWh"] }');
    expect(at('export.target')).toBe('"target": "data/prices.csv"');
    expect(lineNumbers(text)(plain?.span.start ?? 0)).toBe(20);
  });

  test("means days in the file's time zone", () => {
    expect(prices && queryOfFile(prices, file.timeZone, now)).toMatchObject({
      query: {
        dataset: { id: 'dayahead-prices' },
        parameters: { startTime: '2026-03-21T00:00:00Z', endTime: '2026-03-22T00:00:00Z' },
        days: { zone: 'Europe/London', words: { startTime: 'tomorrow' } },
      },
    });
  });
});

test('lists keep all of their values, with null and with lists in them', () => {
  const inList = ['EUR', 0, false, null];
  const rows = {
    filter: [{ column: 'a', op: '=', value: null }],
    ranges: [
      [0, 2],
      [4, 5],
    ],
  };
  const query = {
    dataset: 'dayahead-turnover',
    expect: { columns: { unit: { in: inList } } },
    export: { format: 'csv', rows },
  };
  const file = readQueryFile(JSON.stringify({ version: 1, queries: { q: query } }), now);
  expect(file.queries[0]).toMatchObject({ ...query, dataset: { id: 'dayahead-turnover' }, problems: [] });
});

describe('problems of the file', () => {
  test.each([
    ['', [' → A value is missing.']],
    ['[]', ['[] → A query file must be an object.']],
    ['{ "queries": {} }', ['{ → "version" is missing.']],
    ['{ "version": 2, "queries": {} }', ['2 → version must be 1.']],
    ['{ "version": "1", "queries": {} }', ['"1" → version must be 1.']],
    ['{ "version": 1 }', ['{ → "queries" is missing.']],
    ['{ "version": 1, "queries": [] }', ['[] → queries must be an object.']],
    [
      '{ "version": 1, "timezone": "UTC", "queries": {} }',
      ['"timezone" → Unknown property "timezone". Did you mean "timeZone"?'],
    ],
    [
      '{ "version": 1, "baseUrl": "https://example.com", "queries": {} }',
      ['"baseUrl" → Unknown property "baseUrl".'],
    ],
    [
      '{ "version": 1, "timeZone": "Oslo", "queries": {} }',
      ['"Oslo" → "Oslo" isn\'t a time zone. Enter an IANA name such as Europe/Oslo, or UTC.'],
    ],
    ['{ "version": 1, "version": 1, "queries": {} }', ['"version" → "version" occurs more than once.']],
    ['{ "version": 1, "queries": {}', [' → A closing brace is missing.']],
  ])('%s', (text, problems) => expect(ofFile(text)).toEqual(problems));
});

test.each(['', '\ufeff'])('UTF-16, as PowerShell writes it, is one problem that names it (%j)', (mark) => {
  const little = Buffer.from(`${mark}${fileOf('"dataset": "uk-flows"')}`, 'utf16le');
  const big = Buffer.from(little).swap16();
  for (const bytes of [little, big]) {
    const { problems, queries } = readQueryFile(new TextDecoder().decode(bytes), now);
    expect(problems.map(({ message }) => message)).toEqual(['The file is UTF-16. Save it as UTF-8.']);
    expect(queries).toEqual([]);
  }
});

test('a date instead of an area is warned of, and the query can still run', () => {
  const text = fileOf(
    '"dataset": "uk-flows", "parameters": { "deliveryarea": "NO1", "deliveryareato": "2026-03-10" }',
  );
  const [query] = readQueryFile(text, now).queries;
  expect(said(text, query?.warnings ?? [])).toEqual([
    '"2026-03-10" → "2026-03-10" looks like a date, not like a delivery area.',
  ]);
  expect(query && queryOfFile(query, 'UTC', now)).toHaveProperty('query');
});

test('a time that occurs twice is warned of with both readings, and the first is asked', () => {
  const text = fileOf(
    '"dataset": "intraday-orders", "parameters": { "startTime": "2026-10-25T02:30", "endTime": "2026-10-25T04:00" }',
  );
  const [query] = readQueryFile(text, now).queries;
  expect(said(text, query?.warnings ?? [])).toEqual([
    '"2026-10-25T02:30" → 02:30 occurs twice; the first (+02:00) is used. Add +01:00 to use the second.',
  ]);
  expect(query && queryOfFile(query, 'Europe/Oslo', now)).toMatchObject({
    query: { parameters: { startTime: '2026-10-25T00:30:00Z' } },
  });
});

describe('problems of a query', () => {
  test.each([
    ['', ['"q" → "dataset" is missing.']],
    [
      '"dataset": "dayahead-price"',
      ['"dayahead-price" → Dataset "dayahead-price" not found. Did you mean "dayahead-prices"?'],
    ],
    [`${turnover}, "url": "x"`, ['"url" → Unknown property "url".']],
    [
      `${turnover}, "parameters": { "starttime": "today" }`,
      ['"starttime" → Unknown parameter "starttime". Did you mean "startTime"?'],
    ],
    [
      '"dataset": "dayahead-prices", "parameters": { "deliveryarea": "", "currency": " \\t" }',
      [
        `"" → deliveryarea: Delivery area can't be empty. Omit the parameter to use the service's default.`,
        `" \\t" → currency: Currency can't be empty. Omit the parameter to use the service's default.`,
      ],
    ],
    [
      '"dataset": "dayahead-prices", "parameters": { "deliveryarea": "NO1,,SE3" }',
      ['"NO1,,SE3" → deliveryarea: Delivery area contains an empty value. Remove the extra comma.'],
    ],
    [`${turnover}, "parameters": { "startTime": 5 }`, ['5 → startTime must be a string.']],
    [
      `${turnover}, "parameters": { "startTime": "2026-03-21", "endTime": "2026-03-19" }`,
      ['"2026-03-19" → The end (2026-03-19T23:00:00Z) is before the start (2026-03-20T23:00:00Z).'],
    ],
    ['"dataset": "dayahead-curves", "parameters": {}', ['"parameters" → date is required.']],
    ['"dataset": "dayahead-curves"', ['"q" → date is required.']],
    [
      '"dataset": "dayahead-curves", "parameters": { "date": "now" }',
      ['"now" → date: "now" isn\'t a date. Enter a date such as today, today-7d, or 2026-03-29.'],
    ],
    [
      `${turnover}, "expect": { "complete": false }`,
      ['false → complete must be true. To skip this check, remove the property.'],
    ],
    [
      `${turnover}, "expect": { "zeros": true }`,
      ['true → zeros must be false. To skip this check, remove the property.'],
    ],
    [
      `${turnover}, "export": { "format": "csv", "target": "../x.csv" }`,
      [expect.stringContaining('"../x.csv" → ')],
    ],
    [
      `${turnover}, "export": { "format": "csv", "target": "x.json" }`,
      ['"x.json" → target must end with ".csv".'],
    ],
    [
      `${turnover}, "export": { "format": "xlsx", "dialect": "excel" }`,
      ['"dialect" → dialect is only available for CSV.'],
    ],
    [
      `${turnover}, "export": { "format": "csv", "dialect": "word" }`,
      ['"word" → dialect must be one of: excel.'],
    ],
    [
      `${turnover}, "export": { "format": "json", "deliveryColumns": true }`,
      ['"deliveryColumns" → deliveryColumns isn\'t available for JSON.'],
    ],
  ])('%s', (members, problems) => expect(ofQuery(members)).toEqual(problems));
});

test('deep nesting is rejected, closed or not', () => {
  for (const text of ['['.repeat(100_000), '[},'.repeat(60_000), '{"a":'.repeat(40_000)]) {
    expect(readQueryFile(text).problems.map(({ message }) => message)).toEqual([
      'The file is nested too deeply.',
    ]);
  }
});

const file = `{
  // What we rely on.
  "version": 1, "timeZone": "Europe/London",
  "queries": {
    "prices": {
      "dataset": "dayahead-prices",
      "parameters": { "deliveryarea": "NO1", "startTime": "today", "endTime": "today+1d" },
      "expect": { "complete": true, "rows": { ">=": 92 }, "columns": { "value": { "in": [1, null] } } },
      "export": { "format": "csv", "target": "data/x.csv", "rows": { "ranges": [[0, 1]] } },
    },
    "curves": { "dataset": "dayahead-curves", "parameters": { "date": "2026-03-29" } }
  }
}
`;

/** Reads the text, and checks what every reader of a file relies on. */
function read(text: string) {
  const found = readQueryFile(text, now);
  for (const { start, end } of [...found.problems, ...found.queries.flatMap(({ problems }) => problems)]) {
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeGreaterThanOrEqual(start);
    expect(end).toBeLessThanOrEqual(text.length);
  }
  for (const query of found.queries) {
    expect([...query.spans.values()].every(({ start, end }) => text.slice(start, end).startsWith('"'))).toBe(
      true,
    );
    const asked = queryOfFile(query, found.timeZone, now);
    expect('query' in asked).toBe(query.problems.length === 0);
  }
  return found;
}

test('random text is read without an error', () => {
  const piece = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom(
      ...Array.from('{}[]:,"\\/*\n\r\t \uFEFF'),
      '//',
      '/*',
      '*/',
      '"queries"',
      '"version"',
      '1',
      'null',
      '1e999',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      read(pieces.join(''));
    }),
    { numRuns: propertyRuns(100, 10000) },
  );
});

test('a file that is damaged anywhere is read without an error, and a syntax error stops all of its queries', () => {
  const damage = fc.record({
    at: fc.nat(file.length),
    removed: fc.nat(30),
    added: fc.oneof(
      fc.string(),
      fc.constantFrom(...Array.from('{}[]:,"'), '"__proto__": ', '/*', '"a": {}', 'null'),
    ),
  });
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (all) => {
      const text = all.reduce(
        (before, { at, removed, added }) => before.slice(0, at) + added + before.slice(at + removed),
        file,
      );
      const { problems } = read(text);
      const plain = text.replace(/^\uFEFF/, '');
      // The reader accepts whatever JSON itself accepts.
      const isJson = () => {
        try {
          return JSON.parse(plain) !== undefined;
        } catch {
          return false;
        }
      };
      if (isJson())
        expect(problems.filter(({ isSyntax, message }) => isSyntax && !message.includes('once'))).toEqual([]);
    }),
    { numRuns: propertyRuns(100, 10000) },
  );
});

test('numbers of any length, names of any kind, and lone surrogates are only text', () => {
  const text = JSON.stringify({
    version: 1,
    queries: {
      constructor: { dataset: 'dayahead-turnover' },
      toString: { dataset: 'hasOwnProperty' },
      '\ud800': { dataset: 'dayahead-turnover', parameters: { startTime: '\ud800' } },
    },
  }).replace(
    '"queries":{',
    '"queries":{"__proto__":{"dataset":"dayahead-turnover","expect":{"columns":{"__proto__":{"notNull":true}}}},',
  );
  const { queries, problems } = read(text);
  expect(problems).toEqual([]);
  expect(queries.map(({ name, problems: own }) => [name, own.length])).toEqual([
    ['__proto__', 0],
    ['constructor', 0],
    ['toString', 1],
    ['\ud800', 1],
  ]);
  expect(Object.entries(queries[0]?.expect?.columns ?? {})).toEqual([['__proto__', { notNull: true }]]);
  expect({}).not.toHaveProperty('notNull');
});

test('messages quote the file on one line, and not all of it', () => {
  const text = JSON.stringify({ version: 1, [`a\n\u202e${'x'.repeat(5000)}`]: 1, queries: {} });
  const [problem] = read(text).problems;
  expect(problem?.message.length).toBeLessThanOrEqual(500);
  expect(problem?.message).toMatch(/^Unknown property "a x/);
});

describe('limits', () => {
  test('a file that is too long is one problem, and is left unread', () => {
    const found = read(file + ' '.repeat(longestFile));
    expect(found).toMatchObject({ queries: [], problems: [{ start: 0 }] });
    expect(read(file.padEnd(longestFile)).problems).toEqual([]);
  });

  test('too many queries are a problem of the file', () => {
    const queries = Object.fromEntries(
      Array.from({ length: mostQueries + 1 }, (_, at) => [`q${at}`, { dataset: 'dayahead-turnover' }]),
    );
    const found = read(JSON.stringify({ version: 1, queries }));
    expect(found.queries).toHaveLength(mostQueries);
    expect(found.problems.map(({ message }) => message)).toEqual([
      'The file contains more than 2000 queries.',
    ]);
  });

  test('of too many problems, every query keeps the first, so that none of them runs', () => {
    const query = { dataset: 'dayahead-turnover', a: 1, b: 2, c: 3 };
    const queries = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`q${at}`, query]));
    const found = read(JSON.stringify({ version: 1, queries }));
    const counts = found.queries.map(({ problems }) => problems.length);
    expect(Math.min(...counts)).toBe(1);
    expect(Math.max(...counts)).toBe(3);
    expect(counts.filter((count) => count > 1)).toHaveLength(33);
  });
});

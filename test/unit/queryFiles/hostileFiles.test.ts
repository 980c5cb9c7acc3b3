import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { queryOfFile } from '#src/queryFiles/queryOfFile';
import { mostQueries } from '#src/queryFiles/read/fileFormat';
import { longestFile, readQueryFile } from '#src/queryFiles/read/readQueryFile';
import { propertyRuns } from '../propertyRuns';
import { anyCharacter } from '../anyText';

const now = Date.parse('2026-03-20T08:00:00Z');

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

describe('targets of exports', () => {
  const problemOf = (target: string) =>
    read(
      JSON.stringify({
        version: 1,
        queries: { q: { dataset: 'dayahead-turnover', export: { format: 'csv', target } } },
      }),
    ).queries[0]?.problems.map(({ message }) => message);

  test.each(['x.csv', 'data/x.CSV', 'a/b c/ø.csv'])('%j is accepted', (target) => {
    expect(problemOf(target)).toEqual([]);
  });

  test.each([
    ...[
      '/etc/x.csv',
      '../x.csv',
      'a/../x.csv',
      './x.csv',
      '.git/x.csv',
      'a/.x.csv',
      'a//x.csv',
      'C:/x.csv',
      'C:x.csv',
    ],
    ...[
      'a\\x.csv',
      '..\\x.csv',
      '\\\\host\\x.csv',
      'con.csv',
      'a/NUL.csv',
      'GIT~1/x.csv',
      'x.csv ',
      'a./x.csv',
    ],
    ...['file:///x.csv', 'https://example.com/x.csv', 'x\u0000.csv', 'x.csv/', '~/x.txt', '', ' '],
  ])('%j is rejected', (target) => {
    expect(problemOf(target)).toHaveLength(1);
  });
});

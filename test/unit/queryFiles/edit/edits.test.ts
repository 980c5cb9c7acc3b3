import { stripComments } from 'jsonc-parser';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readQuery, type Query } from '#src/market/query/query';
import { withFingerprint, withParameters, withQuery } from '#src/queryFiles/edit/edits';
import { queryOfFile } from '#src/queryFiles/queryOfFile';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import { propertyRuns } from '../../propertyRuns';

const now = Date.parse('2026-03-20T08:00:00Z');

function asked(dataset: string, parameters: Record<string, string>, zone = 'Europe/Oslo', at = now): Query {
  const read = readQuery(dataset, parameters, at, zone);
  if ('problems' in read) throw new Error(read.problems[0]?.message);
  return read.query;
}

const prices = asked('dayahead-prices', { deliveryarea: 'NO1', startTime: 'today', endTime: 'today' });
const saving = { overwrite: false, timeZone: 'Europe/Oslo', now };
const overwriting = { ...saving, overwrite: true };
const fingerprint = `v1:sha256:${'ab'.repeat(32)}`;

const named = (text: string, name: string) => {
  const file = readQueryFile(text, now);
  expect(file.problems).toEqual([]);
  return file.queries.find((query) => query.name === name);
};

const file = `{
  // Ours.
  "version": 1,
  "queries": {
    // About a.
    "a": { "dataset": "dayahead-curves", "parameters": { "date": "today" } } // after a
    // The end.
  }
}
`;

test('a new file states its version and time zone', () => {
  expect(withQuery(undefined, 'prices', { query: prices }, { ...saving, timeZone: 'UTC' })).toBe(`{
  "version": 1,
  "timeZone": "UTC",
  "queries": {
    "prices": {
      "dataset": "dayahead-prices",
      "parameters": {
        "deliveryarea": "NO1",
        "startTime": "2026-03-19T23:00:00Z",
        "endTime": "2026-03-20T23:00:00Z"
      }
    }
  }
}
`);
});

test('an additional query comes after the others, and comments stay where they are', () => {
  expect(withQuery(file, 'b', { query: asked('dayahead-turnover', {}) }, saving)).toBe(
    file.replace(
      '} // after a\n',
      `}, // after a
    "b": {
      "dataset": "dayahead-turnover",
      "parameters": {}
    }
`,
    ),
  );
});

describe('words', () => {
  const words = (query: Query, zone: string, at = now) =>
    named(withQuery(undefined, 'q', { query }, { ...saving, timeZone: zone, now: at }), 'q')?.parameters;

  test('are kept if they mean the same', () => {
    expect(words(prices, 'Europe/Oslo')).toMatchObject({ startTime: 'today', endTime: 'today' });
    expect(words(prices, 'Europe/Berlin')).toMatchObject({ startTime: 'today', endTime: 'today' });
    expect(words(asked('dayahead-curves', { date: 'today' }, 'UTC'), 'UTC')).toEqual({ date: 'today' });
  });

  test('become dates when the day has passed', () => {
    const nextDay = now + 86_400_000;
    expect(words(prices, 'Europe/Oslo', nextDay)).toMatchObject({
      startTime: '2026-03-20',
      endTime: '2026-03-20',
    });
  });

  test('become instants in a time zone that has other days', () => {
    expect(words(prices, 'Europe/London')).toMatchObject({ startTime: '2026-03-19T23:00:00Z' });
  });
});

test('a taken name is rejected, or replaced on request', () => {
  expect(() => withQuery(file, 'a', { query: prices }, saving)).toThrow(
    'The query file already contains a query named "a".',
  );
  const text = withQuery(file, 'a', { query: prices, connection: 'sandbox' }, overwriting);
  expect(text).toBe(
    file.replace(
      '{ "dataset": "dayahead-curves", "parameters": { "date": "today" } }',
      '{ "dataset": "dayahead-prices", "parameters": { "deliveryarea": "NO1", "startTime": "today", "endTime": "today" }, "connection": "sandbox" }',
    ),
  );
});

test.each([
  ['[1]', 'line 1: A query file must be an object.'],
  ['{\n  "version": 2,\n  "queries": {}\n}', 'line 2: version must be 1.'],
])("a file that can't be read is rejected: %j", (text, message) => {
  expect(() => withQuery(text, 'x', { query: prices }, saving)).toThrow(message);
});

test('a fingerprint is added to a query without expectations, and replaced in one with some', () => {
  const first = withFingerprint(file, 'a', fingerprint);
  expect(first).toBe(
    file.replace('"today" } }', `"today" }, "expect": { "fingerprint": "${fingerprint}" } }`),
  );
  const other = fingerprint.replaceAll('a', 'c');
  expect(withFingerprint(first, 'a', other)).toBe(first.replace(fingerprint, other));
  expect(() => withFingerprint(file, 'b', fingerprint)).toThrow('no query named "b"');
});

test('parameters are changed, added, and removed together with their comments', () => {
  const text = `{
\t"version": 1,
\t"queries": {
\t\t"q": {
\t\t\t"dataset": "dayahead-prices",
\t\t\t"parameters": {
\t\t\t\t// Where.
\t\t\t\t"deliveryarea": "NO1", // the north
\t\t\t\t"status": "P", // not yet
\t\t\t\t"startTime": "today" // when
\t\t\t}
\t\t}
\t}
}
`.replaceAll('\n', '\r\n');
  const parameters = { deliveryarea: 'NO2', startTime: 'today', endTime: 'tomorrow' };
  expect(withParameters(text, 'q', parameters)).toBe(
    text
      .replace('NO1', 'NO2')
      .replace('\r\n\t\t\t\t"status": "P", // not yet', '')
      .replace('"today" // when', '"today", // when\r\n\t\t\t\t"endTime": "tomorrow"'),
  );
});

describe('whatever the layout', () => {
  const space = fc.constantFrom(
    '',
    ' ',
    '\n',
    '\r\n  ',
    '\t',
    ' // c }{",\n',
    ' /* "x": [ */ ',
    '\n/* a\n b */\n',
  );
  const comma = (isLast: boolean) => (isLast ? fc.constantFrom('', ',') : fc.constant(','));
  const objectOf = (members: readonly (readonly [string, fc.Arbitrary<string>])[]): fc.Arbitrary<string> =>
    fc
      .tuple(
        ...members.map(([name, value], at) =>
          fc
            .tuple(space, space, space, value, space, comma(at === members.length - 1))
            .map(([a, b, c, text, d, end]) => `${a}${JSON.stringify(name)}${b}:${c}${text}${d}${end}`),
        ),
        space,
      )
      .map((parts) => `{${parts.join('')}}`);
  const json = (value: unknown) => fc.constant(JSON.stringify(value));
  const query = fc.oneof(
    objectOf([
      ['dataset', json('dayahead-prices')],
      [
        'parameters',
        objectOf([
          ['deliveryarea', json('NO1')],
          ['status', json('P')],
          ['currency', json('EUR')],
        ]),
      ],
    ]),
    objectOf([
      ['dataset', json('dayahead-turnover')],
      ['parameters', objectOf([])],
      ['expect', objectOf([])],
    ]),
    objectOf([
      ['dataset', json('dayahead-turnover')],
      ['expect', objectOf([['complete', json(true)]])],
    ]),
  );
  const names = ['a', '__proto__', 'constructor', 'ø "x"'];
  const texts = fc.integer({ min: 0, max: names.length }).chain((count) =>
    fc
      .tuple(
        fc.constantFrom('', '\uFEFF'),
        space,
        objectOf([
          ['version', json(1)],
          ['queries', objectOf(names.slice(0, count).map((name) => [name, query]))],
        ]),
        space,
      )
      .map((parts) => parts.join('')),
  );
  const existing = texts.chain((text) => {
    const found = readQueryFile(text, now).queries.map(({ name }) => name);
    return fc.record({
      text: fc.constant(text),
      name: fc.constantFrom(...(found.length > 0 ? found : ['none'])),
    });
  });

  /** Everything between what two texts have in common at their beginnings and at their ends. */
  function difference(before: string, after: string): { was: string; is: string } {
    let start = 0;
    while (start < before.length && before[start] === after[start]) start += 1;
    let end = 0;
    const most = Math.min(before.length, after.length) - start;
    while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
    return { was: before.slice(start, before.length - end), is: after.slice(start, after.length - end) };
  }
  const meaning = (text: string) =>
    readQueryFile(text, now).queries.map(({ name, dataset, parameters, expect: expected }) => ({
      name,
      dataset: dataset?.id,
      parameters,
      expected,
    }));

  test('a new query is added, and every other byte is kept', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const changed = withQuery(text, 'new', { query: prices }, saving);
        const added = named(changed, 'new');
        expect(added && queryOfFile(added, 'Europe/Oslo', now)).toEqual({ query: prices });
        expect(meaning(changed).filter(({ name }) => name !== 'new')).toEqual(meaning(text));
        // Between the added comma and the added query, there is at most a comment.
        const { was, is } = difference(text, changed);
        expect(stripComments(was).trim()).toBe('');
        expect(is).toContain(was.trim());
      }),
      { numRuns: propertyRuns(60, 6000) },
    );
  });

  test('a fingerprint can be read again, and nothing else changes', () => {
    fc.assert(
      fc.property(existing, ({ text, name }) => {
        fc.pre(name !== 'none');
        const changed = withFingerprint(text, name, fingerprint);
        const expected = meaning(text).map((each) =>
          each.name === name
            ? { ...each, expected: { outcome: 'success', ...each.expected, fingerprint } }
            : each,
        );
        expect(meaning(changed)).toEqual(expected);
        const { was, is } = difference(text, changed);
        expect(stripComments(was).trim()).toBe('');
        expect(is).toContain(was.trim());
      }),
      { numRuns: propertyRuns(60, 6000) },
    );
  });

  test('parameters can be read again, and nothing else changes', () => {
    const parameters = fc.dictionary(
      fc.constantFrom('deliveryarea', 'status', 'currency', 'startTime'),
      fc.constantFrom('NO2', 'today', 'ø"\\'),
    );
    fc.assert(
      fc.property(existing, parameters, ({ text, name }, given) => {
        fc.pre(name !== 'none');
        const changed = withParameters(text, name, given);
        expect(meaning(changed)).toEqual(
          meaning(text).map((each) => (each.name === name ? { ...each, parameters: given } : each)),
        );
        const { was } = difference(text, changed);
        const span = named(text, name)?.span;
        expect(text.slice(span?.start, span?.end)).toContain(was);
      }),
      { numRuns: propertyRuns(60, 6000) },
    );
  });
});

// The blanks would be looked at again from each of them, which takes minutes.
test('a parameter is removed at once from a file with a very long run of blanks', { timeout: 5000 }, () => {
  const before = `{ /*${' '.repeat(190_000)}*/ "version": 1, "queries": { "a": { "dataset": "dayahead-curves", "parameters": {`;
  const text = `${before} "date": "today", "currency": "EUR" } } } }`;
  expect(withParameters(text, 'a', { date: 'today' })).toBe(`${before} "date": "today" } } } }`);
});

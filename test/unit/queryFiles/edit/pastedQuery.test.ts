import { parse, type ParseError } from 'jsonc-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuery } from '#src/market/query/query';
import { pastedQuery } from '#src/queryFiles/edit/pastedQuery';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import { propertyRuns } from '../../propertyRuns';

const read = readQuery(
  'dayahead-prices',
  { deliveryarea: 'NO1', startTime: 'today', endTime: 'today' },
  Date.now(),
  'Europe/Oslo',
);
const query = 'query' in read ? read.query : undefined;

/** The text after pasting at `|`, or over what is between two of them; `undefined` if nothing is offered. */
function pasteAt(marked: string): string | undefined {
  const [before = '', selected = '', after] = marked.split('|');
  const text = before + (after === undefined ? '' : selected) + (after ?? selected);
  return pasted(text, before.length, after === undefined ? before.length : before.length + selected.length);
}

function pasted(text: string, start: number, end: number): string | undefined {
  const edits = query && pastedQuery(text, { start, end }, query);
  return edits
    ?.reverse()
    .reduce((changed, edit) => changed.slice(0, edit.start) + edit.text + changed.slice(edit.end), text);
}

const entry = (name = 'Day-ahead prices NO1', indent = '    ') =>
  [
    `${indent}"${name}": {`,
    `${indent}  "dataset": "dayahead-prices",`,
    `${indent}  "parameters": {`,
    `${indent}    "deliveryarea": "NO1",`,
    `${indent}    "startTime": "today",`,
    `${indent}    "endTime": "today"`,
    `${indent}  }`,
    `${indent}}`,
  ].join('\n');
const turnover = `"turnover": { "dataset": "dayahead-turnover", "parameters": { "startTime": "today" } }`;
const file = (queries: string, more = '') => `{\n  "version": 1,${more}\n  "queries": {${queries}}\n}\n`;

describe('a pasted query', () => {
  it.each([
    ['in an empty file', file('|'), file(`\n${entry()}\n  `)],
    [
      'after a query on the first line of the file',
      `{"queries": {${turnover}|}}`,
      `{"queries": {${turnover},\n${entry(undefined, '  ')}\n}}`,
    ],
    [
      'in a file whose lines end with a carriage return alone',
      file(`\n    ${turnover}\n    |\n  `).replaceAll('\n', '\r'),
      file(`\n    ${turnover},\n${entry()}\n  `).replaceAll('\n', '\r'),
    ],
    ['on a line of its own', file('\n    |\n  '), file(`\n${entry()}\n  `)],
    ['after another query', file(`\n    ${turnover}\n|\n  `), file(`\n    ${turnover},\n${entry()}\n  `)],
    ['at the end of a line', file(`\n    ${turnover}|\n  `), file(`\n    ${turnover},\n${entry()}\n  `)],
    [
      'before another query',
      file(`\n    |\n    ${turnover}\n  `),
      file(`\n${entry()},\n    ${turnover}\n  `),
    ],
    [
      'between queries, after a comma and a comment',
      file(`\n    ${turnover}, // mine\n    |\n    "x": {}\n  `),
      file(`\n    ${turnover}, // mine\n${entry()},\n    "x": {}\n  `),
    ],
    ['over white space', file('| \n\n |'), file(`\n${entry()}\n  `)],
    [
      'under an unused name',
      file('\n    "Day-ahead prices NO1": {},\n    |\n  '),
      file(`\n    "Day-ahead prices NO1": {},\n${entry('Day-ahead prices NO1 2')}\n  `),
    ],
    [
      'with instants if the words mean other days in the time zone of the file',
      file('|', '\n  "timeZone": "Asia/Tokyo",'),
      file('|', '\n  "timeZone": "Asia/Tokyo",').replace(
        '|',
        `\n${entry()
          .replace('"startTime": "today"', `"startTime": "${query?.parameters.startTime ?? ''}"`)
          .replace('"endTime": "today"', `"endTime": "${query?.parameters.endTime ?? ''}"`)}\n  `,
      ),
    ],
  ])('is inserted %s', (_, marked, expected) => {
    expect(pasteAt(marked)).toBe(expected);
  });

  it.each([
    ['outside of the queries', file('').replace('"version"', '|"version"')],
    ['in a query', file(`"x": {|}`)],
    ['in a name', file(`"x|": {}`)],
    ['in place of a value', file(`"x": |`)],
    ['in a line comment', file(`\n  // queries: |\n`)],
    ['in a block comment', file(`/* | */`)],
    ['over a query', file(`|"x": {}|`)],
    ['in another file', '{|}'],
    ['in a file that is not JSON', 'hello|'],
    ['if "queries" is not an object', '{ "queries": [|] }'],
  ])("isn't offered %s", (_, marked) => {
    expect(pasteAt(marked)).toBeUndefined();
  });

  // The blanks would be looked at again from each of them, which takes minutes.
  it('after a very long run of blanks is offered at once', { timeout: 5000 }, () => {
    const blanks = ' '.repeat(198_000);
    expect(pasteAt(file(`/*${blanks}*/ | `))).toBe(file(`/*${blanks}*/\n${entry()}\n  `));
  });

  it('adds exactly one query wherever it is offered, and keeps the others', () => {
    const part = fc.constantFrom(
      ' ',
      '\n',
      '\r\n',
      '  ',
      turnover,
      ',',
      '// note\n',
      '/* note */',
      '"b": {},',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.nat(), (parts, at) => {
        const text = file(parts.join(''));
        const valid: unknown = parse(text, [], { allowTrailingComma: true });
        const isSound = readQueryFile(text).problems.length === 0;
        const place = at % (text.length + 1);
        const changed = pasted(text, place, place);
        if (changed === undefined || !isSound) return;
        const errors: ParseError[] = [];
        const now = parse(changed, errors, { allowTrailingComma: true }) as { queries: object };
        expect(errors).toEqual([]);
        const { 'Day-ahead prices NO1': added, ...others } = now.queries as Record<string, unknown>;
        expect(added).toMatchObject({ dataset: 'dayahead-prices' });
        expect(others).toEqual((valid as { queries: object }).queries);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

import { describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { readFileSync } from 'node:fs';
import { rowsToShow, testMessageOf } from '#src/editor/queryFiles/testing/testMessages';
import type { Check, Failure } from '#src/results/checks/checks';

const file = Uri.file('/a.market.json');

/** Of a query that wasn't sent. */
const unsent: Check = {
  query: 'tomorrow',
  check: 'columns.value',
  ok: false,
  expected: { '<=': 4000 },
  actual: { '<=': 4100 },
  line: 12,
  message: '1 of 96 values is above 4000: 4100 at 02:00.',
  failures: [],
};
const sent: Check = { ...unsent, result: 'r1' };
/** About the whole result. */
const whole: Failure = { message: unsent.message };
const above: Failure = { ...whole, filter: [{ column: 'value', op: '>', value: 4000 }] };
const messageOf = (differing: Partial<Check> = {}, failure = above) =>
  testMessageOf({ ...sent, ...differing }, failure, file);

/** The titles of what a person can do about a message, as the manifest's menus decide. */
function offered(contextValue = ''): string[] {
  const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    contributes: {
      commands: { command: string; title: string }[];
      menus: Record<string, { command: string; when: string }[]>;
    };
  };
  const nls = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;
  // Actions in the content would lie over the text.
  expect(contributes.menus).not.toHaveProperty('testing/message/content');
  return contributes.menus['testing/message/context']!.flatMap(({ command, when }) => {
    const pattern = /^testMessage =~ \/(.*)\/$/.exec(when)![1]!;
    const title = contributes.commands.find((each) => each.command === command)!.title;
    return new RegExp(pattern).test(contextValue) ? [nls[title.replaceAll('%', '')]!] : [];
  });
}

describe('the message of a failed check', () => {
  it('is at its line, in a sentence, because comparing two bounds would mark the one that was kept', () => {
    const { message, location, expectedOutput, actualOutput } = messageOf({
      expected: { '>=': -500, '<=': 4000 },
      actual: { '>=': -12.5, '<=': 4100 },
    });
    expect(message).toBe('columns.value: 1 of 96 values is above 4000: 4100 at 02:00.');
    expect(location).toMatchObject({ uri: file, range: { start: { line: 11 } } });
    expect([expectedOutput, actualOutput]).toEqual([undefined, undefined]);
  });

  it('compares two single values', () => {
    const { expectedOutput, actualOutput } = messageOf({ expected: 'success', actual: 'noData' });
    expect([expectedOutput, actualOutput]).toEqual(['"success"', '"noData"']);
  });

  it('has a line for each row, and no dash that the editor marks as suspicious', () => {
    const lines = [
      '2 of 96 values are above 4000:',
      '4100 at 2026-03-29 02:00–02:15 (+01:00)',
      'Kvinnherad – Os',
    ];
    expect(messageOf({}, { ...above, lines }).message).toBe(
      [
        'columns.value: 2 of 96 values are above 4000:',
        '4100 at 2026-03-29 02:00-02:15 (+01:00)',
        'Kvinnherad – Os',
      ].join('\n'),
    );
  });

  it('compares nothing if nothing was received', () => {
    expect(messageOf({ expected: 1, actual: undefined }).expectedOutput).toBeUndefined();
  });

  it('hides nothing of what the service sent', () => {
    const { message, actualOutput } = messageOf(
      { expected: 'EUR', actual: '\u202eEUR a\u001bb' },
      { message: '', lines: ['a\u001b[2Jb', 'c\u202ed'] },
    );
    expect(message).toBe('columns.value: a [2Jb\nc d');
    expect(actualOutput).toBe('"\\u{202e}EUR a\\u001bb"');
  });

  it('leads to the rows it is about, to the whole result, or nowhere if nothing was sent', () => {
    expect(offered(messageOf().contextValue)).toEqual(['Show Rows']);
    const of = (differing: Partial<Check>, failure: Failure) =>
      offered(messageOf(differing, failure).contextValue);
    expect(of({}, whole)).toEqual(['Show Result']);
    expect(of({}, { ...whole, finding: 'missing' })).toEqual(['Show Rows']);
    expect(of({ check: 'fingerprint' }, whole)).toEqual(['Show Result', 'Compare with Pinned Response']);
    const neverSent = testMessageOf(unsent, whole, file);
    expect(offered(neverSent.contextValue)).toEqual([]);
  });
});

it('limits the table to the rows of the finding and the filter', () => {
  expect(rowsToShow(sent, { ...above, finding: 'nulls' })).toEqual({
    key: { kind: 'nulls' },
    filter: above.filter,
    text: 'rows that fail the check "columns.value"',
  });
});

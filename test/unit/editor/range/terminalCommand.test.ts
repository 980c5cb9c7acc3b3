import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { commandText, terminalCommand } from '#src/editor/range/terminalCommand';
import type { EnteredRange } from '#src/editor/range/fetchPrompts';
import { anyCharacter } from '../../anyText';
import { doubleOf } from '../../doubleOf';
import { propertyRuns } from '../../propertyRuns';
import { editor } from '../fakeVscode/editor';

const odd = `it's $(touch hacked) \`touch hacked\`; $HOME "!!" \\ & | > x * ~ ‘’ æøå`;

describe.skipIf(process.platform === 'win32')('a command line for a POSIX shell', () => {
  /** The words that a shell reads from the line. */
  const read = (line: string) => {
    const out = execFileSync('sh', ['-c', String.raw`each() { printf '%s\0' "$@"; }; each ${line}`]);
    return out.toString('utf8').split('\0').slice(0, -1);
  };

  it('is read as the same words, whatever they contain', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: anyCharacter }), fc.string()), { minLength: 1 }),
        (words) => {
          const line = commandText([...words, odd], false);
          if (line !== undefined) expect(read(line)).toEqual([...words, odd]);
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});

it.each([
  ['prices.market.json', 'prices.market.json'],
  ['all areas', "'all areas'"],
  ['$(calc); `x', "'$(calc); `x'"],
  ["it's", "'it''s'"],
  // PowerShell takes each of these for a plain quotation mark.
  ['a‘ ;calc;’‚‛', "'a‘‘ ;calc;’’‚‚‛‛'"],
  [String.raw`c:\Program Files\cli.js`, String.raw`'c:\Program Files\cli.js'`],
])('PowerShell reads one word from %s', (word, expected) => {
  expect(commandText([word], true)).toBe(expected);
});

it.each([
  ['a" --target="elsewhere', true],
  ['a\\', true],
  ['a\u0003calc\n', true],
  ['a\u0003reboot\n', false],
  ['a\u001b[201~', false],
])(
  'there is no line for %j, which a shell or a terminal could take for more (PowerShell: %s)',
  (word, isPowerShell) => {
    expect(commandText(['node', word], isPowerShell)).toBeUndefined();
  },
);

describe('the command line of a range', () => {
  const entered: EnteredRange & { connection: string } = {
    parameters: { deliveryarea: 'NO1' },
    from: '2026-03-28',
    to: '2026-03-29',
    format: 'parquet',
    target: 'market-data/range',
    connection: 'sandbox',
  };
  const line = (path: string, name = 'all areas', more: Partial<typeof entered> = {}) =>
    terminalCommand('/x y/dist/cli.js', { file: vscode.Uri.file(path), name }, { ...entered, ...more });

  beforeEach(() => {
    editor.folders = ['/workspace', '/second'];
    editor.documents = [];
  });

  it('names the file and the folder relative to the workspace folder, and the connection that was used', () => {
    expect(line('/workspace/queries/x.market.json')).toBe(
      "node '/x y/dist/cli.js' range queries/x.market.json 'all areas' --from 2026-03-28 --to 2026-03-29 --target market-data/range --format parquet --connection sandbox",
    );
  });

  it('requests days in parts if they were', () => {
    expect(line('/workspace/x.market.json', 'all', { windowMinutes: 60 })).toMatch(
      / --format parquet --window-minutes 60 --connection sandbox$/,
    );
  });

  it("doesn't exist for a file elsewhere, or for words that would be taken for options", () => {
    expect(line('/second/x.market.json')).toBeUndefined();
    expect(line('/elsewhere/x.market.json')).toBeUndefined();
    expect(line('/workspace/-x.market.json')).toBeUndefined();
    expect(line('/workspace/x.market.json', '--again')).toBeUndefined();
    expect(line('/workspace/x.market.json', 'all', { target: '-t' })).toBeUndefined();
    expect(line('/workspace/x.market.json', 'all', { connection: '-c' })).toBeUndefined();
  });

  it("doesn't exist while the file has unsaved changes, which the command line wouldn't see", () => {
    const uri = vscode.Uri.file('/workspace/x.market.json');
    editor.documents = [doubleOf<vscode.TextDocument>({ uri, isDirty: true })];
    expect(line('/workspace/x.market.json')).toBeUndefined();
    expect(line('/workspace/y.market.json')).toBeDefined();
  });
});

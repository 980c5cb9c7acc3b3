import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { Uri } from 'vscode';
import { QueryCommands } from '#src/editor/queryFiles/run/fileQueryCommands';
import type { QueryFileSource } from '#src/editor/queryFiles/queryFileSource';
import type { Queries } from '#src/editor/query/queries';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import type { Check } from '#src/results/checks/checks';
import type { Result } from '#src/results/result';
import { editor } from '../../fakeVscode/editor';
import { doubleOf } from '#test/unit/doubleOf';

vi.mock('#src/editor/queryFiles/run/pickQuery', () => ({
  pickQueryFile: () => Promise.resolve(source),
  pickQueryName: () => Promise.resolve('mine'),
}));

const parameters = { deliveryarea: 'NO1', currency: 'EUR', startTime: 'today', endTime: 'tomorrow' };
const text = JSON.stringify({
  version: 1,
  queries: { mine: { dataset: 'dayahead-prices', connection: 'desk', parameters } },
});
const source = doubleOf<QueryFileSource>({
  uri: Uri.file('/a.market.json'),
  name: 'a.market.json',
  text,
  file: readQueryFile(text),
});

it.each([
  ['granted', true, ['sign in to desk', 'wait over desk']],
  ['canceled', false, ['sign in to desk']],
])(
  'before a query in a file waits until its data is published, a sign-in to its connection is %s',
  async (_, isGranted, expected) => {
    const steps: string[] = [];
    type Parts = ConstructorParameters<typeof QueryCommands>[0];
    const folder = mkdtempSync(join(tmpdir(), 'query-'));
    const path = join(folder, 'a.market.json');
    writeFileSync(path, text);
    const queries = new QueryCommands(
      doubleOf<Parts>({
        queries: doubleOf<Queries>({
          ensureSignedIn: (name) => Promise.resolve(steps.push(`sign in to ${name}`) > 0 && isGranted),
        }),
        whenPublished: (_query, connection) => {
          steps.push(`wait over ${connection}`);
          return new Promise(() => undefined);
        },
      }),
    );
    void queries.commands.whenPublishedHere('id', { file: Uri.file(path), query: 'mine' });
    await vi.waitFor(() => expect(steps).toEqual(expected));
  },
);

it.each([
  ['granted', true, ['sign in to desk', 'range over desk']],
  ['canceled', false, ['sign in to desk']],
])(
  'before prompting for a range of a query in a file, a sign-in to its connection is %s',
  async (_, isGranted, expected) => {
    const steps: string[] = [];
    type Parts = ConstructorParameters<typeof QueryCommands>[0];
    const queries = new QueryCommands(
      doubleOf<Parts>({
        queries: doubleOf<Queries>({
          ensureSignedIn: (name) => Promise.resolve(steps.push(`sign in to ${name}`) > 0 && isGranted),
        }),
        fetchRange: (_query, connection) => Promise.resolve(steps.push(`range over ${connection}`)),
      }),
    );
    await queries.fetchRange();
    expect(steps).toEqual(expected);
  },
);

const check = (name: string, ok: boolean): Check =>
  doubleOf<Check>({ check: name, ok, query: 'mine', line: 3, message: '96 expected, 92 received' });

it.each([
  ['only its fingerprint, which pinning replaces', [check('fingerprint', false), check('rows', true)], false],
  ['no check', [], false],
  ['another check', [check('fingerprint', false), check('rows', false), check('complete', true)], true],
])('a person who pins a response that fails %s', async (_, checks, isAsked) => {
  let isPinned: boolean | undefined;
  type Parts = ConstructorParameters<typeof QueryCommands>[0];
  const queries = new QueryCommands(
    doubleOf<Parts>({
      queries: doubleOf<Queries>({ ensureSignedIn: () => Promise.resolve(true) }),
      checks: doubleOf<Parts['checks']>({ checksOfResult: () => Promise.resolve(checks) }),
      pins: doubleOf<Parts['pins']>({
        pin: async (_source, _query, { mayPin }) => {
          isPinned = await mayPin?.(doubleOf<Result>({}));
          return undefined;
        },
      }),
    }),
  );
  await queries.commands.pinQuery('', undefined);
  expect(isPinned).toBe(!isAsked);
  expect(editor.told).toEqual(isAsked ? ['1 of 2 checks of "mine" failed. Pin the response anyway?'] : []);
});

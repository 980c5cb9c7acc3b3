import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mostEntries } from '#src/history/excessEntries';
import { datasets } from '#src/market/datasets/datasets';
import { expectMembers } from '#src/queryFiles/read/expectation';
import { fileMembers, mostQueries, queryMembers } from '#src/queryFiles/read/fileFormat';
import { longestFile } from '#src/queryFiles/read/readQueryFile';
import { outcomeKinds } from '#src/request/outcome';
import { longestResponseSeconds } from '#src/service/http/http';
import {
  maxBodyBytes,
  maxCompressionRatio,
  maxDepth,
  maxFurtherColumns,
  maxRecordBytes,
} from '#src/table/tableLimits';
import { documents, manifest, titles } from './documents';

const readme = documents.get('README.md') ?? '';
const reference = documents.get('docs/commands.md') ?? '';
const guide = documents.get('docs/connections.md') ?? '';

const words = (text: string) => text.replace(/-{3,}/g, '---').replace(/[ \t]+/g, ' ');

it('the README lists every dataset', () => {
  const table = [
    '| dataset | what it contains |',
    '| --- | --- |',
    ...datasets.map(({ title, summary }) => `| ${title()} | ${summary()} |`),
  ].join('\n');
  const listed = /<!-- datasets:begin[^>]*-->\n([^]*?)\n<!-- datasets:end -->/.exec(readme)?.[1];
  expect(words(listed ?? '').trim()).toBe(words(table));
});

/** The text below a heading of the second level. */
const part = (document: string, title: string) =>
  new RegExp(`\\n## ${title}\\n([^]*?)(?=\\n## |$)`).exec(document)?.[1] ?? '';
const { properties } = manifest.contributes.configuration;

it('docs/commands.md lists every setting with its default, in the order of the settings editor', () => {
  const rows = [...part(reference, 'Settings').matchAll(/^\| `(.*?)` .*\| `(.*?)` +\|$/gm)];
  const said = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  expect(rows.map(([, key, value]) => [key, value])).toEqual(
    Object.entries(properties).map(([key, setting]) => [key, said(setting.default)]),
  );
});

it('docs/commands.md lists every command once, by its title in the palette', () => {
  const listed = part(reference, 'Commands').matchAll(/\*\*([^*]+)\*\*(?:<br>| \()`(marketData\.[\w.]+)`/g);
  expect([...listed].map(([, title, command]) => [command, title]).sort()).toEqual([...titles].sort());
});

it('docs/commands.md says which commands the palette lists', () => {
  const [listed = ''] = part(reference, 'Commands').split('Commands in other places:');
  const named = [...listed.matchAll(/\*\*([^*]+)\*\*(?:<br>| \()`(marketData\.[\w.]+)`/g)];
  const [, exceptions = ''] = /prompt for what they need\. (.*) are only for/.exec(listed) ?? [];
  const said = named.filter(([, title = '']) => !exceptions.includes(`**${title}**`)).map(([, , id]) => id);
  const hidden = manifest.contributes.menus.commandPalette
    .filter(({ when }) => when === 'false')
    .map(({ command }) => command);
  expect(said.sort()).toEqual([...titles.keys()].filter((id) => !hidden.includes(id)).sort());
});

it('docs/connections.md names every field of a connection', () => {
  const example = /"marketData\.connections": (\[[^]*?\n\])/.exec(guide)?.[1] ?? '';
  const [entry] = JSON.parse(example) as Record<string, unknown>[];
  const setting = properties['marketData.connections'];
  expect(Object.keys(entry ?? {})).toEqual(Object.keys(setting?.items?.properties ?? {}));
});

it('docs/connections.md lists the steps for adding a connection in the words of the prompts', () => {
  const [adding, signingIn] = ['addConnection', 'signIn'].map((name) =>
    readFileSync(`src/editor/connections/${name}.ts`, 'utf8'),
  );
  const steps = [...part(guide, 'Adding a Connection').matchAll(/^\d\. .*?\*\*(.+?)\*\*/gm)];
  const places = steps.map(([, words = '']) =>
    [adding, signingIn].map((code) => code?.indexOf(`t('${words}`)),
  );
  // The last three steps are those of every sign-in, whose code has the last one's choices first.
  const inOrder = places.slice(0, 6).map(([place]) => place ?? -1);
  expect(inOrder).not.toContain(-1);
  expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b));
  expect(places.slice(6).map(([, place]) => place)).toHaveLength(3);
  expect(places.slice(6).map(([, place]) => place)).not.toContain(-1);
});

it.each([
  ['The File', fileMembers],
  ['A Query', queryMembers],
  ['Checks', expectMembers],
])('docs/query-files.md lists every property: %s', (title, members) => {
  const rows = part(documents.get('docs/query-files.md') ?? '', title).matchAll(/^\| `([\w$]+)` +\|/gm);
  expect([...rows].map(([, name]) => name).sort()).toEqual(Object.keys(members).sort());
});

it('docs/commands.md lists every outcome', () => {
  const [, listed = ''] = /`outcome` is one of (.*)\./.exec(reference) ?? [];
  expect([...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual([...outcomeKinds].sort());
});

it('docs/performance.md lists every part of the bench', () => {
  const [, listed = ''] = /The parts are (.*?)\./.exec(documents.get('docs/performance.md') ?? '') ?? [];
  const [, parts = ''] =
    /const parts: .* = \{([^}]*)\}/.exec(readFileSync('test/bench/main.ts', 'utf8')) ?? [];
  expect(parts).not.toBe('');
  expect([...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(parts.match(/\w+/g));
});

it('docs/privacy-and-limits.md states the limits that the code has', () => {
  const limits = part(documents.get('docs/privacy-and-limits.md') ?? '', 'Limits');
  const stated = new Map(
    [...limits.matchAll(/^\| (.*?) +\| (.*?) +\|$/gm)].map(([, what = '', limit = '']) => [what, limit]),
  );
  const count = (number: number) => number.toLocaleString('en-US');
  expect(stated.get('record')).toBe(`${maxRecordBytes / 1024 ** 2} MB`);
  expect(stated.get('response')).toBe(`${maxBodyBytes / 1024 ** 3} GB`);
  const time = stated.get('time for a response to arrive, however steadily it does');
  expect(time).toBe(`${longestResponseSeconds / 60} minutes`);
  expect(limits).toContain(`${maxCompressionRatio} times its compressed size`);
  expect(stated.get('nesting of JSON')).toBe(`${maxDepth} levels`);
  expect(stated.get('attributes and undocumented fields that become columns')).toBe(`${maxFurtherColumns}`);
  expect(stated.get('queries in the **History** view')).toContain(count(mostEntries));
  expect(stated.get('query file')).toBe(`${count(longestFile)} characters and ${count(mostQueries)} queries`);
});

it('the README is short enough to be read', () => {
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(14_000);
});

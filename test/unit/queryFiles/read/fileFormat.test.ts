import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import { webUrlWithQuery } from '../../anyText';

const fileWith = (schema: string) => `{ "$schema": ${JSON.stringify(schema)}, "version": 1, "queries": {} }`;

/** The text at which the warning about a file is shown. */
function warnedAt(text: string): string | undefined {
  const { remoteSchema: at, problems } = readQueryFile(text);
  expect(problems).toEqual([]);
  return at && text.slice(at.start, at.end);
}

test('the web address of a schema is distinguished from a path, because its host would learn who opens the file', () => {
  const remote = [
    'http://example.com/a.json',
    ' HTTPS://example.com/a.json',
    'ftp://example.com/a.json',
    '//example.com/share/a.json',
    '\\\\example.com\\share\\a.json',
    'file://example.com/share/a.json',
    'file:////example.com/share/a.json',
  ];
  const local = [
    '',
    './a.json',
    '../a.json',
    'a.json',
    '/a/b.json',
    'C:\\a.json',
    'file:///a/b.json',
    'vscode://schemas/a',
  ];
  for (const schema of remote) expect(warnedAt(fileWith(schema)), schema).toBe(JSON.stringify(schema));
  for (const schema of local) expect(warnedAt(fileWith(schema)), schema).toBeUndefined();
});

test('any web address is recognized as one', () => {
  fc.assert(fc.property(webUrlWithQuery, (url) => warnedAt(fileWith(url)) !== undefined));
});

test('no path below the file is mistaken for an address', () => {
  const name = fc.stringMatching(/^[\w ()-][\w .:()-]*$/);
  fc.assert(
    fc.property(
      fc.array(name, { minLength: 1 }),
      (names) => warnedAt(fileWith(`./${names.join('/')}`)) === undefined,
    ),
  );
});

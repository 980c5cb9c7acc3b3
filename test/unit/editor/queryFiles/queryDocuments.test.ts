import { expect, it } from 'vitest';
import * as vscode from 'vscode';
import { readDocument } from '#src/editor/queryFiles/queryDocuments';
import { doubleOf } from '../../doubleOf';

/** A document with so many queries that reading it takes several turns. */
const longDocument = () => {
  const queries = Array.from({ length: 2000 }, (_, at): [string, unknown] => [
    `q${at}`,
    { dataset: 'dayahead-prices' },
  ]);
  const text = JSON.stringify({ version: 1, queries: Object.fromEntries(queries) });
  return doubleOf<{ -readonly [Name in keyof vscode.TextDocument]: vscode.TextDocument[Name] }>({
    version: 1,
    isClosed: false,
    getText: () => text,
    positionAt: (offset) => new vscode.Position(0, offset),
  });
};

it('a version of a document is read once, however many features need it', async () => {
  const document = longDocument();
  const reading = readDocument(document);
  expect(readDocument(document)).toBe(reading);
  expect((await reading)?.queries).toHaveLength(2000);
});

it('others get a turn while a long document is read', async () => {
  let turns = 0;
  const counting = setInterval(() => (turns += 1));
  await readDocument(longDocument());
  clearInterval(counting);
  expect(turns).toBeGreaterThan(0);
});

it("a document that is changed or closed isn't read to the end", async () => {
  const [changed, closed] = [longDocument(), longDocument()];
  const reading = [readDocument(changed), readDocument(closed)];
  changed.version = 2;
  closed.isClosed = true;
  expect(await Promise.all(reading)).toEqual([undefined, undefined]);
  expect((await readDocument(changed))?.queries).toHaveLength(2000);
});

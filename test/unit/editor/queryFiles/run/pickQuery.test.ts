import { beforeEach, expect, it } from 'vitest';
import { Position, Uri, type Selection, type TextDocument, type TextEditor } from 'vscode';
import { pickQueryName } from '#src/editor/queryFiles/run/pickQuery';
import type { QueryFileSource } from '#src/editor/queryFiles/queryFileSource';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import { doubleOf } from '#test/unit/doubleOf';
import { editor } from '../../fakeVscode/editor';

const offered = () => editor.menus.at(-1)?.map(({ label }) => label);

const query = { dataset: 'dayahead-turnover', parameters: { startTime: 'today', endTime: 'today' } };
const text = JSON.stringify({ version: 1, queries: { first: query, second: query, third: query } });
const uri = Uri.file('/a.market.json');
const source = doubleOf<QueryFileSource>({
  name: 'a.market.json',
  text,
  file: readQueryFile(text),
  uri,
});
const cursorAt = (offset: number, shown = text) => {
  editor.activeTextEditor = doubleOf<TextEditor>({
    document: doubleOf<TextDocument>({ uri, getText: () => shown, offsetAt: () => offset }),
    selection: doubleOf<Selection>({ active: new Position(0, 0) }),
  });
};

beforeEach(() => {
  editor.pick = (items) => items[0];
});

it('a command on a query of a file offers the one at the cursor first', async () => {
  cursorAt(text.indexOf('"third"') + 20);
  expect(await pickQueryName(source)).toBe('third');
  expect(offered()).toEqual(['third', 'first', 'second']);
  await pickQueryName(source, true);
  expect(offered()).toEqual(['All Queries', 'third', 'first', 'second']);
});

it('queries are offered in the order of the file when the cursor is in none of them, or in another file', async () => {
  const inOrder = ['first', 'second', 'third'];
  cursorAt(0);
  expect(await pickQueryName(source)).toBe('first');
  expect(offered()).toEqual(inOrder);
  cursorAt(text.indexOf('"third"') + 20, 'another text');
  await pickQueryName(source);
  expect(offered()).toEqual(inOrder);
});

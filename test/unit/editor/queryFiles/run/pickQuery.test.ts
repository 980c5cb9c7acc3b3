import { beforeEach, expect, it, vi } from 'vitest';
import { pickQueryName } from '../../../../../src/editor/queryFiles/run/pickQuery';
import type { QuerySource } from '../../../../../src/editor/queryFiles/queryFileSource';
import { readQueryFile } from '../../../../../src/queryFiles/read/readQueryFile';
import { doubleOf } from '../../../doubleOf';

const editor = vi.hoisted((): { active?: unknown; offered: string[] } => ({ offered: [] }));

vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  window: {
    get activeTextEditor() {
      return editor.active;
    },
    showQuickPick: (items: { label: string; query: string | null }[]) => {
      editor.offered = items.map(({ label }) => label);
      return Promise.resolve(items[0]);
    },
  },
}));

const query = { dataset: 'dayahead-turnover', parameters: { startTime: 'today', endTime: 'today' } };
const text = JSON.stringify({ version: 1, queries: { first: query, second: query, third: query } });
const uri = doubleOf<QuerySource['uri']>({ toString: () => 'file:///a.market.json' });
const source = doubleOf<QuerySource>({
  name: 'a.market.json',
  text,
  file: readQueryFile(text),
  uri,
});
const cursorAt = (offset: number, shown = text) => {
  editor.active = {
    document: { uri, getText: () => shown, offsetAt: () => offset },
    selection: { active: undefined },
  };
};

beforeEach(() => {
  editor.active = undefined;
});

it('a command on a query of a file offers the one at the cursor first', async () => {
  cursorAt(text.indexOf('"third"') + 20);
  expect(await pickQueryName(source)).toBe('third');
  expect(editor.offered).toEqual(['third', 'first', 'second']);
  await pickQueryName(source, true);
  expect(editor.offered).toEqual(['All Queries', 'third', 'first', 'second']);
});

it('queries are offered in the order of the file when the cursor is in none of them, or in another file', async () => {
  const inOrder = ['first', 'second', 'third'];
  cursorAt(0);
  expect(await pickQueryName(source)).toBe('first');
  expect(editor.offered).toEqual(inOrder);
  cursorAt(text.indexOf('"third"') + 20, 'another text');
  await pickQueryName(source);
  expect(editor.offered).toEqual(inOrder);
});

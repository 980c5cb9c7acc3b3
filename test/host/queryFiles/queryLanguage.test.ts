import * as assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { activeExtension, closeEditors, eventually, workspaceFolder } from '../support/support';

const language = 'market-queries';
const source = 'Market Data';

const sound = `{
  // Comments are allowed, and so are trailing commas.
  "version": 1,
  "timeZone": "Europe/Oslo",
  "queries": {
    "a day": {
      "dataset": "dayahead-prices",
      "parameters": { "deliveryarea": "NO1", "startTime": "2026-03-29", "endTime": "2026-03-29" },
      "expect": { "complete": true },
      "export": { "format": "csv" },
    },
    "curves": { "dataset": "dayahead-curves", "connection": "sandbox", "parameters": { "date": "2026-10-25" } },
  },
}
`;

const lines = (...texts: string[]) => `${texts.join('\n')}\n`;

let count = 0;

/** Shows a new query file with this text. */
async function opened(text: string): Promise<vscode.TextEditor> {
  count += 1;
  const uri = vscode.Uri.joinPath(workspaceFolder().uri, 'language', `file-${count}.market.json`);
  await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
}

const diagnosticsOf = ({ document }: vscode.TextEditor) => vscode.languages.getDiagnostics(document.uri);
const ours = (editor: vscode.TextEditor) => diagnosticsOf(editor).filter((each) => each.source === source);

/** The range of a text in the document: its first occurrence, or the last. */
function rangeOf(
  { document }: vscode.TextEditor,
  text: string,
  from: 'first' | 'last' = 'first',
): vscode.Range {
  const all = document.getText();
  const start = from === 'first' ? all.indexOf(text) : all.lastIndexOf(text);
  assert.ok(start >= 0, `${text} is not in the document`);
  return new vscode.Range(document.positionAt(start), document.positionAt(start + text.length));
}

/** Waits until VS Code's own JSON support has read the schema. */
async function served(editor: vscode.TextEditor): Promise<void> {
  await eventually('the JSON support', async () => {
    const hovers = await hoversAt(editor, '"version"');
    return hovers.some((words) => words.includes('The version of the format')) ? true : undefined;
  });
}

async function hoversAt(editor: vscode.TextEditor, text: string): Promise<string[]> {
  const { start } = rangeOf(editor, text);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    editor.document.uri,
    start.translate(0, 1),
  );
  return hovers.flatMap(({ contents }) =>
    contents.map((content) => (content instanceof vscode.MarkdownString ? content.value : '')),
  );
}

const wordsOf = (words: string | vscode.MarkdownString = '') =>
  typeof words === 'string' ? words : words.value;

/** What is suggested at `|`, by its label without quotation marks, with its description. */
async function suggestedAt(marked: string): Promise<[label: string, words: string][]> {
  const { document } = await opened(marked.replace('|', ''));
  const list = await eventually('suggestions', async () => {
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      document.positionAt(marked.indexOf('|')),
    );
    return items.length > 0 ? items : undefined;
  });
  return list.map(({ label, documentation }) => [
    (typeof label === 'string' ? label : label.label).replace(/^"(.*)"$/, '$1'),
    wordsOf(documentation),
  ]);
}

/** Symbols and what they contain, in the order of the file. */
const withInner = (symbols: readonly vscode.DocumentSymbol[]): vscode.DocumentSymbol[] =>
  symbols.flatMap((symbol) => [symbol, ...withInner(symbol.children)]);

async function lensesOf({ document }: vscode.TextEditor): Promise<{ line: number; title: string }[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    document.uri,
  );
  return lenses.map(({ range, command }) => ({ line: range.start.line, title: command?.title ?? '' }));
}

/** A file whose query has the given members. */
const inQuery = (members: string) => `{ "version": 1, "queries": { "a": { ${members} } } }`;

/** A file whose query has the given parameters. */
const asking = (parameters: string, dataset = 'dayahead-prices') =>
  inQuery(`"dataset": "${dataset}", "parameters": { ${parameters} }`);

describe('a query file', () => {
  before(activeExtension);
  afterEach(closeEditors);
  after(() =>
    vscode.workspace.fs.delete(vscode.Uri.joinPath(workspaceFolder().uri, 'language'), {
      recursive: true,
    }),
  );

  it('has its own language, in which comments and trailing commas are allowed', async () => {
    const editor = await opened(sound);
    assert.equal(editor.document.languageId, language);
    await served(editor);
    // Both have reported as soon as a mistake of each kind is shown.
    await editor.edit((edit) => {
      edit.replace(rangeOf(editor, '"2026-10-25"'), '"2026-13-25"');
      edit.replace(rangeOf(editor, '"format": "csv" }'), '"format" "csv" }');
    });
    const found = await eventually('both mistakes', () => {
      const all = diagnosticsOf(editor);
      return all.some((each) => each.source === source) && all.some((each) => each.source !== source)
        ? all
        : undefined;
    });
    const words = found.map(({ message }) => message).join('\n');
    assert.doesNotMatch(words, /comment|trailing/i);
  });

  it("shows each mistake once at its position, in VS Code's own words if the JSON is invalid", async () => {
    const editor = await opened(
      lines(
        '{',
        '  "version": 1,',
        '  "queries": {',
        '    "typo": { "dataset": "dayahead-price", "parameters": {} },',
        '    "day": { "dataset": "dayahead-prices", "parameters": { "startTime": "todai" } },',
        '    "unknown": { "dataset": "dayahead-prices", "url": "https://example.com" },',
        '    "number": { "dataset": "dayahead-prices", "parameters": { "currency": 3 } },',
        '    "elsewhere": { "dataset": "dayahead-prices", "connection": "nobody has it" },',
        '    "export": { "dataset": "dayahead-prices", "export": { "format": "doc" } },',
        '  }',
        '}',
      ),
    );
    await served(editor);
    const places = ['"dayahead-price"', '"todai"', '"url"', '3', '"nobody has it"', '"doc"'];
    await eventually('all problems', () => (ours(editor).length >= places.length ? true : undefined));
    // A mistake of JSON is last, so that everything else was reported by then.
    await editor.edit((edit) => edit.insert(rangeOf(editor, '"typo":').end.translate(0, -1), ' '));
    await editor.edit((edit) => edit.insert(rangeOf(editor, '{ "format": "doc" }').end, ' 7'));
    await eventually('the mistake of JSON', () =>
      diagnosticsOf(editor).some((each) => each.source !== source) ? true : undefined,
    );
    const found = diagnosticsOf(editor).sort((one, other) => one.range.start.compareTo(other.range.start));
    assert.deepEqual(
      ours(editor)
        .map(({ range }) => editor.document.getText(range))
        .sort(),
      [...places].sort(),
    );
    const others = found.filter((each) => each.source !== source);
    assert.deepEqual(
      others.map(({ range }) => editor.document.getText(range)),
      ['7'],
      others.map(({ message }) => message).join('\n'),
    );
    const typo = ours(editor).find(({ range }) => editor.document.getText(range) === places[0]);
    assert.match(typo?.message ?? '', /Did you mean "dayahead-prices"\?/);
    const elsewhere = ours(editor).find(({ range }) => editor.document.getText(range) === places[4]);
    assert.equal(elsewhere?.severity, vscode.DiagnosticSeverity.Warning);
  });

  for (const [what, marked, some] of [
    ['a whole file in an empty one', '|', { 'New query file': /Day-ahead prices/ }],
    [
      'queries by their names',
      '{ "version": 1, "queries": { | } }',
      { 'Day-ahead prices': /auction/, 'UK interconnector flows': /Flows over/ },
    ],
    ['datasets', inQuery('"dataset": "|"'), { 'dayahead-prices': /auction/, 'uk-flows': /Flows over/ }],
    [
      'the parameters of the dataset',
      asking('|', 'dayahead-curves'),
      { date: /Delivery date.*today.*2026-03-29/ },
    ],
    ['areas', asking('"deliveryarea": "|"'), { SE3: /Sweden, Stockholm/, FI: /Finland/ }],
    ['currencies', asking('"currency": "E|"'), { EUR: /Currency/ }],
    [
      'days where there are no quotation marks yet',
      asking('"startTime": |'),
      { today: /Start of the current day/, tomorrow: /Start of the next day/ },
    ],
    [
      'the sample service',
      '{ "version": 1, "connection": "|", "queries": {} }',
      { sandbox: /sample service/ },
    ],
    ['time zones', '{ "version": 1, "timeZone": "|", "queries": {} }', { 'Europe/Oslo': /market/ }],
    ['checks', inQuery('"dataset": "dayahead-prices", "expect": |'), { complete: /Nothing is missing/ }],
    [
      'the columns of the dataset',
      inQuery('"dataset": "dayahead-curves", "expect": { "columns": { | } }'),
      { price: /Price/, side: /Side/ },
    ],
    [
      'formats',
      inQuery('"dataset": "dayahead-prices", "export": { "format": "|" }'),
      { csv: /spreadsheets/, parquet: /DuckDB/ },
    ],
  ] as const) {
    it(`suggests ${what}, each of them once, with what it means`, async () => {
      const suggested = await suggestedAt(marked);
      for (const [label, words] of Object.entries(some)) {
        assert.match(new Map(suggested).get(label) ?? 'missing', words, label);
      }
      const labels = suggested.map(([label]) => label);
      assert.deepEqual(labels, [...new Set(labels)]);
    });
  }

  it('lists each query once, by its name, for Go to Symbol and the Outline', async () => {
    const editor = await opened(sound);
    await served(editor);
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      editor.document.uri,
    );
    const listed = withInner(symbols).filter(({ name }) => ['a day', 'curves'].includes(name));
    assert.deepEqual(
      listed.map(({ name, selectionRange }) => [name, selectionRange.start.line]),
      [
        ['a day', rangeOf(editor, '"a day"').start.line],
        ['curves', rangeOf(editor, '"curves"').start.line],
      ],
    );
  });

  it('offers actions above each query, except for a query with a problem', async () => {
    const editor = await opened(sound);
    assert.deepEqual(await lensesOf(editor), [
      ...['Run', 'Run Checks', 'Export', 'Compare with Previous', 'Pin', 'Edit'].map((title) => ({
        line: 5,
        title,
      })),
      ...['Run', 'Compare with Previous', 'Pin', 'Edit'].map((title) => ({ line: 11, title })),
    ]);
    await editor.edit((edit) => edit.replace(rangeOf(editor, '"2026-03-29"'), '"2026-02-30"'));
    assert.deepEqual(
      (await lensesOf(editor)).map(({ line }) => line),
      [11, 11, 11, 11],
    );
    await editor.edit((edit) => edit.replace(rangeOf(editor, '"version": 1'), '"version": 2'));
    assert.deepEqual(await lensesOf(editor), []);
  });

  it('offers to run a query when published as long as its day is to come', async () => {
    const titles = async (parameters: string, dataset?: string) =>
      (await lensesOf(await opened(asking(parameters, dataset)))).map(({ title }) => title);
    const offer = ['Run', 'Run When Published', 'Compare with Previous', 'Pin', 'Edit'];
    const period = (day: string) => `"startTime": "${day}", "endTime": "${day}"`;
    assert.deepEqual(await titles(period('tomorrow')), offer);
    assert.deepEqual(await titles('"date": "2100-01-01"', 'dayahead-curves'), offer);
    const none = ['Run', 'Compare with Previous', 'Pin', 'Edit'];
    assert.deepEqual(await titles(period('yesterday')), none);
    assert.deepEqual(await titles(period('tomorrow'), 'regulation-down-volumes'), none);
  });

  it('starts with a query that runs when the file is new', async () => {
    await vscode.commands.executeCommand('marketData.queries.new');
    const editor = await eventually('the editor', () => vscode.window.activeTextEditor);
    assert.equal(editor.document.languageId, language);
    assert.equal(editor.document.uri.scheme, 'untitled');
    assert.ok(editor.document.uri.path.endsWith(join('/', 'queries.market.json')));
    assert.deepEqual(
      (await lensesOf(editor)).map(({ title }) => title),
      ['Run', 'Run Checks', 'Compare with Previous', 'Pin', 'Edit'],
    );
    await served(editor);
    assert.deepEqual(ours(editor), []);
    // What a person adds is indented in the same way.
    assert.equal(editor.options.tabSize, 2);
    const pin = { file: editor.document.uri, query: 'prices today' };
    await assert.rejects(
      Promise.resolve(vscode.commands.executeCommand('marketData.queries.pin', pin)),
      /^Error: Save queries\.market\.json first\.$/,
    );
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});

import * as assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import { command, fixture, useMarketService } from '../support/marketService';
import { activeExtension, closeEditors, eventually, workspaceFolder } from '../support/support';

const turnover = '/dayahead/volumes/turnover/systemPrice';
const day = { startTime: '2026-03-20', endTime: '2026-03-20' };

/** A file whose layout and comments must be preserved. */
const commented = `{
    // The team's questions
    "version": 1, /* for ever */
    "queries": {
        "old": { "dataset": "dayahead-turnover", "parameters": {} }, // mine
    },
}
`;

describe('queries in files', () => {
  const service = useMarketService();
  const root = () => workspaceFolder().uri.fsPath;
  const path = (name: string) => join(root(), 'saved', name);
  const uriOf = (name: string) => vscode.Uri.file(path(name));
  const textOf = (name: string) => readFileSync(path(name), 'utf8');

  beforeEach(async () => {
    mkdirSync(join(root(), 'saved'), { recursive: true });
    service.server.on(turnover, [{ body: fixture('dayahead-turnover') }]);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  afterEach(async () => {
    await closeEditors();
    rmSync(join(root(), 'saved'), { recursive: true });
  });

  const run = async (parameters: Record<string, string> = day, more: Record<string, unknown> = {}) =>
    (await service.query('dayahead-turnover', parameters, more)).id;
  const save = (result: string, file: unknown, name: string, more: Record<string, unknown> = {}) =>
    Promise.resolve(command('queries.save', { result, file, name, ...more }));
  /** Shows a file in an editor. */
  const open = async (name: string) => vscode.window.showTextDocument(uriOf(name));

  it('name their connection unless the file already names the same one', async () => {
    const result = await run();
    for (const [connection, isNamed] of [
      ['production', true],
      ['service', false],
    ] as const) {
      writeFileSync(path('a.market.json'), `{ "version": 1, "connection": "${connection}", "queries": {} }`);
      await save(result, 'saved/a.market.json', 'new');
      assert.equal(textOf('a.market.json').includes('"connection": "service"\n'), isNamed);
    }
  });

  it('are added to an editor with unsaved changes, which stay unsaved', async () => {
    writeFileSync(path('a.market.json'), commented);
    const editor = await open('a.market.json');
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 4), '// typed\n    '));
    // Extensions are told a moment after the edit.
    await eventually('unsaved changes', () => (editor.document.isDirty ? true : undefined));
    await save(await run(), 'saved/a.market.json', 'new');
    assert.equal(textOf('a.market.json'), commented);
    assert.ok(editor.document.isDirty);
    assert.match(editor.document.getText(), /\/\/ typed\n[^]*"new": \{/);
  });

  it('are added to a file that another program changed a moment ago while it was open', async () => {
    writeFileSync(path('a.market.json'), commented);
    const { document } = await open('a.market.json');
    const result = await run();
    for (const turn of [1, 2, 3]) {
      writeFileSync(path('a.market.json'), textOf('a.market.json').replace("team's", `team's ${turn}`));
      await save(result, 'saved/a.market.json', `new ${turn}`);
    }
    const text = textOf('a.market.json');
    assert.match(text, /team's 3 2 1 questions/);
    for (const turn of [1, 2, 3]) assert.ok(text.includes(`"new ${turn}"`), text);
    await eventually('the editor', () => (document.getText() === text ? true : undefined));
    assert.ok(!document.isDirty);
  });

  it('are all kept when several are saved at once', async () => {
    const result = await run();
    const names = Array.from({ length: 8 }, (_, number) => `query ${number}`);
    await Promise.all(names.map((name) => save(result, 'saved/many.market.json', name)));
    const text = textOf('many.market.json');
    for (const name of names) assert.ok(text.includes(`"${name}"`), text);
  });

  it("are rejected for other locations, and for files that aren't query files", async () => {
    const result = await run();
    writeFileSync(path('other.market.json'), '{ "name": "someone else\'s" }');
    writeFileSync(path('large.market.json'), ' '.repeat(1_000_001));
    const rejected: [file: unknown, words: RegExp][] = [
      ['saved/a.json', /must end with \.market\.json/],
      ['../a.market.json', /isn't a safe path/],
      ['saved/other.market.json', /can't be changed because of a problem on line 1/],
      ['saved/large.market.json', /too large/],
    ];
    for (const [file, words] of rejected) {
      await assert.rejects(save(result, file, 'new'), words, String(file));
    }
    await assert.rejects(save(result, 'saved/a.market.json', ' '), /name can't be empty/);
    await assert.rejects(save('no-such-result', 'saved/a.market.json', 'new'), /not found/);
  });

  const press = (id: string) => vscode.commands.executeCommand(id);
  /** Presses the key until the command has ended. */
  async function pressUntilOver(key: string, running: Thenable<unknown>): Promise<unknown> {
    const promise = Promise.resolve(running);
    const ended = promise.then(() => true);
    assert.equal(await Promise.race([ended, wait(200, false)]), false, 'it asked nothing');
    while (!(await Promise.race([ended, wait(50, false)]))) await press(key);
    return promise;
  }
  const accept = 'workbench.action.acceptSelectedQuickOpenItem';

  it('are saved by a person with Enter alone, under an unused name, and the file opens at the query', async () => {
    const result = await run(day, { show: true });
    writeFileSync(path('a.market.json'), commented.replace('"old"', '"Day-ahead turnover"'));
    await command('result.open', { result });
    const saved = await pressUntilOver(accept, command('queries.save'));
    assert.equal(saved, uriOf('a.market.json').toString());
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.toString(), saved);
    assert.equal(editor.document.getText(editor.selection), '"Day-ahead turnover 2"');
  });

  it('are not saved, without further prompts, once a person has chosen a file that is not UTF-8', async function () {
    // In a packaged extension, messages are out of the tests' reach.
    const { extensionPath } = await activeExtension();
    if (!__dirname.startsWith(extensionPath)) this.skip();
    const result = await run(day, { show: true });
    await command('result.open', { result });
    const text = Buffer.from([0x7b, 0xff, 0xfe, 0x7d]);
    writeFileSync(path('a.market.json'), text);
    const told: [message: string, buttons: string[]][] = [];
    const { showErrorMessage } = vscode.window;
    Reflect.set(vscode.window, 'showErrorMessage', (message: string, ...buttons: string[]) => {
      told.push([message, buttons]);
      return Promise.resolve(buttons[0]);
    });
    try {
      const saving = Promise.resolve(command('queries.save'));
      const isOver = saving.then(() => true);
      while (told.length === 0 && !(await Promise.race([isOver, wait(50, false)]))) await press(accept);
      assert.equal(await Promise.race([isOver, wait(2000, false)]), true, 'it prompts for a name');
      assert.equal(await saving, undefined);
      assert.match(told[0]?.[0] ?? '', /isn't UTF-8 text/);
      assert.deepEqual(told[0]?.[1], ['Open File']);
      await eventually('the file in an editor', () =>
        vscode.window.activeTextEditor?.document.uri.toString() === uriOf('a.market.json').toString()
          ? true
          : undefined,
      );
      assert.deepEqual(readFileSync(path('a.market.json')), text);
    } finally {
      Reflect.set(vscode.window, 'showErrorMessage', showErrorMessage);
    }
  });

  describe('are edited in prompts', () => {
    const inTokyo = `{
  "version": 1,
  "timeZone": "Asia/Tokyo",
  "queries": {
    // in words
    "a": { "dataset": "dayahead-turnover", "parameters": { "startTime": "today-2d", /* to */ "endTime": "today-1d" } }
  }
}
`;
    it('that suggest the words of the file', async () => {
      writeFileSync(path('a.market.json'), inTokyo);
      await pressUntilOver(accept, command('queries.edit', { file: uriOf('a.market.json'), query: 'a' }));
      assert.equal(textOf('a.market.json'), inTokyo);
    });

    it('unless the file has no such query', async () => {
      writeFileSync(path('a.market.json'), inTokyo.replace('dayahead-turnover', 'nothing'));
      const edit = (query: string) =>
        Promise.resolve(command('queries.edit', { file: 'saved/a.market.json', query }));
      await assert.rejects(edit('b'), /no query named "b"/);
      await assert.rejects(edit('a'), /Enter the dataset of "a"/);
    });
  });
});

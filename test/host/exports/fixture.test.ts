import * as assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { ordersOfDay, useEmptyFolder } from '../support/exportedOrders';
import { command, fixture, useMarketService } from '../support/marketService';
import { workspaceFolder } from '../support/support';

describe('test fixtures', () => {
  const service = useMarketService();
  const root = () => workspaceFolder().uri;
  const pathOf = (...segments: string[]) => join(root().fsPath, ...segments);
  const listed = (folder: string) => (existsSync(pathOf(folder)) ? readdirSync(pathOf(folder)).sort() : []);
  let result: string;

  const create = async (more: Record<string, unknown>): Promise<string[]> => {
    const argument = { result, target: 'fixtures', name: 'orders', ...more };
    const { files } = (await command('result.fixture', argument)) as { files: string[] };
    return files.map((file) => vscode.Uri.parse(file, true).fsPath);
  };
  const refused = (more: Record<string, unknown>, words: RegExp) =>
    assert.rejects(create(more), (error) => {
      assert.ok(error instanceof Error);
      assert.match(error.message, words);
      assert.match(error.message, /^[\p{L}"/].{8,}\.$/su, 'not a sentence');
      return true;
    });

  useEmptyFolder();
  beforeEach(async () => {
    result = await ordersOfDay(service);
  });

  it('come with all requested files, under one name', async () => {
    const files = await create({ types: ['typescript', 'pydantic'] });
    const names = ['orders.json', 'orders.json.provenance.json', 'orders.types.ts', 'orders.models.py'];
    assert.deepEqual(
      files,
      names.map((name) => pathOf('fixtures', name)),
    );
    assert.deepEqual(listed('fixtures'), [...names].sort());
    assert.deepEqual(readFileSync(files[0]!), fixture('intraday-orders'));
    const types = await command('dataset.types', { dataset: 'intraday-orders', target: 'pydantic' });
    assert.equal(readFileSync(files[3]!, 'utf8'), types);
    const description = String(await command('dataset.types', { target: 'openapi' }));
    assert.equal(description.match(/"operationId"/g)?.length, 10);
  });

  it('are written to a folder given as a Uri', async () => {
    const target = vscode.Uri.joinPath(root(), 'test', 'data');
    assert.deepEqual((await create({ target })).slice(0, 1), [pathOf('test', 'data', 'orders.json')]);
    assert.deepEqual((await create({ target: root(), name: 'top' })).slice(0, 1), [pathOf('top.json')]);
  });

  const wrong: [more: Record<string, unknown>, words: RegExp][] = [
    [{ result: 'no such id' }, /no such id/],
    [{ records: 1, rows: { to: 1 } }, /either records or rows/],
    [{ values: { seed: 1, form: 'kept' } }, /values/],
    [{ records: 1_000_001 }, /records must be <=1000000/],
    [{ rows: { columns: ['id'] } }, /columns/],
    [{ rows: { filter: [{ column: 'nope', op: '=', value: 1 }] } }, /nope/],
    [{ types: ['zod'] }, /types/],
    [{ overwrite: 'yes' }, /overwrite/],
    [{ name: '../orders' }, /name/],
    [{ target: undefined }, /target/],
    [{ target: '../elsewhere' }, /target/],
  ];
  for (const [more, words] of wrong) {
    it(`are rejected for ${JSON.stringify(more)}`, async () => {
      await refused(more, words);
      assert.deepEqual(readdirSync(root().fsPath), []);
    });
  }

  it('are rejected without a result, instead of prompting for one', async () => {
    await assert.rejects(Promise.resolve(command('result.fixture', { target: 'fixtures' })), /result/);
  });
});

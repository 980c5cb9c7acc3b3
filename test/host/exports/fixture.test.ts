import * as assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
  const provenanceOf = (path: string) =>
    JSON.parse(readFileSync(`${path}.provenance.json`, 'utf8')) as Record<string, unknown>;

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

  it('are named after their query if no name is given', async () => {
    const [file] = await create({ name: undefined });
    assert.match(file ?? '', /[\\/]intraday-orders_2026-10-25\.json$/);
  });

  it('of the first records contain these records as sent, and their provenance says so', async () => {
    const [file] = await create({ records: 2 });
    const bytes = readFileSync(file!);
    assert.equal((JSON.parse(bytes.toString()) as unknown[]).length, 2);
    const { sha256, records, of, synthetic, ...said } = provenanceOf(file!);
    assert.deepEqual([records, of, synthetic], [2, 3, false]);
    assert.equal(sha256, createHash('sha256').update(bytes).digest('hex'));
    assert.ok(!('seed' in said) && !('generator' in said));
  });

  it('with seeded values are the same for the same seed, without the values of the response', async () => {
    const read = async (name: string, seed: number) =>
      readFileSync((await create({ name, values: { seed } }))[0]!, 'utf8');
    const [one, again, other] = [await read('a', 1), await read('b', 1), await read('c', -2)];
    assert.equal(one, again);
    assert.notEqual(one, other);
    assert.doesNotMatch(one, /9007199254740993|NX_519789|HYPERLINK/);
    assert.match(one, /"deliveryStart":"2026-10-25T00:45:00Z"/);
    const { synthetic, seed, generator } = provenanceOf(pathOf('fixtures', 'c.json'));
    assert.deepEqual([synthetic, seed, generator], [true, -2, 'market-data-seeded 2']);
  });

  it('are written to a folder given as a Uri', async () => {
    const target = vscode.Uri.joinPath(root(), 'test', 'data');
    assert.deepEqual((await create({ target })).slice(0, 1), [pathOf('test', 'data', 'orders.json')]);
    assert.deepEqual((await create({ target: root(), name: 'top' })).slice(0, 1), [pathOf('top.json')]);
  });

  const wrong: [more: Record<string, unknown>, words: RegExp][] = [
    [{ result: 'no such id' }, /no such id/],
    [{ records: 1, rows: { to: 1 } }, /either records or rows/],
    [{ records: 0 }, /records/],
    [{ values: { seed: 1, form: 'kept' } }, /values/],
    [{ records: 1_000_001 }, /records must be <=1000000/],
    [{ rows: { columns: ['id'] } }, /columns/],
    [{ rows: { filter: [{ column: 'nope', op: '=', value: 1 }] } }, /nope/],
    [{ values: 'random' }, /values/],
    [{ values: { seed: 1.5 } }, /values/],
    [{ types: ['zod'] }, /types/],
    [{ overwrite: 'yes' }, /overwrite/],
    [{ name: '' }, /name/],
    [{ name: '../orders' }, /name/],
    [{ name: '.orders' }, /name/],
    [{ name: 'a/b' }, /name/],
    [{ target: undefined }, /target/],
    [{ target: '' }, /target/],
    [{ target: '.vscode' }, /target/],
    [{ target: '../elsewhere' }, /target/],
    [{ target: join(tmpdir(), 'elsewhere') }, /outside the workspace/],
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

  it('are rejected for an incomplete response, and for a comparison', async () => {
    const { id } = await service.ask('intraday-orders', {
      body: fixture('intraday-orders'),
      fault: 'cutShort',
    });
    await refused({ result: id }, /complete response/);
    const compared = (await command('result.compare', { first: result, second: result, show: false }).then(
      (summary) => summary,
      () => undefined,
    )) as { id: string } | undefined;
    if (compared) await refused({ result: compared.id }, /comparison/i);
    assert.deepEqual(readdirSync(root().fsPath), []);
  });
});

import * as assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { command, fixture, useMarketService } from '../support/marketService';
import { workspaceFolder } from '../support/support';

const target = 'elsewhere';
const folder = (...names: string[]) => join(workspaceFolder().uri.fsPath, target, ...names);

async function rejected(argument: unknown, words: RegExp): Promise<void> {
  await assert.rejects(Promise.resolve(command('file.copyAs', argument)), (error) => {
    assert.ok(error instanceof Error);
    assert.match(error.message, words);
    assert.doesNotMatch(error.message, /\bat .*:\d+|node:/, 'a stack');
    return true;
  });
}

describe('a program that reads files elsewhere', () => {
  const service = useMarketService();
  const fetchRange = (more: Record<string, unknown> = {}) =>
    Promise.resolve(
      command('range.run', {
        dataset: 'dayahead-prices',
        parameters: { deliveryarea: 'NO1' },
        from: '2026-03-28',
        to: '2026-03-29',
        format: 'parquet',
        target,
        connection: 'sandbox',
        show: false,
        ...more,
      }),
    );
  const copy = async (argument: Record<string, unknown>) => {
    const text = await command('file.copyAs', { target: 'duckdb', ...argument });
    assert.ok(typeof text === 'string');
    assert.equal(await vscode.env.clipboard.readText(), text);
    return text;
  };
  beforeEach(() => mkdirSync(folder(), { recursive: true }));
  afterEach(() => rmSync(folder(), { recursive: true, force: true }));

  it("is copied for a range's folder, the folder above, its manifest, or a Uri, with a path in the workspace", async () => {
    await fetchRange();
    const engines = ['duckdb', 'polars', 'pandas', 'pyspark', 'dask'];
    for (const engine of engines) {
      const text = await copy({ path: `${target}/dayahead-prices`, target: engine });
      assert.ok(text.includes(`"${target}/dayahead-prices`), text);
      assert.match(text, new RegExp(`^(import|from) ${engine}\\b`, 'm'));
      assert.ok(!text.includes(workspaceFolder().uri.fsPath));
    }
    const expected = await copy({ path: `${target}/dayahead-prices` });
    const manifest = folder('_dayahead-prices.manifest.json');
    for (const path of [target, manifest, vscode.Uri.file(folder('dayahead-prices'))]) {
      assert.equal(await copy({ path }), expected);
    }
  });

  it("reads a range saved as NDJSON, but isn't copied for one saved as JSON", async () => {
    await fetchRange({ format: 'ndjson' });
    assert.match(
      await copy({ path: target }),
      /read_json\("elsewhere\/dayahead-prices\/day=\*\/part-0\.ndjson"/,
    );
    rmSync(folder(), { recursive: true });
    await fetchRange({ format: 'json' });
    await rejected({ path: target, target: 'duckdb' }, /as Parquet or NDJSON/);
  });

  it('reads an exported file whose dataset is known from its provenance or its name', async () => {
    const { id: result } = await service.ask('intraday-orders', { body: fixture('intraday-orders') });
    for (const [format, mark] of [
      ['csv', /read_csv\(/],
      ['ndjson', /read_json\(/],
      ['parquet', /read_parquet\(/],
    ] as const) {
      const path = `${target}/mine.${format}`;
      const provenance = { result, format, target: path, provenance: true };
      await command('result.export', provenance);
      const text = await copy({ path });
      assert.match(text, mark);
      assert.ok(text.includes(`"${path}"`), text);
      if (format === 'ndjson') assert.match(text, /"updatedTime"/);
      rmSync(folder(`mine.${format}.provenance.json`));
      await rejected({ path, target: 'dask' }, /begins with a dataset ID, such as dayahead-prices/);
    }
    writeFileSync(folder('uk-flows_2026.csv'), 'startTime\r\n');
    assert.match(await copy({ path: `${target}/uk-flows_2026.csv`, target: 'pandas' }), /"startTime"/);
  });

  it("isn't copied for files that programs can't read, and the message says why", async () => {
    writeFileSync(folder('dayahead-prices.json'), '[]');
    writeFileSync(folder('dayahead-prices.csv'), '\ufeffstartTime;value\r\n');
    const paths: [string, RegExp][] = [
      ['dayahead-prices.json', /Parquet, NDJSON, and CSV/],
      ['dayahead-prices.csv', /CSV with semicolons/],
      ['missing.csv', /File not found: missing\.csv/],
      ['../outside.csv', /isn't a safe path/],
    ];
    for (const [path, words] of paths) {
      await rejected({ path: `${target}/${path}`, target: 'polars' }, words);
    }
    await rejected({ path: '/etc/hosts.csv', target: 'polars' }, /outside the workspace/);
    await rejected({ path: target, target: 'polars' }, /no range of delivery days/);
    await rejected({ path: target, target: 'excel' }, /target must be/);
    await rejected({ target: 'polars' }, /path/);
    mkdirSync(folder('real'));
    writeFileSync(folder('real', 'dayahead-prices.csv'), 'startTime\r\n');
    symlinkSync(folder('real'), folder('link'), 'junction');
    const linked = { path: `${target}/link/dayahead-prices.csv`, target: 'polars' };
    await rejected(linked, /symbolic link/);
  });
});

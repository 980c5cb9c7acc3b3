import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Disposable, Uri, Webview } from 'vscode';
import type { Connections } from '../../src/editor/connections/connections';
import { doubleOf } from './doubleOf';
import * as l10n from '@vscode/l10n';
import { bundleSentences } from '../../scripts/sentences.mjs';
import { chartOptions } from './webview-ui/chart/chartOptions';

interface Tree {
  getChildren(): unknown[];
  getTreeItem(node: unknown): { label: string };
}

/** A language in which every translated word is recognizable. */
const { pseudo, views } = vi.hoisted((): { pseudo: Record<string, string>; views: Tree[] } => ({
  pseudo: {},
  views: [],
}));
for (const sentence of bundleSentences()) pseudo[sentence] = `[!! ${sentence} !!]`;

vi.mock('vscode', () => ({
  l10n: { t: (text: string) => pseudo[text] ?? text, bundle: pseudo },
  env: { language: 'qps-ploc' },
  Uri: { joinPath: () => 'uri' },
  EventEmitter: Object,
  ThemeIcon: Object,
  MarkdownString: Object,
  TreeItem: class {
    constructor(readonly label: string) {}
  },
  Disposable: { from: () => undefined },
  commands: { executeCommand: () => Promise.resolve() },
  window: {
    createTreeView: (_: string, { treeDataProvider }: { treeDataProvider: Tree }) => (
      views.push(treeDataProvider),
      {}
    ),
    registerTreeDataProvider: () => undefined,
  },
}));

describe('in another language', () => {
  // Data that contains sentences may be loaded before the language is known.
  beforeAll(async () => {
    await import('../../src/market/datasets/datasets');
    await import('../../webview-ui/chart/orders/depthDrawing');
    l10n.config({ contents: pseudo });
  });

  it('the tree names its datasets in that language', async () => {
    const { createDatasetsTree } = await import('../../src/editor/query/datasetsTree');
    createDatasetsTree(
      doubleOf<Connections>({
        onDidChange: () => doubleOf<Disposable>({}),
        selected: 'sandbox',
        missing: undefined,
      }),
      { get: () => true, update: () => Promise.resolve(), keep: () => undefined },
      () => undefined,
    );
    const labels = views.flatMap((tree) => tree.getChildren().map((node) => tree.getTreeItem(node).label));
    expect(labels).toContain('[!! Day-ahead prices !!]');
    expect(labels.filter((label) => !label.startsWith('[!! '))).toEqual([]);
  });

  it('a finding, an outcome, and a failure are translated', async () => {
    const { epochFindings } = await import('../../src/market/integrity/findings');
    const { adviceFor } = await import('../../src/request/outcome');
    const { findDataset } = await import('../../src/market/datasets/datasets');
    const { networkFailure } = await import('../../src/service/failure');
    expect(epochFindings(2)[0]?.text).toBe('[!! 2 rows where epoch and time differ !!]');
    const { title, explanation } = adviceFor({ kind: 'timeout' }, findDataset('uk-flows')!, true);
    expect(title).toBe('[!! Timed out !!]');
    expect(explanation.match(/\[!!/g)).toHaveLength(3);
    const refused = Object.assign(new Error(), { code: 'ECONNREFUSED' });
    expect(networkFailure(refused).message).toBe('[!! [!! Connection refused !!] (ECONNREFUSED). !!]');
  });

  it('the chart of the depth of a contract is translated', async () => {
    const { depthDrawing } = await import('../../webview-ui/chart/orders/depthDrawing');
    const side = { price: Float64Array.of(50), quantity: Float64Array.of(5), orders: 1 };
    const { legend, x, summary, readoutAt } = depthDrawing(
      {
        kind: 'depth',
        contract: 'C1',
        areas: [''],
        area: '',
        buy: side,
        sell: side,
        times: Float64Array.of(0),
        at: 0,
        leftOut: [],
        contracts: [],
        priceUnit: 'EUR/MWh',
        quantityUnit: 'MW',
      },
      chartOptions({ title: 'Orders', contract: 'C1' }),
    );
    expect(legend.map(({ label }) => label)).toEqual(['[!! Buy !!]', '[!! Sell !!]']);
    expect(x.title).toBe('[!! [!! Price !!] in EUR/MWh !!]');
    expect(summary.split(', [').every((part) => part.includes('!!'))).toBe(true);
    expect(readoutAt(50, null)?.text).toContain('[!! 5 MW to buy at this price or higher !!]');
  });

  it('the messages of the thread are translated', async () => {
    const { WorkerLink } = await import('../../src/results/store/workerLink');
    const outfile = join(mkdtempSync(join(tmpdir(), 'thread-')), 'worker.js');
    await build({
      entryPoints: ['src/results/thread/worker.ts'],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'silent',
    });
    const link = new WorkerLink(outfile, pseudo);
    onTestFinished(() => link.dispose());
    await expect(link.ask('r1', 'record', { row: 0 })).rejects.toThrow(
      '[!! This result is no longer in memory. Run the query again. !!]',
    );
  });

  it('the page contains the sentences, and none of them can end the element that contains it', async () => {
    const { panelHtml } = await import('../../src/editor/result/panelHtml');
    pseudo['No data'] = '</script><b>';
    const uri = doubleOf<Uri>({ toString: () => 'uri' });
    const html = panelHtml(doubleOf<Webview>({ asWebviewUri: () => uri, cspSource: '' }), uri, '');
    const [, data = ''] = /id="sentences">([^<]*)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(data)).toEqual(pseudo);
    expect(html).toContain('<html lang="qps-ploc">');
  });
});

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Uri } from 'vscode';
import * as l10n from '@vscode/l10n';
import { bundleSentences } from '../../scripts/sentences.mjs';
import { panelHtml } from '#src/editor/result/panelHtml';
import { findDataset } from '#src/market/datasets/datasets';
import { rowsFinding } from '#src/market/integrity/findings';
import { adviceFor } from '#src/request/outcome';
import { networkFailure } from '#src/service/failure';
import { depthDrawing } from '#view/chart/orders/depthDrawing';
import { editor } from './editor/fakeVscode/editor';
import { FakeTab } from './editor/fakeVscode/fakeTab';
import { builtThread } from './results/thread/builtThread';
import { chartOptions } from './webview-ui/chart/chartOptions';

/** A language in which every translated word is recognizable. */
const pseudo = Object.fromEntries(bundleSentences().map((sentence) => [sentence, `[!! ${sentence} !!]`]));

describe('in another language', () => {
  // Everything that contains sentences was loaded before the language is known.
  beforeEach(() => {
    Object.assign(editor, { bundle: pseudo, language: 'qps-ploc' });
    l10n.config({ contents: pseudo });
  });

  it('a finding, an outcome, and a failure are translated', () => {
    expect(rowsFinding('epochs', 2).text).toBe('[!! 2 rows where epoch and time differ !!]');
    const { title, explanation, remedy } = adviceFor({ kind: 'timeout' }, findDataset('uk-flows')!, true);
    expect(title).toBe('[!! Timed out !!]');
    expect(`${explanation} ${remedy}`.match(/\[!!/g)).toHaveLength(3);
    const refused = Object.assign(new Error(), { code: 'ECONNREFUSED' });
    expect(networkFailure(refused).message).toBe('[!! [!! Connection refused !!] (ECONNREFUSED). !!]');
  });

  it('the chart of the depth of a contract is translated', () => {
    const side = { price: Float64Array.of(50), quantity: Float64Array.of(5), orders: 1 };
    const { legend, x, summary, readoutAt } = depthDrawing(
      {
        kind: 'depth',
        contract: { id: 'C1' },
        areas: [''],
        area: '',
        buy: side,
        sell: side,
        times: Float64Array.of(0),
        at: 0,
        leftOut: [],
        last: NaN,
        priceUnit: 'EUR/MWh',
        quantityUnit: 'MW',
      },
      chartOptions({ title: 'Orders', contract: { id: 'C1' } }),
    );
    expect(legend.map(({ label }) => label)).toEqual(['[!! Buy !!]', '[!! Sell !!]']);
    expect(x.title).toBe('[!! [!! Price !!] in EUR/MWh !!]');
    expect(summary.split(', [').every((part) => part.includes('!!'))).toBe(true);
    expect(readoutAt(50, null)?.text).toContain('[!! 5 MW to buy at this price or higher !!]');
  });

  it('the messages of the thread are translated', async () => {
    const link = await builtThread(mkdtempSync(join(tmpdir(), 'thread-')), pseudo);
    onTestFinished(() => link.dispose());
    await expect(link.ask('r1', 'record', { row: 0 })).rejects.toThrow(
      '[!! This result is no longer in memory. Run the query again. !!]',
    );
  });

  it('the page contains the sentences, and none of them can end the element that contains it', () => {
    const bundle = { ...pseudo, 'No data': '</script><b>' };
    editor.bundle = bundle;
    const html = panelHtml(new FakeTab().webview, Uri.file('/'), '');
    const [, data = ''] = /id="sentences">([^<]*)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(data)).toEqual(bundle);
    expect(html).toContain('<html lang="qps-ploc">');
  });
});

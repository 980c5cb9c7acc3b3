import { describe, expect, it } from 'vitest';
import type { Chart } from '#src/protocol/charts/chart';
import type { ChartQuestion } from '#src/protocol/charts/chartQuestion';
import { createChartRequests } from '#view/chart/chartRequests';
import type { Host } from '#view/host/pane';
import { doubleOf } from '../../doubleOf';

/** A host that answers when told to; an answer is known by its number of omitted series. */
function slowHost() {
  const asked: ChartQuestion[] = [];
  const answers: ((chart: Chart | Error) => void)[] = [];
  const askChart = (question: ChartQuestion) =>
    new Promise<Chart>((resolve, reject) => {
      asked.push(question);
      answers.push((chart) => (chart instanceof Error ? reject(chart) : resolve(chart)));
    });
  const ask = ((_kind: 'chart', question: ChartQuestion) => askChart(question)) as Host['ask'];
  const host = doubleOf<Host>({ ask, act: () => undefined });
  const shown: (number | string)[] = [];
  const rows = { revision: 1 };
  const revisions: number[] = [];
  const asking = createChartRequests(
    host,
    () => rows.revision,
    (chart, revision) => {
      shown.push(chart.kind === 'series' ? chart.omitted : chart.kind);
      revisions.push(revision);
    },
    (message) => shown.push(message),
  );
  const settle = async (chart: number | Error) => {
    answers.shift()?.(
      chart instanceof Error ? chart : { kind: 'series', from: 0, to: 1, series: [], omitted: chart },
    );
    await Promise.resolve();
    await new Promise((done) => setImmediate(done));
  };
  return { asking, asked, shown, settle, rows, revisions };
}

const question = (from: number): ChartQuestion => ({ from, to: 10, width: 100, height: 50 });

describe('the requests of a chart', () => {
  it('skip ranges that were zoomed past, and show answers that arrive meanwhile', async () => {
    const { asking, asked, shown, settle } = slowHost();
    for (const from of [1, 2, 3]) asking.ask(question(from));
    await settle(1);
    await settle(3);
    expect(asked.map(({ from }) => from)).toEqual([1, 3]);
    expect(shown).toEqual([1, 3]);
  });

  it('are sent at once for another contract, and show nothing of the previous one', async () => {
    const { asking, asked, shown, settle } = slowHost();
    asking.ask({ ...question(1), contract: { id: 'C1' } });
    asking.ask({ ...question(1), contract: { id: 'C2' } });
    expect(asked.map(({ contract }) => contract)).toEqual([{ id: 'C1' }, { id: 'C2' }]);
    await settle(new Error('Cancelled.'));
    await settle(2);
    expect(shown).toEqual([2]);
  });

  it('show every answer while rows arrive for the same range', async () => {
    const { asking, shown, settle } = slowHost();
    asking.ask(question(1));
    asking.ask(question(1));
    await settle(1);
    await settle(2);
    expect(shown).toEqual([1, 2]);
  });

  it('report how many rows a chart had when its calculation started, not when the chart arrived', async () => {
    const { asking, settle, rows, revisions } = slowHost();
    asking.ask(question(1));
    rows.revision = 2;
    asking.ask(question(2));
    rows.revision = 3;
    await settle(1);
    await settle(2);
    expect(revisions).toEqual([1, 3]);
  });

  it('continue after an error, which is shown', async () => {
    const { asking, shown, settle } = slowHost();
    asking.ask(question(1));
    await settle(new Error('The result is gone.'));
    asking.ask(question(1));
    await settle(2);
    expect(shown).toEqual(['The result is gone.', 2]);
  });

  it('drop the answer for a result that is no longer shown', async () => {
    const { asking, shown, settle } = slowHost();
    asking.ask(question(1));
    asking.forget();
    await settle(1);
    expect(shown).toEqual([]);
  });
});

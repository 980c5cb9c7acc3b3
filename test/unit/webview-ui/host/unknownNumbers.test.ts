import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import type { Chart } from '#src/protocol/charts/chart';
import type { ChartQuestion } from '#src/protocol/charts/chartQuestion';
import { restoreUnknown } from '#view/host/unknownNumbers';
import { chartAtOnce } from '../../table/charts/tables';
import { readBody } from '../../table/readBody';

/** What the editor makes of a message: JSON, with typed arrays beside it. */
function throughTheEditor(chart: Chart): Chart {
  const beside: ArrayBufferView[] = [];
  const json = JSON.stringify(chart, (_, value: unknown) =>
    ArrayBuffer.isView(value) ? { beside: beside.push(value) - 1 } : value,
  );
  return JSON.parse(json, (_, value: { beside?: number } | null) =>
    value?.beside === undefined ? value : beside[value.beside],
  ) as Chart;
}

const size = { width: 400, height: 200 };
const questions: ChartQuestion[] = [
  size,
  { ...size, contract: { id: '' }, depth: {} },
  { ...size, contract: 'all', allPrices: true },
];

describe('an unknown number in a chart stays unknown on its way to the view', () => {
  it.each(datasets)(
    '$id: empty, without values, and as the service responds',
    ({ id, record, chart: plan }) => {
      const bodies = ['[]', '[{}]', '[{"values":[{}]}]', readFileSync(`test/fixtures/${id}.json`)];
      for (const body of bodies) {
        const { table } = readBody(body, record);
        for (const question of questions) {
          const chart = chartAtOnce(table, plan, question);
          const arrived = throughTheEditor(chart);
          restoreUnknown(arrived);
          expect(arrived).toEqual(chart);
        }
      }
    },
  );
});

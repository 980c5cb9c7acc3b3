import { suggestionsFor } from '#src/editor/query/suggestions';
import { queryParts } from '#src/market/query/queryParts';
import type { Dataset } from '#src/market/datasets/dataset';
import { findDataset } from '#src/market/datasets/datasets';
import { askedOf } from '#src/market/integrity/asked';
import { readQuery } from '#src/market/query/query';
import { BodyReader } from '#src/table/body/bodyReader';
import type { Chart } from '#src/protocol/charts/chart';
import type { ChartQuestion } from '#src/protocol/charts/chartQuestion';
import { integrityOf } from '#src/table/integrity/integrityOf';
import { fillPeriods } from '#src/table/rows/periodColumn';
import { namedColumns } from '#src/table/rows/rows';
import { figuresOfCells } from '#src/table/rows/selectionFigures';
import type { Table } from '#src/table/columns/table';
import { seriesDrawing } from '#view/chart/series/seriesDrawing';
import { cellText } from '#view/table/grid/cellText';
import { selectionFigures } from '#view/table/selectionLine';
import { atOnce } from '../table/atOnce';
import { chartAtOnce } from '../table/charts/tables';
import { chartOptions } from '../webview-ui/chart/chartOptions';

/** One way in which this data misleads, and the response that does. */
export interface Trap {
  readonly number: number;
  /** What a person must be able to rely on. */
  readonly title: string;
  /** Name of the file below test/fixtures/traps, without its number. */
  readonly fixture: string;
  /** Looks at what a person sees of the file's text. */
  check(text: string): void;
}

/** 21 November 2026, 11:54 UTC: a minute before the results of the next day are due. */
export const now = Date.UTC(2026, 10, 21, 11, 54);

export function datasetOf(id: string): Dataset {
  const dataset = findDataset(id);
  if (!dataset) throw new Error(`Dataset "${id}" not found.`);
  return dataset;
}

/** The response to a query of the dataset, read as it arrives. */
export function answerOf(id: string, text: string): Table {
  const reader = new BodyReader(datasetOf(id).record, 1e9);
  reader.push(Buffer.from(text));
  reader.end(true);
  return reader.table;
}

/** The words are read in `zone`. */
export function queryOf(id: string, words: Readonly<Record<string, string>>, zone = 'Europe/Oslo') {
  const read = readQuery(id, words, now, zone);
  if ('query' in read) return read.query;
  throw new Error(read.problems.map(({ message }) => message).join(' '));
}

/** What the strip says about the response to a query. */
export function strip(
  id: string,
  table: Table,
  words: Readonly<Record<string, string>> = {},
  zone?: string,
): string {
  const findings = atOnce(integrityOf(table, askedOf(queryOf(id, words, zone), now)));
  return findings.map(({ text }) => text).join(', ');
}

/** The lines that the prompt for the period shows for what was typed, as label, description, and detail. */
export function periodOffers(typed: string, zone: string, id = 'dayahead-prices'): string[] {
  const period = queryParts(datasetOf(id)).find(({ label }) => label === 'Period');
  const offers = period ? suggestionsFor(period, typed, {}, { now, zone }) : [];
  return offers
    .filter(({ group }) => group === 'typed')
    .map(({ description, detail }) => `${description ?? ''}: ${detail ?? ''}`);
}

/** A column's cells as the table shows them. */
export function cells(table: Table, key: string, zone = 'Europe/Oslo'): string[] {
  if (key === 'period') atOnce(fillPeriods(table));
  const [column] = namedColumns(table, [key]);
  if (!column) throw new Error(`Column "${key}" not found.`);
  const isNumber = column.kind === 'numeric' && column.type !== 'time';
  return Array.from({ length: table.rows }, (_, row) =>
    cellText(isNumber ? column.text(row) : column.cell(row), column, zone),
  );
}

/** What the line below the table says of all values of the column. */
export const figures = (table: Table, key: string) =>
  selectionFigures(atOnce(figuresOfCells(table, namedColumns(table, [key]), undefined, [[0, table.rows]])));

export const options = chartOptions({ plan: 'steps', zone: 'Europe/Oslo' });

/** The dataset's chart of the table. */
export const pictureOf = (id: string, table: Table, more: Partial<ChartQuestion> = {}): Chart =>
  chartAtOnce(table, datasetOf(id).chart, { width: 1000, height: 400, ...more });

/** The dataset's picture of series, and as it is drawn. */
export function seriesOf(id: string, table: Table, more: Partial<ChartQuestion> = {}) {
  const chart = pictureOf(id, table, more);
  if (chart.kind !== 'series') throw new Error(`${id} is drawn as ${chart.kind}.`);
  const { series } = chart;
  return {
    series,
    labels: series.map(({ label }) => label),
    drawing: seriesDrawing(chart, { ...options, plan: datasetOf(id).chart }),
  };
}

/** What the line below the chart says at an instant, which is given as `2026-03-29T01:30Z`. */
export const readAt = (id: string, table: Table, instant: string) =>
  seriesOf(id, table).drawing.readoutAt(Date.parse(instant), null)?.text ?? '';

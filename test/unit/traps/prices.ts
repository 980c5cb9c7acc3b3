import { expect } from 'vitest';
import { likelyReasons } from '#src/market/integrity/likelyReasons';
import { adviceFor, outcomeOfStatus } from '#src/request/outcome';
import { BodyReader } from '#src/table/body/bodyReader';
import { compare } from '#src/table/compare/compare';
import { cellDetail } from '#view/table/grid/cellText';
import { atOnce } from '../table/atOnce';
import {
  answerOf,
  cells,
  datasetOf,
  figures,
  now,
  queryOf,
  readAt,
  seriesOf,
  strip,
  type Trap,
} from './seen';

const prices = 'dayahead-prices';
const minute = 60_000;

/** What is said about a response with this status and body. */
function verdictOn(status: number, body: string): string {
  const dataset = datasetOf(prices);
  const kind = outcomeOfStatus(status);
  if (kind !== 'body') return adviceFor({ kind, status }, dataset, false).title;
  const reader = new BodyReader(dataset.record, 1e9);
  reader.push(Buffer.from(body));
  const verdict = reader.end(true);
  if (verdict.kind === 'records') return strip(prices, reader.table);
  const outcome = verdict.kind === 'noData' ? 'noData' : 'unexpectedResponse';
  return adviceFor({ kind: outcome, status }, dataset, reader.table.rows > 0).title;
}

/** Prices and volumes: what is missing, what was meant, and what the numbers are. */
export const priceTraps: readonly Trap[] = [
  {
    number: 8,
    title: 'blocks are drawn with their true width, which also weights their mean',
    fixture: 'blocks',
    check(text) {
      const table = answerOf(prices, text);
      const { series, labels } = seriesOf(prices, table);
      expect(labels).toEqual(['Off-peak 1', 'Peak', 'Off-peak 2']);
      const hours = series.map(({ start, end }) => ((end[0] ?? 0) - (start[0] ?? 0)) / 60 / minute);
      expect(hours).toEqual([7, 12, 4]);
      expect(strip(prices, table, { startTime: '2026-03-29', endTime: '2026-03-29' })).toBe(
        '3 series, 3 intervals, official, 1 of 4 h, 1 of 7 h, 1 of 12 h',
      );
      expect(figures(table, 'value')).toContain('mean 44.75, time-weighted mean 47.8783');
    },
  },
  {
    number: 9,
    title: 'a missing interval, a null, and a zero are three different things',
    fixture: 'gaps',
    check(text) {
      const table = answerOf(prices, text);
      const asked = { startTime: '2026-06-15T06:00Z', endTime: '2026-06-15T12:00Z' };
      expect(strip(prices, table, asked)).toBe('5 of 6 hours, official, 1 missing, 1 value is null');
      expect(cells(table, 'value')).toEqual(['12.40', '0.00', '', '8.15', '14.20']);
      const at = (hour: string) => readAt(prices, table, `2026-06-15T${hour}:30Z`);
      expect([at('07'), at('08'), at('10')].map((said) => said.split(': ').at(-1))).toEqual([
        '0.00 EUR/MWh',
        'no value (null)',
        'No interval at 2026-06-15 12:30 Europe/Oslo (2026-06-15 10:30 UTC)',
      ]);
      expect(figures(table, 'value')).toContain('4 numbers (1 cell without a value)');
    },
  },
  {
    number: 10,
    title: 'no data is distinguished from an error, however the service reports it',
    fixture: 'no-data',
    check(text) {
      const answers = JSON.parse(text) as { status: number; body: string }[];
      expect(answers.map(({ status, body }) => verdictOn(status, body))).toEqual([
        'No data',
        'No data',
        'No data',
        'Missing, 1 series without values',
        'Unexpected response',
        'The service reported an error',
      ]);
    },
  },
  {
    number: 11,
    title: 'yesterday’s prices are not mistaken for those that are not published yet',
    fixture: 'not-yet-published',
    check(text) {
      const tomorrow = { startTime: '2026-11-22', endTime: '2026-11-22' };
      expect(strip(prices, answerOf(prices, text), tomorrow)).toBe(
        'nothing within the requested period, official, 24 outside the requested period',
      );
      const [reason] = likelyReasons(queryOf(prices, tomorrow), now, 'UTC');
      expect(reason?.text).toBe(
        'The data for 22 Nov 2026 is likely not published yet. Results are published at about 12:55 CET/CEST on the day before delivery.',
      );
      expect(reason?.instead[0]?.label).toBe('Run for 21 Nov 2026');
    },
  },
  {
    number: 12,
    title: 'preliminary and official prices of the same hours stay apart, and can be compared',
    fixture: 'preliminary-and-official',
    check(text) {
      const table = answerOf(prices, text);
      expect(strip(prices, table)).toBe('2 series, 3 of 3 hours, 3 preliminary, 3 official');
      const { series, labels } = seriesOf(prices, table);
      expect(labels).toEqual(['preliminary', 'official']);
      expect(series.map(({ preliminary = false }) => preliminary)).toEqual([true, false]);
      const [first, second] = (JSON.parse(text) as object[]).map((record) =>
        answerOf(prices, JSON.stringify([record])),
      );
      if (!first || !second) throw new Error('Two records are compared.');
      const titles = ['Preliminary', 'Official', 'Official minus preliminary'] as const;
      const { record } = datasetOf(prices);
      const question = { record, days: 0, titles, tellsChanges: true, maxTableBytes: 1e9 };
      expect(atOnce(compare(first, second, question)).figures).toMatchObject({
        counts: { changed: 2, same: 1, added: 0, missing: 0 },
        extremes: { highest: { text: '+0.42', unit: 'NOK/MWh', of: 'NO1' } },
      });
    },
  },
  {
    number: 13,
    title: 'the creation time of a series is shown as it was sent, and as a date',
    fixture: 'created-time',
    check(text) {
      const table = answerOf(prices, text);
      expect(cells(table, 'createdTime')[0]).toBe('2026-06-30 11:14:07');
      const column = table.column('createdTime');
      expect(column && cellDetail(column.text(0), column)).toBe(
        '2026-06-30T09:14:07Z (UTC), received as 1782810847000',
      );
    },
  },
  {
    number: 14,
    title: 'a currency other than the requested one is reported, and no digit is rounded away',
    fixture: 'currency-and-unit',
    check(text) {
      const table = answerOf(prices, text);
      expect(strip(prices, table, { currency: 'NOK' })).toContain('Currency: requested NOK, received EUR');
      expect(cells(table, 'value')).toEqual(['-0.30', '0.3', '-0.004', '12.10']);
      expect(readAt(prices, table, '2026-07-14T22:30Z')).toContain('-0.30 EUR/MWh');
      expect(readAt(prices, table, '2026-07-15T00:30Z')).toContain('-0.004 EUR/MWh');
    },
  },
  {
    number: 15,
    title: 'the field "scale" changes no value',
    fixture: 'scale',
    check(text) {
      const table = answerOf(prices, text);
      expect(cells(table, 'scale')).toEqual(['2', '2']);
      expect(cells(table, 'value')).toEqual(['54.32', '48.07']);
      expect([...(seriesOf(prices, table).series[0]?.value ?? [])]).toEqual([54.32, 48.07]);
    },
  },
  {
    number: 16,
    title: 'power and energy have separate axes and are not added up',
    fixture: 'power-and-energy',
    check(text) {
      const turnover = 'dayahead-turnover';
      const table = answerOf(turnover, text);
      const { labels, drawing } = seriesOf(turnover, table);
      expect(labels).toEqual(['MW', 'MWh']);
      expect(drawing.y.map(({ title }) => title.split(',')[0])).toEqual(['MW', 'MWh']);
      expect(figures(table, 'value')).toBe(
        "8 numbers; can't add up values with different units or fields (MW, MWh). Select values of only one unit or field.",
      );
    },
  },
  {
    number: 17,
    title: 'prices at the limits are drawn correctly, and the zero line is visible',
    fixture: 'negative-prices',
    check(text) {
      const { drawing } = seriesOf(prices, answerOf(prices, text));
      const [axis] = drawing.y;
      expect(axis?.low).toBeLessThan(-500);
      expect(axis?.high).toBeGreaterThan(4000);
      expect(drawing.zero).toEqual({ above: '', below: 'below zero' });
      expect(drawing.summary).toContain('minimum -500.00, maximum 4,000.00');
    },
  },
];

import { expect } from 'vitest';
import { suggestionsFor } from '#src/editor/query/suggestions';
import { queryParts } from '#src/market/query/queryParts';
import { targetOf } from '#src/request/requestTarget';
import { compare } from '#src/table/compare/compare';
import { cellDetail } from '#view/table/grid/cellText';
import { connectionTo } from '../service/localService';
import { atOnce } from '../table/atOnce';
import { answerOf, cells, datasetOf, figures, now, queryOf, seriesOf, strip, type Trap } from './seen';

const orders = 'intraday-orders';
const prices = 'dayahead-prices';

/** Orders, codes, and requests: what a row represents, and what was really requested. */
export const orderTraps: readonly Trap[] = [
  {
    number: 22,
    title: 'each event of an order is a row, and the last one is its current state',
    fixture: 'order-revisions',
    check(text) {
      const table = answerOf(orders, text);
      expect(table.rows).toBe(5);
      expect(cells(table, 'originalOrderId')).toEqual(Array(5).fill('o-88'));
      const earlier = answerOf(orders, JSON.stringify((JSON.parse(text) as object[]).slice(0, 2)));
      const { record } = datasetOf(orders);
      const titles = ['A', 'B', 'B minus A'] as const;
      const question = { record, days: 0, titles, tellsChanges: true, maxTableBytes: 1e9 };
      const { table: compared } = atOnce(compare(earlier, table, question));
      expect(cells(compared, 'id')).toEqual(['o-88', 'o-91']);
      expect(cells(compared, 'state')).toEqual(['ACTI', 'IACT']);
      expect(cells(compared, 'change')).toEqual(['same', 'added']);
      expect(figures(table, 'revisionNumber')).toBeNull();
    },
  },
  {
    number: 23,
    title: 'an order listed in several areas is reported, and never added up across them',
    fixture: 'order-areas',
    check(text) {
      const table = answerOf(orders, text);
      expect(strip(orders, table)).toBe('3 areas: an order can appear in more than one');
      expect(cells(table, 'deliveryArea')).toEqual(['FI', 'SE3', 'DE-LU']);
    },
  },
  {
    number: 24,
    title: 'any area code can be requested, and a different one in the response is reported',
    fixture: 'area-codes',
    check(text) {
      const codes = ['NO5', 'DE-LU', '50Hz', 'TEL', 'GB1', 'SYS'];
      const area = queryParts(datasetOf(prices)).find(({ label }) => label === 'Delivery area');
      for (const code of [...codes, 'DE-AT-LU', 'ÅÄÖ 1']) {
        const offers = area ? suggestionsFor(area, code, {}, { now, zone: 'UTC' }) : [];
        const offer = offers.find(({ label }) => label === code);
        expect(offer?.inputs).toEqual({ deliveryarea: code });
      }
      const table = answerOf(prices, text);
      expect(seriesOf(prices, table).labels).toEqual(codes);
      const asked = (deliveryarea: string) => strip(prices, table, { deliveryarea });
      expect(asked(codes.join(','))).not.toContain('no data for');
      expect(asked('NO1')).toContain('Delivery area: requested NO1, received NO5');
    },
  },
  {
    number: 25,
    title: 'times that differ from their epochs are found, and seconds are not read as dates in 1970',
    fixture: 'epoch-twins',
    check(text) {
      const table = answerOf(orders, text);
      expect(strip(orders, table)).toBe('1 row where epoch and time differ');
      const column = table.column('createdTimeEpoch');
      const details = [0, 1, 2].map((row) => column && cellDetail(column.cell(row), column));
      expect(details).toEqual(['2026-11-21T10:00:00.250Z (UTC)', null, '2026-11-21T11:00:00.250Z (UTC)']);
      expect(cells(table, 'createdTimeEpoch')[1]).toBe('1795255200');
    },
  },
  {
    number: 26,
    title: 'the period is sent as entered, to the second',
    fixture: 'rounded-requests',
    check(text) {
      const requests = JSON.parse(text) as { asked: Record<string, string>; sent: string }[];
      const connection = connectionTo('https://api.example.com');
      const targets = requests.map(({ asked }) => targetOf(queryOf(prices, asked), connection));
      expect(targets).toEqual(requests.map(({ sent }) => sent));
    },
  },
];

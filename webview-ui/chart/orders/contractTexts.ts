import * as l10n from '@vscode/l10n';
import { formatClock, formatDay, wallClock } from '#src/market/time/zones';
import type { ContractRow } from '#src/protocol/chartTypes';
import { formatCount, type Sentence } from '#src/text/l10n';
import { intervalText } from '../model/axisTimes';
import type { ChartOptions } from '../model/chartOptions';

/** What the cells of a column say, and what all of them have in common. */
interface ColumnTexts {
  readonly texts: readonly string[];
  readonly note: string;
}

interface ContractColumn {
  readonly title: Sentence;
  /** What the column is sorted by; NaN for what is missing. */
  readonly order: (row: ContractRow) => number | string;
  readonly say: (rows: readonly ContractRow[], options: Said) => ColumnTexts;
}

type Said = Pick<ChartOptions, 'zone' | 'receiving'>;
type Price = 'buy' | 'sell' | 'spread';

const priceColumn = (title: Sentence, key: Price): ContractColumn => ({
  title,
  order: (row) => Number(row[key] ?? NaN),
  say: (rows, { receiving }) => {
    const units = [...new Set(rows.map(({ unit }) => unit))].filter(Boolean);
    const least = units.some((unit) => unit.includes('/')) ? 2 : 0;
    const decimals = Math.max(least, ...rows.map((row) => fractionOf(row[key] ?? '').length));
    const missing = receiving ? '…' : l10n.t('none');
    return {
      texts: rows.map((row) => {
        const text = padded(row[key] ?? missing, decimals);
        return units.length > 1 && row[key] !== null ? `${text} ${row.unit}` : text;
      }),
      note: units.length === 1 ? (units[0] ?? '') : '',
    };
  },
});

/** The columns of the list of contracts. */
export const contractColumns: readonly ContractColumn[] = [
  {
    title: () => l10n.t('Contract'),
    order: ({ id }) => id,
    say: (rows) => ({ texts: rows.map(({ id }) => id), note: '' }),
  },
  {
    title: () => l10n.t('Delivery'),
    order: ({ deliveryStart }) => deliveryStart,
    say: (rows, { zone }) =>
      withoutDay(
        rows.map(({ deliveryStart: from, deliveryEnd: to }) =>
          Number.isNaN(from + to) ? l10n.t('unknown time') : intervalText(from, to, zone),
        ),
      ),
  },
  priceColumn(() => l10n.t('Best buy'), 'buy'),
  priceColumn(() => l10n.t('Best sell'), 'sell'),
  priceColumn(() => l10n.t('Spread'), 'spread'),
  {
    title: () => l10n.t('Events'),
    order: ({ events }) => events,
    say: (rows) => ({ texts: rows.map(({ events }) => formatCount(events)), note: '' }),
  },
  {
    title: () => l10n.t('Last event'),
    order: ({ last }) => last,
    say: (rows, { zone }) => withoutDay(rows.map(({ last }) => secondText(last, zone))),
  },
];

/** The column of deliveries, in whose order contracts are sent. */
export const deliveryColumn = 1;

/** The rows by a column; what is missing is last in both directions. */
export function sortedContracts(
  rows: readonly ContractRow[],
  { order }: ContractColumn,
  isDescending: boolean,
): ContractRow[] {
  const rank = (row: ContractRow) => Number(Number.isNaN(order(row)));
  return [...rows].sort((a, b) => {
    const [first, second] = isDescending ? [order(b), order(a)] : [order(a), order(b)];
    return rank(a) - rank(b) || (first < second ? -1 : Number(first > second));
  });
}

/** `2026-03-20 12:58:21`; empty if the time isn't known. */
function secondText(at: number, zone: string): string {
  if (Number.isNaN(at)) return '';
  const wall = wallClock(at, zone);
  return `${formatDay(wall)} ${formatClock(wall.hour, wall.minute, wall.second)}`;
}

/** Times without the day that most of them are on, which is the note; those of other days have it on another line. */
function withoutDay(texts: readonly string[]): ColumnTexts {
  const days = texts.map((text) => /^\d{4}-\d\d-\d\d(?= )/.exec(text)?.[0] ?? '');
  const counts = new Map<string, number>();
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1);
  const [note = ''] = [...counts].filter(([day]) => day !== '').sort((a, b) => b[1] - a[1])[0] ?? [];
  return {
    texts: texts.map((text, index) => {
      const { [index]: day = '' } = days;
      if (day === '') return text;
      return day === note ? text.slice(11) : `${day}\n${text.slice(11)}`;
    }),
    note,
  };
}

const fractionOf = (price: string): string => /^-?\d+\.(\d+)$/.exec(price)?.[1] ?? '';

/** The number with zeros at its end, so that the decimal points of a column are below each other. */
function padded(text: string, decimals: number): string {
  if (!/^-?\d+(\.\d+)?$/.test(text) || decimals === 0) return text;
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(decimals, '0')}`;
}

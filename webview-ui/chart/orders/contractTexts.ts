import * as l10n from '@vscode/l10n';
import { formatClock, formatDay, formatOffset, tellsOffset, wallClock } from '#src/market/time/zones';
import type { ContractRow } from '#src/protocol/charts/contractsChart';
import { formatCount } from '#src/text/l10n';
import { intervalText } from '../model/axisTimes';
import type { ChartOptions } from '../model/chartOptions';

/** The columns of the list of contracts. A `note` is what the texts have in common and don't say. */
export function contractColumns(
  rows: readonly ContractRow[],
  { zone, receiving }: Pick<ChartOptions, 'zone' | 'receiving'>,
): { title: string; texts: readonly string[]; note: string }[] {
  const missing = receiving ? '…' : l10n.t('none');
  const deliveries = rows.map(({ deliveryStart: from, deliveryEnd: to }) =>
    Number.isNaN(from + to) ? l10n.t('unknown time') : intervalText(from, to, zone),
  );
  return [
    { title: l10n.t('Contract'), texts: rows.map(({ id }) => id), note: '' },
    { title: l10n.t('Delivery'), ...withoutDay(deliveries) },
    { title: l10n.t('Best buy'), ...pricesIn(rows, 'buy', missing) },
    { title: l10n.t('Best sell'), ...pricesIn(rows, 'sell', missing) },
    { title: l10n.t('Spread'), ...pricesIn(rows, 'spread', missing) },
    { title: l10n.t('Events'), texts: rows.map(({ events }) => formatCount(events)), note: '' },
    { title: l10n.t('Last event'), ...withoutDay(rows.map(({ last }) => secondText(last, zone))) },
  ];
}

/** The unit is said once if all have the same. */
function pricesIn(rows: readonly ContractRow[], key: 'buy' | 'sell' | 'spread', missing: string) {
  const units = [...new Set(rows.map(({ unit }) => unit))].filter(Boolean);
  const least = units.some((unit) => unit.includes('/')) ? 2 : 0;
  const decimals = Math.max(least, ...rows.map((row) => number.exec(row[key] ?? '')?.[2]?.length ?? 0));
  const [note = ''] = units.length > 1 ? [] : units;
  return {
    note,
    texts: rows.map(({ unit, [key]: price }) =>
      price === null ? missing : `${padded(price, decimals)} ${note === '' ? unit : ''}`.trimEnd(),
    ),
  };
}

const number = /^(-?\d+)(?:\.(\d+))?$/;

/** The number with zeros at its end, so that the decimal points of a column are below each other. */
function padded(text: string, decimals: number): string {
  const [, whole, fraction = ''] = number.exec(text) ?? [];
  return whole === undefined || decimals === 0 ? text : `${whole}.${fraction.padEnd(decimals, '0')}`;
}

/** `2026-03-20 12:58:21`, with its offset on days when clocks change; empty if the time isn't known. */
function secondText(at: number, zone: string): string {
  if (Number.isNaN(at)) return '';
  const wall = wallClock(at, zone);
  const offset = tellsOffset(at, zone) ? formatOffset(at, zone) : '';
  return `${formatDay(wall)} ${formatClock(wall.hour, wall.minute, wall.second)} ${offset}`.trimEnd();
}

const day = /^(\d{4}-\d\d-\d\d) /;

/** Times without the day that most of them are on; those of other days have it on a line of its own. */
function withoutDay(texts: readonly string[]) {
  const days = texts.flatMap((text) => day.exec(text)?.[0] ?? []);
  const countOf = (one: string) => days.filter((other) => other === one).length;
  const note = days.reduce((most, one) => (countOf(one) > countOf(most) ? one : most), '');
  return {
    texts: texts.map((text) => (text.startsWith(note) ? text.slice(note.length) : text.replace(day, '$1\n'))),
    note: note.trimEnd(),
  };
}

import * as l10n from '@vscode/l10n';
import { formatAny, type Counted } from '#src/text/l10n';
import type { LegendKey } from './drawing';

/** Words for times without a value: at the crosshair, and after the labels in the legend. */
export const missingText = () => l10n.t('missing: not in the response');
export const missingWord = () => l10n.t('missing');
export const toComeText = () => l10n.t('still to come');
export const incompleteWord = () => l10n.t('incomplete');
/** In a comparison or a spread, an interval without a value may be one that didn't arrive. */
export const noValueText = (isNull: boolean) => (isNull ? l10n.t('no value (null)') : l10n.t('no value'));
const noValueWord = (isNull: boolean) => (isNull ? l10n.t('null') : l10n.t('no value'));

/** What the legend explains, of the patterns that the chart shows. */
export const absenceKeys = (shows: {
  missing: boolean;
  nulls: boolean;
  incomplete: boolean;
}): LegendKey[] => [
  ...(shows.missing ? [{ label: missingWord(), shape: 'flat' as const }] : []),
  ...(shows.nulls ? [{ label: noValueWord(true), shape: 'dotted' as const }] : []),
  ...(shows.incomplete ? [{ label: incompleteWord(), shape: 'striped' as const }] : []),
];

/**
 * How many intervals are missing, how many have no value, and how many values aren't drawn and aren't part
 * of any figure, because the service sent them as text or as numbers that are too large.
 */
export function absenceCounts(
  { missing, nulls, texts = 0 }: { missing: number; nulls: number; texts?: number | undefined },
  isNull = true,
): string[] {
  const nullWords: Counted = isNull
    ? [l10n.t('{0} value is null'), l10n.t('{0} values are null')]
    : [l10n.t('{0} interval without a value'), l10n.t('{0} intervals without a value')];
  const textWords: Counted = [l10n.t("{0} value can't be drawn"), l10n.t("{0} values can't be drawn")];
  return [
    formatAny(missing, [l10n.t('{0} interval missing'), l10n.t('{0} intervals missing')]),
    formatAny(nulls, nullWords),
    formatAny(texts, textWords),
  ].filter(Boolean);
}

/** Why a chart of series draws nothing; `null` if it draws something. `shown` is the number of visible ones. */
export function whyNothingDrawn(
  series: readonly { summary: { count: number } }[],
  shown: number,
  receiving: boolean,
  otherwise = l10n.t('Nothing to plot: all values are missing. See the table.'),
): string | null {
  if (series.some(({ summary }) => summary.count > 0)) {
    return shown > 0 ? null : l10n.t('All series are hidden. Select one above to show it.');
  }
  return receiving ? l10n.t('Receiving…') : otherwise;
}

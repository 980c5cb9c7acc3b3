import * as l10n from '@vscode/l10n';
import { formatLength } from '#src/market/time/intervalText';
import type { Resampled, SpreadFacts } from '#src/protocol/charts/seriesChart';
import { formatAny, formatCount } from '#src/text/l10n';
import { bucketWord } from '../../frame/shownResolution';

interface Prepared {
  readonly unit: string;
  readonly resampled?: Resampled;
}

/**
 * How values were prepared for drawing, in words: how intervals were combined, which buckets are incomplete,
 * and how many intervals a spread has. Empty if the values are as sent.
 */
export function preparation(series: readonly Prepared[], spread: SpreadFacts | undefined): string[] {
  return [...rules(series), ...remainders(series), ...(spread ? spreadWords(spread) : [])].filter(Boolean);
}

function rules(series: readonly Prepared[]): string[] {
  const said = series.map(({ unit, resampled }) => {
    if (!resampled) return '';
    const each = bucketWord(resampled.to);
    return resampled.rule === 'sum'
      ? l10n.t('sum per {0} ({1})', each, unit)
      : l10n.t('time-weighted mean per {0} ({1})', each, unit);
  });
  return [...new Set(said)];
}

function remainders(series: readonly Prepared[]): string[] {
  const sum = (of: (one: Resampled) => number) =>
    series.reduce((total, { resampled }) => total + (resampled ? of(resampled) : 0), 0);
  const [incomplete, kept] = [sum((one) => one.incomplete), sum((one) => one.kept)];
  return [
    incomplete > 0 ? l10n.t('{0} incomplete, not included', formatCount(incomplete)) : '',
    formatAny(kept, [
      l10n.t('{0} interval that spans several steps is shown as sent'),
      l10n.t('{0} intervals that span several steps are shown as sent'),
    ]),
  ];
}

function spreadWords({ first, second, shared, inFirst, inSecond, ...lengths }: SpreadFacts): string[] {
  const { firstLength, secondLength } = lengths;
  const isPart = shared < inFirst || shared < inSecond;
  return [
    l10n.t('spread: {0} minus {1}', second, first),
    isPart
      ? l10n.t(
          'only intervals in both: {0} (of {1} in {2} and {3} in {4})',
          formatCount(shared),
          formatCount(inSecond),
          second,
          formatCount(inFirst),
          first,
        )
      : '',
    firstLength !== secondLength && Number.isFinite(firstLength + secondLength)
      ? l10n.t(
          'intervals differ: {0} in {1}, {2} in {3}; select a resolution that both have',
          formatLength(secondLength),
          second,
          formatLength(firstLength),
          first,
        )
      : '',
  ];
}

import * as l10n from '@vscode/l10n';
import { peakHours, type Resolution } from '#src/market/time/resolutions';
import { formatClock } from '#src/market/time/zones';
import { seriesPlans } from '#src/protocol/charts/chartQuestion';
import type { ResultState } from '#src/protocol/messages';
import type { TableForm } from '#src/protocol/rowsQuestion';
import type { ColumnChoice } from '#src/protocol/tableTypes';
import type { Sentence } from '#src/text/l10n';
import type { Observable } from './observable';

/** The resolution in which the chart, the table, and exports show a result; `null` for the values as sent. */
export type ShownResolution = Observable<Resolution | null>;

/** Whether the result has series as received, which can be combined and put side by side. */
export const canBeFormed = ({ dataset, source }: Pick<ResultState, 'dataset' | 'source'>): boolean =>
  source.kind !== 'comparison' && seriesPlans.includes(dataset.chart);

/** The form of the result's table that is chosen. */
export const formOf = (
  state: Pick<ResultState, 'dataset' | 'source'>,
  resolution: Resolution | null,
  choice: Pick<ColumnChoice, 'layout'> | null,
): TableForm =>
  canBeFormed(state)
    ? { ...(resolution && { resolution }), ...(choice?.layout === 'wide' && { layout: 'wide' as const }) }
    : {};

const peak = () => ({ from: formatClock(peakHours.from, 0), to: formatClock(peakHours.to, 0) });

const words: Readonly<
  Record<Resolution, { readonly name: Sentence; readonly each: Sentence; readonly all: Sentence }>
> = {
  PT30M: { name: () => l10n.t('30 min'), each: () => l10n.t('30 min'), all: () => l10n.t('half hours') },
  PT60M: { name: () => l10n.t('60 min'), each: () => l10n.t('60 min'), all: () => l10n.t('hours') },
  P1D: { name: () => l10n.t('Day'), each: () => l10n.t('day'), all: () => l10n.t('delivery days') },
  P1W: {
    name: () => l10n.t('Week'),
    each: () => l10n.t('week'),
    all: () => l10n.t('weeks from Monday in market time'),
  },
  P1M: {
    name: () => l10n.t('Month'),
    each: () => l10n.t('month'),
    all: () => l10n.t('months in market time'),
  },
  base: {
    name: () => l10n.t('Base'),
    each: () => l10n.t('base day'),
    all: () => l10n.t('base, all hours of a delivery day'),
  },
  peak: {
    name: () => l10n.t('Peak'),
    each: () => l10n.t('peak, {0} to {1}', peak().from, peak().to),
    all: () => l10n.t('peak, {0} to {1} in market time, weekends included', peak().from, peak().to),
  },
  offPeak: {
    name: () => l10n.t('Off-Peak'),
    each: () => l10n.t('off-peak, outside {0} to {1}', peak().from, peak().to),
    all: () =>
      l10n.t('off-peak, a delivery day without {0} to {1}, weekends included', peak().from, peak().to),
  },
};

/** The name in lists: "Day". */
export const resolutionName = (resolution: Resolution): string => words[resolution].name();

/** One bucket in a sentence: "day". */
export const bucketWord = (resolution: Resolution): string => words[resolution].each();

/** How the values of a resolution are calculated. */
export const computedText = (resolution: Resolution): string =>
  l10n.t(
    "Calculated for {0}. Energy is summed; other values are time-weighted means with two more decimals. A period that isn't fully covered is empty.",
    words[resolution].all(),
  );

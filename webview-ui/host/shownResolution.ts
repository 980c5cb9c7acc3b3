import * as l10n from '@vscode/l10n';
import { peakHours, resolutions, type Resolution } from '../../src/market/time/resolutions';
import { formatClock } from '../../src/market/time/zones';
import type { ResultState } from '../../src/protocol/messages';
import type { TableForm } from '../../src/protocol/rowsQuestion';
import type { ColumnChoice } from '../../src/protocol/tableTypes';
import type { Sentence } from '../../src/text/l10n';
import { select, type SelectControl } from '../controls/controls';
import type { Shared } from './shared';

/** The resolution in which the chart, the table, and exports show a result; `null` for the values as sent. */
export type ShownResolution = Shared<Resolution | null>;

/** Whether the result has series as received, which can be combined and put side by side. */
export const canBeFormed = ({ dataset, source }: Pick<ResultState, 'dataset' | 'source'>): boolean =>
  source.kind !== 'comparison' && ['steps', 'bars', 'flows'].includes(dataset.chart);

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
  P1W: { name: () => l10n.t('Week'), each: () => l10n.t('week'), all: () => l10n.t('weeks from Monday') },
  P1M: { name: () => l10n.t('Month'), each: () => l10n.t('month'), all: () => l10n.t('months') },
  base: {
    name: () => l10n.t('Base'),
    each: () => l10n.t('base day'),
    all: () => l10n.t('base, all hours of each delivery day'),
  },
  peak: {
    name: () => l10n.t('Peak'),
    each: () => l10n.t('peak, {0} to {1}', peak().from, peak().to),
    all: () => l10n.t('peak, {0} to {1} of every delivery day, weekends included', peak().from, peak().to),
  },
  offPeak: {
    name: () => l10n.t('Off-Peak'),
    each: () => l10n.t('off-peak, outside {0} to {1}', peak().from, peak().to),
    all: () =>
      l10n.t('off-peak, every delivery day without {0} to {1}, weekends included', peak().from, peak().to),
  },
};

/** One bucket in a sentence: "day". */
export const bucketWord = (resolution: Resolution): string => words[resolution].each();

/** How the values of a resolution are calculated. */
export const computedText = (resolution: Resolution): string =>
  l10n.t(
    "Computed for {0}, in the market's time zone: energy is summed, everything else is a time-weighted mean. Empty if not wholly covered.",
    words[resolution].all(),
  );

/** The entry of the list for the values as sent. */
const asSent = 'sent';

/** A list of resolutions. `show` gets those that are offered besides the chosen one. */
export function resolutionList(shown: ShownResolution): {
  readonly element: SelectControl['element'];
  show(offered: readonly Resolution[]): void;
} {
  const list = select({
    label: l10n.t('Resolution'),
    onChange: (value) => shown.set(resolutions.find((each) => each === value) ?? null),
  });
  return {
    element: list.element,
    show(offered) {
      const chosen = shown.get();
      const listed = resolutions.filter((each) => each === chosen || offered.includes(each));
      list.element.hidden = listed.length === 0;
      list.show([asSent, ...listed], chosen ?? asSent, (value) => {
        const found = resolutions.find((each) => each === value);
        return found ? words[found].name() : l10n.t('As Sent');
      });
    },
  };
}

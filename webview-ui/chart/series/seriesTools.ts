import * as l10n from '@vscode/l10n';
import { dayOf } from '#src/market/time/deliveryDay';
import { coarserResolutions, type Resolution } from '#src/market/time/resolutions';
import type { Chart } from '#src/protocol/charts/chart';
import { seriesViews, type SeriesView } from '#src/protocol/charts/chartQuestion';
import type { SeriesFacts } from '#src/protocol/charts/seriesChart';
import type { Sentence } from '#src/text/l10n';
import { select } from '../../controls/controls';
import { element, placeShown } from '../../controls/dom';
import type { ChartOptions, ChartTools, Choose } from '../model/chartOptions';
import { resolutionList } from '../../frame/resolutionList';
import type { ShownResolution } from '../../frame/shownResolution';
import { factsOf } from './differences';

const viewWords: Readonly<Record<SeriesView, Sentence>> = {
  line: () => l10n.t('Time Series'),
  heat: () => l10n.t('Heat Map'),
  duration: () => l10n.t('Duration Curve'),
};

/** A heat map is about the time of day, which values of longer times don't have. */
const ofHeatMaps: readonly Resolution[] = ['PT30M', 'PT60M'];

const spreadLabel = (chart: Chart | undefined): string | null =>
  chart && 'spread' in chart ? chart.spread.label : null;

const hasSeveralDays = ({ from, to }: SeriesFacts, zone: string) => dayOf(from, zone) !== dayOf(to - 1, zone);

/** The resolutions that differ from what was sent; those that make one value of a day, only for several days. */
function resolutionsFor(facts: SeriesFacts, { view, zone }: ChartOptions): Resolution[] {
  const { from, to, shortest } = facts;
  const areOnlyShort = view === 'heat' || !hasSeveralDays(facts, zone);
  return coarserResolutions({ start: from, end: to, shortest }).filter(
    (each) => !areOnlyShort || ofHeatMaps.includes(each),
  );
}

/** The controls that choose how series are shown, and in which resolution. */
export function createViewTools(choose: Choose, shownResolution: ShownResolution): ChartTools {
  const view = select<SeriesView>({
    label: l10n.t('View'),
    onChange(chosen) {
      // The axis of a duration curve is a share of the time, to which a time range doesn't apply, and vice
      // versa.
      choose({ view: chosen, ...((chosen === 'duration') !== isDuration && { range: null }) });
      if (chosen === 'heat' && isLong) shownResolution.set(null);
    },
  });
  let isDuration = false;
  /** Whether the resolution is longer than those of heat maps. */
  let isLong = false;
  const resolution = resolutionList(shownResolution);
  const heated = select({ label: l10n.t('Series'), onChange: (value) => choose({ heated: value }) });
  const named = { class: 'chart-tools lines', role: 'group', 'aria-label': l10n.t('Chart type') };
  const tools = element('div', named);
  const inOrder = [resolution, view, heated].map((each) => each.element);

  return {
    element: tools,
    show(chart, options) {
      const facts = factsOf(chart);
      tools.hidden = facts === null;
      if (!facts) return;
      isDuration = options.view === 'duration';
      isLong = options.resolution !== null && !ofHeatMaps.includes(options.resolution);
      const views = seriesViews.filter(
        (each) => each !== 'heat' || each === options.view || hasSeveralDays(facts, options.zone),
      );
      view.show(views, options.view, (each) => viewWords[each]());
      resolution.show(resolutionsFor(facts, options), facts.shortest);
      const spreadName = spreadLabel(chart);
      const labels = facts.lines
        .map(({ label }) => label)
        .filter((label) => !options.spread || !spreadName || Object.values(options.spread).includes(label));
      const pickable = spreadName === null ? labels : [spreadName, ...labels];
      heated.element.hidden = options.view !== 'heat' || pickable.length < 2;
      heated.show(pickable, options.heated ?? pickable[0] ?? '');
      placeShown(tools, inOrder);
    },
  };
}

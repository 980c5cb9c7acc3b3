import * as l10n from '@vscode/l10n';
import { dayOf } from '../../../src/market/time/deliveryDay';
import { coarserResolutions, type Resolution } from '../../../src/market/time/resolutions';
import { seriesViews, type Chart, type SeriesFacts, type SeriesView } from '../../../src/protocol/chartTypes';
import type { Sentence } from '../../../src/text/l10n';
import { button, select } from '../../controls/controls';
import { element, placeShown } from '../../controls/dom';
import { popover } from '../../controls/popover';
import { noChoices, type ChartOptions, type ChartTools, type Choose } from '../model/chartOptions';
import { resolutionList } from '../../frame/resolutionList';
import type { ShownResolution } from '../../frame/shownResolution';

const viewWords: Readonly<Record<SeriesView, Sentence>> = {
  line: () => l10n.t('Time Series'),
  heat: () => l10n.t('Heat Map'),
  duration: () => l10n.t('Duration Curve'),
};

/** A heat map is about the time of day, which values of longer times don't have. */
const ofHeatMaps: readonly Resolution[] = ['PT30M', 'PT60M'];

/** The series to choose from; `null` unless the chart shows the series of a single result. */
const factsOf = (chart: Chart | undefined): SeriesFacts | null =>
  chart && 'facts' in chart ? (chart.facts ?? null) : null;

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

/** Series that can be subtracted: those that share their unit with another one. */
const spreadable = ({ lines }: SeriesFacts) =>
  lines.filter(({ unit, label }) => lines.some((other) => other.unit === unit && other.label !== label));

/** The controls that choose how series are shown, in which resolution, and which two are subtracted. */
export function createViewTools(choose: Choose, shownResolution: ShownResolution): ChartTools {
  const view = select({
    label: l10n.t('View'),
    onChange(value) {
      const chosen = seriesViews.find((each) => each === value) ?? noChoices.view;
      // The axis of a duration curve is a share of the time, to which a time range doesn't apply, and vice
      // versa.
      choose({
        view: chosen,
        ...((chosen === 'duration') !== isDuration && { range: null }),
      });
      if (chosen === 'heat' && isLong) shownResolution.set(null);
    },
  });
  let isDuration = false;
  /** Whether the resolution is longer than those of heat maps. */
  let isLong = false;
  const resolution = resolutionList(shownResolution);
  const heated = select({ label: l10n.t('Series'), onChange: (value) => choose({ heated: value }) });
  let second = '';
  let first = '';
  let units = new Map<string, string>();
  const seconds = select({
    label: l10n.t('Series to subtract from'),
    onChange(value) {
      second = value;
      offerFirsts();
    },
  });
  const firsts = select({ label: l10n.t('Series to subtract'), onChange: (value) => (first = value) });
  const show = button({
    label: l10n.t('Show Spread'),
    look: 'primary',
    onClick() {
      choose({ spread: { first, second }, heated: null, hidden: [] });
      spread.close(true);
    },
  });
  const remove = button({
    label: l10n.t('Remove Spread'),
    look: 'secondary',
    onClick() {
      choose({ spread: null, heated: null, hidden: [] });
      spread.close(true);
    },
  });
  const spread = popover({
    label: l10n.t('Spread…'),
    icon: 'spread',
    content: element(
      'div',
      { class: 'menu chart-spread', role: 'dialog', 'aria-label': l10n.t('Spread') },
      seconds.element,
      element('span', {}, l10n.t('minus')),
      firsts.element,
      element('div', { class: 'chart-spread-buttons' }, show.element, remove.element),
    ),
    first: () => seconds.element,
    onOpen() {
      seconds.show([...units.keys()], second);
      offerFirsts();
    },
  });
  const tools = element('div', {
    class: 'chart-tools chart-views',
    role: 'group',
    'aria-label': l10n.t('Chart type'),
  });
  const inOrder = [view, resolution, heated, spread].map((each) => each.element);

  /** Offers the series that have the same unit as the one to subtract from. */
  function offerFirsts(): void {
    const offered = [...units.keys()].filter(
      (label) => label !== second && units.get(label) === units.get(second),
    );
    if (!offered.includes(first)) first = offered[0] ?? '';
    firsts.show(offered, first);
  }

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
      view.show(views, options.view, (each) =>
        viewWords[seriesViews.find((one) => one === each) ?? 'line'](),
      );
      resolution.show(resolutionsFor(facts, options));
      const spreadName = spreadLabel(chart);
      const labels = facts.lines
        .map(({ label }) => label)
        .filter((label) => !options.spread || !spreadName || Object.values(options.spread).includes(label));
      const pickable = spreadName === null ? labels : [spreadName, ...labels];
      heated.element.hidden = options.view !== 'heat' || pickable.length < 2;
      heated.show(pickable, options.heated ?? pickable[0] ?? '');
      units = new Map(spreadable(facts).map(({ label, unit }) => [label, unit]));
      spread.element.hidden = units.size === 0;
      remove.element.hidden = options.spread === null;
      placeShown(tools, inOrder);
      if (spread.element.contains(document.activeElement)) return;
      second = options.spread?.second ?? [...units.keys()][1] ?? '';
      first = options.spread?.first ?? [...units.keys()][0] ?? '';
    },
  };
}

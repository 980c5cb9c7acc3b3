import * as l10n from '@vscode/l10n';
import { formatCounted } from '#src/text/l10n';
import { element } from '../../controls/dom';
import { toolbar } from '../../controls/toolbar';
import type { ColorScale, Drawing, LegendEntry, LegendKey, TooltipLine } from '../model/drawing';
import { heatColors } from '../model/heatColors';
import { scaleStops, scaleTexts } from '../model/scaleText';
import { shadesOf } from '../model/legibleColors';
import { briefest, labelParts, without } from '../model/labelParts';
import { isNarrow } from '../../frame/narrowView';
import { highestCount, type Density } from './paintOrders';
import { createLegendItem, emptySwatch, type LegendItem, type LegendListener } from './legendItem';
import { colorOf, type Theme } from '../model/theme';

function keySwatch({ shape }: LegendKey, theme: Theme): SVGSVGElement {
  const { svg, path } = emptySwatch('chart-key-swatch', keyPaths[shape]);
  path.setAttribute('stroke', theme.marking);
  path.setAttribute('stroke-width', shape === 'dotted' ? '1.5' : '1');
  path.setAttribute('fill', theme.marking);
  path.setAttribute('fill-opacity', '0.25');
  return svg;
}

const dots = [2, 6, 10].flatMap((y) => [2, 7, 12, 17, 22, 27].map((x) => `M${x - 0.75} ${y}h1.5`)).join('');

const keyPaths: Readonly<Record<LegendKey['shape'], string>> = {
  flat: 'M0.5 0.5H27.5V11.5H0.5Z',
  dotted: dots,
  striped: [4, 9, 14, 19, 24].map((x) => `M${x} 0V12`).join(''),
};

/** The colors from the lowest to the highest value, with zero marked if it is between them. */
function scaleBar(scale: ColorScale, theme: Theme): HTMLElement[] {
  const { low, high, label } = scaleTexts(scale);
  const bar = element('span', { class: 'chart-scale-bar', role: 'img', 'aria-label': label });
  const colors = heatColors(theme.background);
  const stops = scaleStops(scale, colors).map(({ at, color }) => `${color} ${(100 * at).toFixed(2)}%`);
  bar.style.setProperty('background-image', `linear-gradient(to right, ${stops.join(', ')})`);
  if (scale.low < 0 && scale.high > 0) {
    const zero = element('span', { class: 'chart-scale-zero' }, '0');
    zero.style.setProperty('left', `${(100 * -scale.low) / (scale.high - scale.low)}%`);
    bar.append(zero);
  }
  return [element('span', {}, low), bar, element('span', {}, high)];
}

/** The shades of each side from one event to the most in a cell. They end where the color is strongest. */
function densityBars(density: readonly Density[], theme: Theme): HTMLElement[] {
  const most = highestCount(density.map(({ cells }) => cells));
  const bars = density.map(({ style }) => {
    const shade = shadesOf(colorOf(style, theme), theme.background);
    const bar = element('span', { class: 'chart-scale-bar' });
    const stops = [0, 0.25, 0.5, 0.75, 1].map((share) => `rgb(${shade(share).join(' ')})`);
    bar.style.setProperty('background-image', `linear-gradient(to right, ${stops.join(', ')})`);
    return bar;
  });
  return [
    element('span', {}, formatCounted(1, [l10n.t('{0} event'), l10n.t('{0} events')])),
    element('span', { class: 'chart-scale-bars', 'aria-hidden': 'true' }, ...bars),
    element('span', {}, formatCounted(most, [l10n.t('{0} event'), l10n.t('{0} events')])),
  ];
}

/** How much of the figures there is room for: all, only the means, or none. */
const roominess = ['all', 'means', 'none'] as const;

/** Pixels. In a lower view, figures would take too much room from the plot; each further line needs as much again. */
const leastHeight = 600;
const leastPerLine = 150;

/**
 * The legend: for each series, a button that hides and shows it, its figures or its value under the crosshair;
 * the color scale, and what the patterns mean.
 */
export function createLegend(listener: LegendListener) {
  const list = toolbar(element('div', { class: 'chart-legend lines' }), l10n.t('Series'));
  const explained = element('div', { class: 'chart-keys lines quiet' });
  const scaled = element('div', { class: 'chart-scale line' });
  const parts = element('div', { class: 'chart-legend-parts' }, list, scaled, explained);
  let items: LegendItem[] = [];
  let drawn = '';
  let fitted = '';

  function build(entries: readonly LegendEntry[], theme: Theme): void {
    const focused = items.find(({ button }) => button === document.activeElement)?.entry.label;
    const labels = entries.map(({ label, short = label, group = '' }) => without(short, group) || short);
    const { shared, rests } = isNarrow() ? { shared: '', rests: briefest(labels) } : labelParts(labels);
    items = entries.map((entry, index) =>
      createLegendItem(entry, rests[index] ?? entry.label, theme, listener),
    );
    const heading = (text: string) => element('span', { class: 'chart-legend-shared quiet' }, text);
    list.replaceChildren(...(shared === '' ? [] : [heading(shared)]));
    let parent: HTMLElement = list;
    items.forEach(({ entry: { group }, item }, index) => {
      if (group !== undefined && group !== entries[index - 1]?.group) {
        const named = { class: 'chart-legend-group lines', role: 'group', 'aria-label': group };
        parent = element('span', named, heading(group));
        list.append(parent);
      }
      parent.append(item);
    });
    // Hiding a series may turn bars into steps, so its button is replaced while it has the focus.
    items.find(({ entry }) => entry.label === focused)?.button.focus();
  }

  /** Leaves out figures until the legend is no higher than it may be. */
  function fit(): void {
    const key = JSON.stringify([drawn, innerWidth, innerHeight]);
    if (key === fitted) return;
    fitted = key;
    const lines = Math.floor((innerHeight - leastHeight) / leastPerLine) + 1;
    const most = (lines + 0.5) * (items[0]?.button.offsetHeight ?? 0);
    for (const room of roominess) {
      list.dataset['figures'] = room;
      if (list.scrollHeight <= most) break;
    }
  }

  return {
    element: parts,
    show({ legend: entries = [], keys = [], scale, marks = [] }: Partial<Drawing>, theme: Theme) {
      const density = marks.filter((mark) => mark.kind === 'density');
      const key = JSON.stringify([entries.map(({ hidden: _, ...entry }) => entry), theme, isNarrow()]);
      if (key !== drawn) {
        drawn = key;
        build(entries, theme);
      }
      scaled.replaceChildren(
        ...(scale ? scaleBar(scale, theme) : density.length > 0 ? densityBars(density, theme) : []),
      );
      scaled.hidden = scaled.children.length === 0;
      explained.replaceChildren(
        ...keys.map((one) => element('span', { class: 'line' }, keySwatch(one, theme), one.label)),
      );
      explained.hidden = keys.length === 0;
      list.hidden = entries.length === 0;
      entries.forEach(({ hidden }, index) => items[index]?.show(!hidden));
      fit();
    },
    /** Shows what is at the crosshair, each value at its series; `false` if there is no room for them. */
    point(lines: readonly TooltipLine[] | null): boolean {
      const isRead =
        list.dataset['figures'] !== 'none' && items.some(({ entry }) => entry.figures !== undefined);
      list.classList.toggle('pointed', isRead && lines !== null);
      if (!isRead) return false;
      for (const item of items) item.point(lines ?? []);
      return true;
    },
  };
}

import * as l10n from '@vscode/l10n';
import { formatCounted } from '#src/text/l10n';
import { element, setAttribute } from '../../controls/dom';
import { toolbar } from '../../controls/toolbar';
import type { ColorScale, Drawing, LegendEntry, LegendKey } from '../model/drawing';
import { heatColors } from '../model/heatColors';
import { scaleStops, scaleTexts } from '../model/scaleText';
import { styleOf } from '../model/seriesStyles';
import { hasLighterShades, shadesOf } from '../model/legibleColors';
import { labelParts } from '../model/labelParts';
import type { Theme } from '../model/theme';

const namespace = 'http://www.w3.org/2000/svg';

/** In a box of 28 by 12 pixels. */
export const swatchPaths: Readonly<Record<LegendEntry['shape'], string>> = {
  line: 'M1 6H27',
  bar: 'M8 1H20V11H8Z',
  triangleUp: 'M14 1L20 11H8Z',
  triangleDown: 'M14 11L20 1H8Z',
};

function emptySwatch(className: string, shape: string): { svg: SVGSVGElement; path: SVGPathElement } {
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', '0 0 28 12');
  svg.setAttribute('class', className);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', shape);
  svg.append(path);
  return { svg, path };
}

function swatch({ style, shape }: LegendEntry, theme: Theme): SVGSVGElement {
  const { svg, path } = emptySwatch('chart-swatch', swatchPaths[shape]);
  const { color, dash } = styleOf(style);
  // An attribute instead of a style, so that the style sheet can set another color for hidden series.
  svg.setAttribute('color', theme.palette[color] ?? theme.foreground);
  path.setAttribute(shape === 'line' ? 'stroke' : 'fill', 'currentColor');
  if (shape === 'line') {
    path.setAttribute('stroke-width', '2.5');
    path.setAttribute('stroke-dasharray', dash.join(' '));
  }
  return svg;
}

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
function densityBars(density: NonNullable<Drawing['density']>, theme: Theme): HTMLElement[] {
  const most = Math.max(...density.map((side) => side.most));
  const colorOf = ({ style }: { style: number }) => theme.palette[styleOf(style).color] ?? theme.foreground;
  // All colors of a palette have enough contrast to the background, on the same side of it.
  const isLighter = density.every((side) => hasLighterShades(colorOf(side), theme.background));
  const bars = density.map((side) => {
    const shade = shadesOf(colorOf(side), theme.background);
    const bar = element('span', { class: 'chart-scale-bar' });
    const stops = [0, 0.25, 0.5, 0.75, 1].map((share) => `rgb(${shade(share).join(' ')})`);
    bar.style.setProperty('background-image', `linear-gradient(to right, ${stops.join(', ')})`);
    return bar;
  });
  return [
    element('span', {}, formatCounted(1, [l10n.t('{0} event'), l10n.t('{0} events')])),
    element('span', { class: 'chart-scale-bars', 'aria-hidden': 'true' }, ...bars),
    element('span', {}, formatCounted(most, [l10n.t('{0} event'), l10n.t('{0} events')])),
    element(
      'span',
      { class: 'quiet' },
      isLighter ? l10n.t('brighter means more events') : l10n.t('darker means more events'),
    ),
  ];
}

/** The accessible name of a shortened entry, which must contain what is visible. */
const nameOf = (label: string, short: string, note: string): string =>
  [label.includes(short) ? label : `${short}, ${label}`, note].filter(Boolean).join(' ');

/** The legend: a button that hides and shows each series, the color scale, and what the patterns mean. */
export function createLegend(onToggle: (label: string) => void) {
  const list = toolbar(element('div', { class: 'chart-legend' }), l10n.t('Series'));
  const explained = element('div', { class: 'chart-keys' });
  const scaled = element('div', { class: 'chart-scale' });
  const buttons = new Map<string, HTMLElement>();
  let drawn = '';
  let drawnKeys = '';
  let drawnScale = '';

  function buttonFor(entry: LegendEntry, short: string, theme: Theme) {
    const { note = '' } = entry;
    const quiet = note === '' ? [] : [element('span', { class: 'quiet' }, note)];
    const text = element('span', { class: 'chart-legend-label', title: entry.label }, short);
    const button = element(
      'button',
      {
        class: 'chart-legend-entry',
        type: 'button',
        ...(short !== entry.label && { 'aria-label': nameOf(entry.label, short, note) }),
      },
      swatch(entry, theme),
      text,
      ...quiet,
    );
    button.addEventListener('click', () => onToggle(entry.label));
    return button;
  }

  return {
    element: element('div', { class: 'chart-legend-parts' }, list, scaled, explained),
    show({ legend: entries = [], keys = [], scale, density }: Partial<Drawing>, theme: Theme) {
      const key = JSON.stringify([entries.map(({ hidden: _, ...entry }) => entry), theme]);
      if (key !== drawn) {
        drawn = key;
        const focused = [...buttons].find(([, button]) => button === document.activeElement)?.[0];
        buttons.clear();
        const { shared, rests } = labelParts(entries.map(({ label, short }) => short ?? label));
        entries.forEach((entry, index) =>
          buttons.set(entry.label, buttonFor(entry, rests[index] ?? entry.label, theme)),
        );
        const common = shared === '' ? [] : [element('span', { class: 'chart-legend-shared' }, shared)];
        list.replaceChildren(...common, ...buttons.values());
        // Hiding a series may turn bars into steps, so its button is replaced while it has the focus.
        if (focused !== undefined) buttons.get(focused)?.focus();
      }
      const isDense = density !== undefined && density.length > 0;
      scaled.hidden = scale === undefined && !isDense;
      const scaling = JSON.stringify([scale, density, theme]);
      if (!scaled.hidden && scaling !== drawnScale) {
        drawnScale = scaling;
        scaled.replaceChildren(
          ...(scale ? scaleBar(scale, theme) : isDense ? densityBars(density, theme) : []),
        );
      }
      list.hidden = entries.length === 0;
      explained.hidden = keys.length === 0;
      const explaining = JSON.stringify([keys, theme.marking]);
      if (explaining !== drawnKeys) {
        drawnKeys = explaining;
        explained.replaceChildren(
          ...keys.map((one) => element('span', {}, keySwatch(one, theme), one.label)),
        );
      }
      for (const { label, hidden } of entries) {
        const button = buttons.get(label);
        if (button) setAttribute(button, 'aria-pressed', String(!hidden));
      }
    },
  };
}

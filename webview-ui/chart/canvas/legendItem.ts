import * as l10n from '@vscode/l10n';
import { joined } from '#src/text/joined';
import { plainButton } from '../../controls/controls';
import { element, setAttribute } from '../../controls/dom';
import { withContextMenu } from '../../controls/menu';
import type { LegendEntry, TooltipLine } from '../model/drawing';
import { styleOf } from '../model/seriesStyles';
import { colorOf, type Theme } from '../model/theme';

const namespace = 'http://www.w3.org/2000/svg';

/** In a box of 28 by 12 pixels. */
export const swatchPaths: Readonly<Record<LegendEntry['shape'], string>> = {
  line: 'M1 6H27',
  bar: 'M8 1H20V11H8Z',
  triangleUp: 'M14 1L20 11H8Z',
  triangleDown: 'M14 11L20 1H8Z',
};

/** A swatch in no color yet: also of a pattern. */
export function emptySwatch(className: string, shape: string): { svg: SVGSVGElement; path: SVGPathElement } {
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', '0 0 28 12');
  svg.setAttribute('class', className);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', shape);
  svg.append(path);
  return { svg, path };
}

function swatch({ style, below, shape }: LegendEntry, theme: Theme): SVGSVGElement {
  const { svg, path } = emptySwatch(
    'chart-swatch',
    below === undefined ? swatchPaths[shape] : 'M8 1H20V6H8Z',
  );
  // An attribute instead of a style, so that the style sheet can set another color for hidden series.
  svg.setAttribute('color', colorOf(style, theme));
  path.setAttribute(shape === 'line' ? 'stroke' : 'fill', 'currentColor');
  if (shape === 'line') {
    path.setAttribute('stroke-width', '2.5');
    path.setAttribute('stroke-dasharray', styleOf(style).dash.join(' '));
  }
  if (below !== undefined) {
    const lower = document.createElementNS(namespace, 'path');
    lower.setAttribute('d', 'M8 6H20V11H8Z');
    lower.setAttribute('fill', colorOf(below, theme));
    svg.append(lower);
  }
  return svg;
}

/** The accessible name of a shortened entry, which must contain what is visible. */
const nameOf = (label: string, short: string, note: string): string =>
  joined(' ', label.includes(short) ? label : `${short}, ${label}`, note);

/** What the pointer finds out about an entry: its figures in detail, and what a click does. */
const titleOf = ({ label, figures = [], differsFrom = [] }: LegendEntry): string =>
  joined(
    '\n',
    label,
    ...figures.map(({ detail }) => detail),
    l10n.t('Click to hide or show. Double-click, or press Shift+Enter, to show only this series.'),
    differsFrom.length > 0
      ? l10n.t('Right-click, or press ↓, to show the difference from another series.')
      : '',
  );

export interface LegendListener {
  onToggle: (label: string) => void;
  onOnly: (label: string) => void;
  /** Shows the first series minus the other. */
  onDifference: (label: string, other: string) => void;
}

/** A series in the legend: the button that hides and shows it, and its figures. */
export function createLegendItem(
  entry: LegendEntry,
  short: string,
  theme: Theme,
  { onToggle, onOnly, onDifference }: LegendListener,
) {
  const { label, note = '', figures = [], differsFrom = [] } = entry;
  const quiet = (text: string) => element('span', { class: 'quiet' }, text);
  const button = plainButton(
    {
      class: 'chart-legend-entry',
      'aria-keyshortcuts': 'Shift+Enter',
      ...(short !== label && { 'aria-label': nameOf(label, short, note) }),
    },
    ({ detail, shiftKey }) => (detail === 2 || shiftKey ? onOnly : onToggle)(label),
    swatch(entry, theme),
    element('span', { class: 'chart-legend-label' }, short),
    ...(note === '' ? [] : [quiet(note)]),
  );
  const items = () =>
    differsFrom.map((other) => ({
      label: l10n.t('{0} minus {1}', label, other),
      onChoose: () => onDifference(label, other),
    }));
  const value = element('span', { class: 'chart-legend-value', 'aria-hidden': 'true' });
  const rest = figures.map((figure) => element('span', {}, quiet(figure.name), ` ${figure.value}`));
  const both = [element('span', { class: 'chart-legend-rest' }, ...rest), value];
  return {
    entry,
    button,
    item: element(
      'span',
      { class: 'chart-legend-item', title: titleOf(entry) },
      differsFrom.length > 0 ? withContextMenu(button, { label: l10n.t('Differences'), items }) : button,
      ...(figures.length > 0 ? [element('span', { class: 'chart-legend-figures' }, ...both)] : []),
    ),
    show: (isShown: boolean) => setAttribute(button, 'aria-pressed', String(isShown)),
    /** Shows the series' own one of the lines at the crosshair. */
    point(lines: readonly TooltipLine[]) {
      const line = lines.find((one) => one.label === (entry.short ?? label));
      value.replaceChildren(...(line ? [element('b', {}, line.value), quiet(line.unit)] : []));
    },
  };
}

export type LegendItem = ReturnType<typeof createLegendItem>;

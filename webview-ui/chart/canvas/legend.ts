import * as l10n from '@vscode/l10n';
import { element, setAttribute, setText } from '../../controls/dom';
import type { LegendEntry, CrosshairReadout } from '../model/drawing';
import { styleOf } from '../model/seriesStyles';
import type { Theme } from '../model/theme';

export interface Legend {
  readonly element: HTMLElement;
  show(entries: readonly LegendEntry[], theme: Theme): void;
  /** Values at the crosshair, after the labels. */
  read(readout: CrosshairReadout | null): void;
}

/** With more entries than this, they are arranged in columns. */
const mostInLine = 4;

const namespace = 'http://www.w3.org/2000/svg';

/** Colour, dashes, and shape as in the chart. */
function swatch({ style, shape }: LegendEntry, theme: Theme): SVGSVGElement {
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', '0 0 28 12');
  svg.setAttribute('class', 'chart-swatch');
  svg.setAttribute('aria-hidden', 'true');
  const { colour, dash } = styleOf(style, theme.highContrast);
  const path = document.createElementNS(namespace, 'path');
  const paths = {
    line: 'M1 6H27',
    bar: 'M8 1H20V11H8Z',
    triangleUp: 'M14 1L20 11H8Z',
    triangleDown: 'M14 11L20 1H8Z',
  };
  path.setAttribute('d', paths[shape]);
  // Not a style: the style sheet has another colour for hidden series.
  svg.setAttribute('color', theme.palette[colour] ?? theme.foreground);
  path.setAttribute(shape === 'line' ? 'stroke' : 'fill', 'currentColor');
  if (shape === 'line') {
    path.setAttribute('stroke-width', '2.5');
    path.setAttribute('stroke-dasharray', dash.join(' '));
  }
  svg.append(path);
  return svg;
}

/** A button per series that hides and shows it. */
export function createLegend(onToggle: (label: string) => void): Legend {
  const made = element('div', { class: 'chart-legend', role: 'group', 'aria-label': l10n.t('Series') });
  const buttons = new Map<string, { button: HTMLElement; value: HTMLElement }>();
  let drawn = '';

  function buttonFor(entry: LegendEntry, theme: Theme) {
    const value = element('span', { class: 'chart-legend-value' });
    value.style.setProperty('min-width', `${entry.room}ch`);
    const note = entry.note === '' ? [] : [element('span', { class: 'quiet' }, entry.note)];
    const text = element('span', { class: 'chart-legend-label', title: entry.label }, entry.label);
    const button = element(
      'button',
      { class: 'chart-legend-entry', type: 'button' },
      swatch(entry, theme),
      text,
      ...note,
      value,
    );
    button.addEventListener('click', () => onToggle(entry.label));
    return { button, value };
  }

  return {
    element: made,
    show(entries, theme) {
      const key = JSON.stringify([entries.map(({ hidden: _, ...entry }) => entry), theme]);
      if (key !== drawn) {
        drawn = key;
        buttons.clear();
        for (const entry of entries) buttons.set(entry.label, buttonFor(entry, theme));
        made.replaceChildren(...[...buttons.values()].map(({ button }) => button));
      }
      made.hidden = entries.length === 0;
      made.classList.toggle('in-columns', entries.length > mostInLine);
      for (const { label, hidden } of entries) {
        const entry = buttons.get(label);
        if (entry) setAttribute(entry.button, 'aria-pressed', String(!hidden));
      }
    },
    read(readout) {
      for (const [label, { value }] of buttons) setText(value, readout?.values.get(label) ?? '');
    },
  };
}

import type { DayFigures } from '#src/protocol/charts/dayFigures';
import { positionOf, type ScaleExtent } from '../controls/scalePosition';
import { element } from '../controls/dom';
import { shortFigure } from './dayWords';

/** The lowest and the highest figure; `null` if there are none. */
export function extentOf({ figures }: DayFigures): ScaleExtent | null {
  const all = Object.values(figures);
  return all.length === 0 ? null : { low: Math.min(...all), high: Math.max(...all) };
}

/** Gives a day the color of its figure, or the one of its state if it has none. */
export function colorByFigure(
  cell: HTMLElement,
  figure: number | undefined,
  extent: ScaleExtent | null,
): void {
  const isFigured = figure !== undefined && extent !== null;
  cell.classList.toggle('day-figured', isFigured);
  if (!isFigured) return;
  const position = positionOf(figure, extent);
  cell.classList.toggle('day-below', position < 0);
  cell.style.setProperty('--share', Math.abs(position).toFixed(3));
}

/** The colors of the lowest and the highest figure, for the legend. */
export function extentSamples(extent: ScaleExtent | null): HTMLElement[] {
  if (!extent) return [];
  return [...new Set([extent.low, extent.high])].map((figure) => {
    const sample = element('span', { class: 'day', 'aria-hidden': 'true' });
    colorByFigure(sample, figure, extent);
    return element('span', { class: 'day-extent line' }, sample, shortFigure(figure));
  });
}

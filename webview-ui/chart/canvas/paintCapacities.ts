import * as l10n from '@vscode/l10n';
import type { Mark } from '../model/drawing';
import { formatWithUnit } from '../model/valueText';
import { styleOf } from '../model/seriesStyles';
import type { Brush } from './brush';

type Capacities = Extract<Mark, { kind: 'capacities' }>;

/** Paints an optional heading and two bars for each pair, each bar between its label and its power. */
export function paintCapacities({ context, theme, area, x, y }: Brush, { rows }: Capacities): void {
  const height = Math.abs(y(1) - y(0));
  const font = `${theme.fontSize}px ${theme.fontFamily}`;
  context.textBaseline = 'middle';
  context.setLineDash([]);
  const hasHeadings = rows.some(({ heading }) => heading !== '');
  const line = height / (hasHeadings ? 3.5 : 2.5);
  rows.forEach(({ heading, ways }, row) => {
    const top = y(row);
    if (top > area.bottom || top + height < area.top) return;
    context.font = font;
    if (hasHeadings) {
      // Grid lines would cross the text.
      context.fillStyle = theme.background;
      context.fillRect(8, top + 1, context.measureText(heading).width + 4, line);
      context.fillStyle = theme.quiet;
      context.fillText(heading, 8, top + line * 0.6);
    }
    ways.forEach(({ label, power }, way) => {
      const middle = top + line * ((hasHeadings ? 1.55 : 0.75) + way);
      const { color } = styleOf(way);
      context.font = `600 ${font}`;
      context.fillStyle = theme.foreground;
      context.fillText(label, 8, middle, area.left - 14);
      context.font = font;
      const right = power === null ? area.left : x(power);
      if (power !== null) {
        context.fillStyle = theme.palette[color] ?? theme.foreground;
        const [from, width] = [Math.min(x(0), right), Math.abs(right - x(0))];
        context.fillRect(from, middle - line * 0.4, width, line * 0.8);
      }
      const text = power === null ? l10n.t('unknown') : formatWithUnit(power, 'MW');
      context.fillStyle = power === null ? theme.quiet : theme.foreground;
      context.fillText(text, Math.max(x(0), right) + 6, middle);
    });
  });
}

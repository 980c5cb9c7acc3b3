import * as l10n from '@vscode/l10n';
import type { Mark } from '../model/drawing';
import { formatWithUnit } from '../model/valueText';
import { styleOf } from '../model/seriesStyles';
import type { Brush } from './brush';

type Capacities = Extract<Mark, { kind: 'capacities' }>;

/** Paints an optional heading and, on both sides of the pair's name, a bar and its power. */
export function paintCapacities({ context, theme, area, x, y }: Brush, { rows, gap }: Capacities): void {
  const height = Math.abs(y(1) - y(0));
  const font = `${theme.fontSize}px ${theme.fontFamily}`;
  context.textBaseline = 'middle';
  context.setLineDash([]);
  const line = theme.fontSize + 6;
  rows.forEach(({ heading, pair, powers }, row) => {
    const top = y(row);
    if (top > area.bottom || top + height < area.top) return;
    const middle = heading === '' ? top + height / 2 : top + height - line / 2 - 3;
    context.textAlign = 'center';
    context.font = font;
    context.fillStyle = theme.quiet;
    context.fillText(heading, x(0), middle - line);
    context.font = `600 ${font}`;
    context.fillStyle = theme.foreground;
    context.fillText(pair, x(0), middle, x(gap) - x(0) - 8);
    context.font = font;
    powers.forEach((power, side) => {
      const sign = side === 0 ? -1 : 1;
      const base = x((sign * gap) / 2);
      const end = power === null ? base : x(sign * (gap / 2 + Math.max(0, power)));
      if (power !== null) {
        context.fillStyle = theme.palette[styleOf(1 - side).color] ?? theme.foreground;
        context.fillRect(Math.min(base, end), middle - line / 2, Math.abs(end - base), line);
      }
      context.textAlign = sign < 0 ? 'right' : 'left';
      const figure = power === null ? l10n.t('unknown') : formatWithUnit(power, 'MW');
      const text = sign < 0 ? `← ${figure}` : `${figure} →`;
      context.fillStyle = power === null ? theme.quiet : theme.foreground;
      context.fillText(text, (sign < 0 ? Math.min(base, end) : Math.max(base, end)) + sign * 6, middle);
    });
  });
  context.textAlign = 'start';
}

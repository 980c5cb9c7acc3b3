import type { Mark } from '../model/drawing';
import { colorOf } from '../model/theme';
import type { Brush } from './brush';

type Capacities = Extract<Mark, { kind: 'capacities' }>;

/** Paints an optional heading and, on both sides of the pair's name or below it, a bar and its power. */
export function paintCapacities({ context, theme, area, x, y }: Brush, { rows, gap }: Capacities): void {
  const height = Math.abs(y(1) - y(0));
  const font = `${theme.fontSize}px ${theme.fontFamily}`;
  context.textBaseline = 'middle';
  context.setLineDash([]);
  const line = theme.fontSize + 6;
  rows.forEach(({ heading, pair, powers }, row) => {
    const top = y(row);
    if (top > area.bottom || top + height < area.top) return;
    const middle = top + height - line / 2 - 4;
    const name = gap === 0 ? middle - line : middle;
    const whole = area.right - area.left;
    context.textAlign = 'center';
    context.font = font;
    context.fillStyle = theme.quiet;
    context.fillText(heading, x(0), name - line, whole);
    context.font = `600 ${font}`;
    context.fillStyle = theme.foreground;
    context.fillText(pair, x(0), name, gap === 0 ? whole : x(gap) - x(0) - 8);
    context.font = font;
    powers.forEach(({ power, text }, side) => {
      const sign = side === 0 ? -1 : 1;
      const base = x((sign * gap) / 2);
      const end = x(sign * (gap / 2 + power));
      context.fillStyle = colorOf(1 - side, theme);
      context.fillRect(Math.min(base, end), middle - line / 2, Math.abs(end - base), line);
      context.textAlign = sign < 0 ? 'right' : 'left';
      context.fillStyle = theme.foreground;
      context.fillText(text, end + sign * 6, middle);
    });
  });
  context.textAlign = 'start';
}

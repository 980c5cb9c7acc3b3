import type { Drawing, Mark } from '../model/drawing';
import { firstFree, type Box } from '../model/firstFree';
import type { Theme } from '../model/theme';
import { isWithin, type Brush } from './brush';

/** Labels of points are in front of everything else. */
type Look = 'quiet' | 'caption' | 'label';

/** A text on the picture, where it has room. */
export interface PlotText extends Box {
  text: string;
  look: Look;
}

/** Height of a line of text in pixels. */
export const textLine = ({ fontSize }: Theme) => fontSize + 4;

const fontOf = ({ fontSize, fontFamily }: Theme, look: Look) =>
  `${look === 'quiet' ? '' : '600 '}${fontSize}px ${fontFamily}`;

/** Half the side of a square around a point's marker, in pixels. */
const markerReach = 7;

/**
 * The texts of the picture, none of which overlaps another one: the titles of the axes are above the plot, the other
 * texts on it. A text without room is left out, or is shorter. `pane` is the top of the lower pane in pixels.
 */
export function plotTexts(
  { context, theme, area, x, y }: Brush,
  { x: across, y: [first, second], marks, now, zero }: Drawing,
  pane: number,
): PlotText[] {
  const line = textLine(theme);
  const boxOf = (look: Look, text: string, left: (width: number) => number, top: number): PlotText => {
    context.font = fontOf(theme, look);
    const { width } = context.measureText(text);
    return { text, look, left: left(width), top, width, height: line };
  };
  const [start, end] = [() => area.left, (width: number) => area.right - width];
  const [above, below] = [area.top - line, area.bottom - line - 1];
  const inset = () => area.left + 8;
  const isIn = ({ top }: PlotText) => top >= area.top && top + line <= area.bottom;
  const titles = (
    { title = '', brief = '' }: { title?: string; brief?: string } = {},
    left: typeof end,
    arrow = '',
  ) => [title, brief].map((text) => boxOf('quiet', text && text + arrow, left, above));
  const zeroLine = Math.min(area.bottom, Math.max(area.top, y(0)));
  const points = marks.flatMap((mark) => {
    if (mark.kind !== 'point') return [];
    const at = [x(mark.x), y(mark.y)] as const;
    return isWithin(area, at) ? [{ mark, at }] : [];
  });
  const besidePoint = (
    { label, side }: Extract<Mark, { kind: 'point' }>,
    [left, top]: readonly [number, number],
  ) => {
    const lefts = [() => left + 10, (width: number) => left - 10 - width];
    if (side === 'left') lefts.reverse();
    const beside = [top - line - 2, top + 2].flatMap((at) =>
      lefts.map((each) => boxOf('label', label, each, at)),
    );
    const middle = (width: number) => left - width / 2;
    const around = [top - line - 10, top + 10].map((at) => boxOf('label', label, middle, at));
    return [...beside, ...around].filter(isIn);
  };
  const nowTexts = ({ at, label }: NonNullable<Drawing['now']>) => {
    const middle = (width: number) => Math.max(area.left, Math.min(area.right - width, x(at) - width / 2));
    const lefts = [() => x(at) + 5, (width: number) => x(at) - 5 - width, middle];
    const onPlot = lefts.map((left) => boxOf('quiet', label, left, area.top + 2));
    return [boxOf('quiet', label, middle, above), ...onPlot.filter(isIn)];
  };
  const zeroTexts = zero && [
    zeroLine - area.top > 2 * line ? [boxOf('quiet', zero.above, inset, area.top + 2)] : [],
    area.bottom - zeroLine > line ? [boxOf('quiet', zero.below, inset, below)] : [],
  ];
  const wanted = [
    titles(first, start),
    second?.pane ? [boxOf('caption', second.pane.caption, inset, pane + 4)] : titles(second, end),
    titles(across, end, ' →'),
    ...points.map(({ mark, at }) => besidePoint(mark, at)),
    ...(now ? [nowTexts(now)] : []),
    ...(zeroTexts ?? []),
  ];
  const markers = points.map(({ at: [left, top] }) => ({
    left: left - markerReach,
    top: top - markerReach,
    width: 2 * markerReach,
    height: 2 * markerReach,
  }));
  const fits = ({ text, left, width }: PlotText) =>
    text !== '' && left >= area.left && left + width <= area.right + 0.5;
  return firstFree(
    wanted.map((places) => places.filter(fits)),
    markers,
  );
}

/** Writes texts, with an edge in the color of the background instead of a box, which would hide more. */
export function paintTexts(
  { context, theme }: Pick<Brush, 'context' | 'theme'>,
  texts: readonly PlotText[],
): void {
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = theme.background;
  for (const { text, look, left, top, height } of texts) {
    context.font = fontOf(theme, look);
    context.fillStyle = look === 'quiet' ? theme.quiet : theme.foreground;
    context.strokeText(text, left, top + height / 2);
    context.fillText(text, left, top + height / 2);
  }
}

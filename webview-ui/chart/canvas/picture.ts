import * as l10n from '@vscode/l10n';
import type { ColorScale, Drawing, LegendEntry, LegendKey } from '../model/drawing';
import { heatColors } from '../model/heatColors';
import { scaleStops, scaleTexts } from '../model/scaleText';
import { paintPattern } from './absencePatterns';
import { swatchPaths } from './legendItem';
import { styleOf } from '../model/seriesStyles';
import { colorOf, type Theme } from '../model/theme';

const margin = 16;

/** A PNG of the current chart with background, title, legend, and summary, in device pixels. */
export async function pngOf(
  canvas: HTMLCanvasElement,
  title: string,
  { summary, legend, keys = [], scale, caption = '' }: Drawing,
  theme: Theme,
): Promise<Blob> {
  const picture = document.createElement('canvas');
  const context = picture.getContext('2d');
  if (!context) throw new Error(l10n.t("Couldn't create the image."));
  const ratio = canvas.width / Math.max(1, canvas.clientWidth);
  const width = canvas.clientWidth + 2 * margin;
  const line = Math.round(theme.fontSize * 1.5);
  const font = `${theme.fontSize}px ${theme.fontFamily}`;
  context.font = font;
  const lines = wrapped(context, summary, width - 2 * margin);
  const captions = caption === '' ? [] : wrapped(context, caption, width - 2 * margin);
  const entries = [...legend.filter(({ hidden }) => !hidden), ...keys];
  const shown = entries.length > 0 ? rowsOf(context, entries, width - 2 * margin) : [];
  const scaleAt = 1.4 + shown.length + captions.length;
  const top = margin + line * (scaleAt + (scale ? 1.2 : 0));
  const height = top + canvas.clientHeight + margin + line * lines.length;
  picture.width = Math.round(width * ratio);
  picture.height = Math.round(height * ratio);
  context.scale(ratio, ratio);
  context.fillStyle = theme.background;
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'top';
  context.fillStyle = theme.foreground;
  context.font = `600 ${theme.fontSize + 3}px ${theme.fontFamily}`;
  context.fillText(title, margin, margin);
  context.font = font;
  captions.forEach((text, at) => context.fillText(text, margin, margin + line * (1.4 + at)));
  shown.forEach((row, at) => drawLegend(context, row, margin + line * (1.4 + captions.length + at), theme));
  if (scale) drawScale(context, scale, margin + line * scaleAt, theme);
  context.drawImage(canvas, margin, top, canvas.clientWidth, canvas.clientHeight);
  context.fillStyle = theme.quiet;
  lines.forEach((text, at) =>
    context.fillText(text, margin, top + canvas.clientHeight + margin / 2 + line * at),
  );
  const blob = await new Promise<Blob | null>((done) => picture.toBlob(done, 'image/png'));
  if (!blob) throw new Error(l10n.t("Couldn't create the image."));
  return blob;
}

function wrapped(context: CanvasRenderingContext2D, text: string, width: number) {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || context.measureText(longer).width > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

type PlacedEntry = (LegendEntry | LegendKey) & { left: number };

function rowsOf(
  context: CanvasRenderingContext2D,
  entries: readonly (LegendEntry | LegendKey)[],
  width: number,
) {
  const rows: PlacedEntry[][] = [[]];
  let left = 0;
  for (const entry of entries) {
    const size = context.measureText(textOf(entry)).width + 54;
    if (left > 0 && left + size > width) {
      rows.push([]);
      left = 0;
    }
    rows.at(-1)?.push({ ...entry, left });
    left += size;
  }
  return rows;
}

function textOf(entry: LegendEntry | LegendKey): string {
  return 'note' in entry && entry.note !== '' ? `${entry.label} (${entry.note})` : entry.label;
}

function drawLegend(
  context: CanvasRenderingContext2D,
  row: readonly PlacedEntry[],
  top: number,
  theme: Theme,
): void {
  for (const entry of row) {
    const [left, middle] = [margin + entry.left, top + theme.fontSize / 2];
    if ('style' in entry) {
      context.strokeStyle = context.fillStyle = colorOf(entry.style, theme);
      context.lineWidth = 2.5;
      context.setLineDash([...styleOf(entry.style).dash]);
      context.translate(left, middle - 6);
      const shape = new Path2D(swatchPaths[entry.shape]);
      if (entry.shape === 'line') context.stroke(shape);
      else context.fill(shape);
      context.translate(-left, 6 - middle);
      context.setLineDash([]);
    } else {
      const area = { left, right: left + 28, top: middle - 6, bottom: middle + 6 };
      paintPattern({ context, theme, area, snapped: (at) => at }, entry.shape);
    }
    context.fillStyle = theme.foreground;
    context.fillText(textOf(entry), left + 34, top);
  }
}

/** Width of the color scale in pixels. */
const barWidth = 240;

function drawScale(context: CanvasRenderingContext2D, scale: ColorScale, top: number, theme: Theme): void {
  const { low, high } = scaleTexts(scale);
  context.fillStyle = theme.foreground;
  context.fillText(low, margin, top);
  const left = margin + context.measureText(low).width + 8;
  const bar = context.createLinearGradient(left, 0, left + barWidth, 0);
  for (const { at, color } of scaleStops(scale, heatColors(theme.background))) bar.addColorStop(at, color);
  context.fillStyle = bar;
  context.fillRect(left, top, barWidth, theme.fontSize);
  context.fillStyle = theme.foreground;
  context.fillText(high, left + barWidth + 8, top);
  if (!(scale.low < 0 && scale.high > 0)) return;
  const zero = left + (barWidth * -scale.low) / (scale.high - scale.low);
  context.fillRect(zero, top - 3, 1, theme.fontSize + 6);
}

import * as l10n from '@vscode/l10n';
import type { LegendEntry } from '../model/drawing';
import { styleOf } from '../model/seriesStyles';
import type { Theme } from '../model/theme';

export interface PictureParts {
  canvas: HTMLCanvasElement;
  title: string;
  summary: string;
  legend: readonly LegendEntry[];
  theme: Theme;
}

const margin = 16;

/** The current chart with background, title, legend, and summary, in device pixels. */
export async function pngOf({ canvas, title, summary, legend, theme }: PictureParts): Promise<Uint8Array> {
  const picture = document.createElement('canvas');
  const context = picture.getContext('2d');
  if (!context) throw new Error(l10n.t("Couldn't create the image."));
  const scale = canvas.width / Math.max(1, canvas.clientWidth);
  const width = canvas.clientWidth + 2 * margin;
  const line = Math.round(theme.fontSize * 1.5);
  const font = `${theme.fontSize}px ${theme.fontFamily}`;
  context.font = font;
  const lines = wrapped(context, summary.split(' '), width - 2 * margin, ' ');
  const entries = legend.filter(({ hidden }) => !hidden);
  const shown = entries.length > 0 ? rowsOf(context, entries, width - 2 * margin) : [];
  const top = margin + line * (1.4 + shown.length);
  const height = top + canvas.clientHeight + margin + line * lines.length;
  picture.width = Math.round(width * scale);
  picture.height = Math.round(height * scale);
  context.scale(scale, scale);
  context.fillStyle = theme.background;
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'top';
  context.fillStyle = theme.foreground;
  context.font = `600 ${theme.fontSize + 3}px ${theme.fontFamily}`;
  context.fillText(title, margin, margin);
  context.font = font;
  shown.forEach((row, at) => drawLegend(context, row, margin + line * (1.4 + at), theme));
  context.drawImage(canvas, margin, top, canvas.clientWidth, canvas.clientHeight);
  context.fillStyle = theme.quiet;
  lines.forEach((text, at) =>
    context.fillText(text, margin, top + canvas.clientHeight + margin / 2 + line * at),
  );
  const blob = await new Promise<Blob | null>((done) => picture.toBlob(done, 'image/png'));
  if (!blob) throw new Error(l10n.t("Couldn't create the image."));
  return new Uint8Array(await blob.arrayBuffer());
}

function wrapped(context: CanvasRenderingContext2D, words: readonly string[], width: number, by: string) {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : last + by + word;
    if (last === undefined || context.measureText(longer).width > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

interface PlacedEntry extends LegendEntry {
  left: number;
}

function rowsOf(context: CanvasRenderingContext2D, entries: readonly LegendEntry[], width: number) {
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

const textOf = ({ label, note }: LegendEntry) => (note === '' ? label : `${label} (${note})`);

function drawLegend(
  context: CanvasRenderingContext2D,
  row: readonly PlacedEntry[],
  top: number,
  theme: Theme,
): void {
  for (const entry of row) {
    const { colour, dash } = styleOf(entry.style, theme.highContrast);
    const [left, middle] = [margin + entry.left, top + theme.fontSize / 2];
    context.strokeStyle = context.fillStyle = theme.palette[colour] ?? theme.foreground;
    context.lineWidth = 2.5;
    context.setLineDash([...dash]);
    context.beginPath();
    if (entry.shape === 'line') {
      context.moveTo(left, middle);
      context.lineTo(left + 28, middle);
      context.stroke();
    } else if (entry.shape === 'bar') context.fillRect(left + 8, middle - 5, 12, 10);
    else {
      const up = entry.shape === 'triangleUp' ? -5 : 5;
      context.moveTo(left + 14, middle + up);
      context.lineTo(left + 20, middle - up);
      context.lineTo(left + 8, middle - up);
      context.fill();
    }
    context.setLineDash([]);
    context.fillStyle = theme.foreground;
    context.fillText(textOf(entry), left + 34, top);
  }
}

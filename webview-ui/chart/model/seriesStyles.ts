import type { Series } from '../../../src/table/chartTypes';

/** Names of the theme's chart colours, in the order in which series take them. */
export const chartColours = [
  ['--vscode-charts-blue', '#3794ff'],
  ['--vscode-charts-orange', '#d18616'],
  ['--vscode-charts-green', '#388a34'],
  ['--vscode-charts-purple', '#a06bd0'],
  ['--vscode-charts-red', '#e5534b'],
  ['--vscode-charts-yellow', '#bf8803'],
  ['--vscode-charts-foreground', '#808080'],
] as const;

/** Lengths of dashes and gaps. The numbers of dash styles and of colours have no common factor. */
const dashes: readonly (readonly number[])[] = [
  [],
  [12, 4, 3, 4],
  [2, 4],
  [16, 5],
  [6, 3, 2, 3, 2, 3],
  [4, 6],
  [14, 3, 3, 3, 3, 3],
  [8, 4],
];

export interface SeriesStyle {
  /** Index in `chartColours`. */
  colour: number;
  dash: readonly number[];
}

/** The same colour, but never a solid line: such styles are negative. */
export const dashedStyle = (style: number) => -1 - style;

type Styled = Pick<Series, 'preliminary' | 'about' | 'isDifference' | 'reduced'>;

/**
 * Styles of series by their index; preliminary series never have a solid line. What several results say about the
 * same subject has one colour, and a solid line in the first of them only.
 */
export function stylesOf(series: readonly Styled[]): number[] {
  const own = series.map(({ preliminary }, index) => (preliminary === true ? dashedStyle(index) : index));
  const shared = sharedStyles(series);
  if (!shared) return own;
  const lines = shared.filter((_, index) => series[index]?.isDifference !== true);
  return [false, true].every((highContrast) => areDistinct(lines, highContrast)) ? shared : own;
}

/** One colour for each subject; `null` unless there are several subjects, of which several results say something. */
function sharedStyles(series: readonly Styled[]): number[] | null {
  const subjects = [...new Set(series.map(({ about }) => about?.subject))];
  const results = new Set(series.map(({ about }) => about?.result)).size;
  if (subjects.length < 2 || results < 2 || series.length === subjects.length) return null;
  // What is drawn with less detail has no dashes.
  if (series.some(({ about, reduced }) => about === undefined || reduced)) return null;
  const solid = new Map<string | undefined, Styled>();
  for (const one of series) {
    const { about, preliminary, isDifference } = one;
    if (preliminary !== true && isDifference !== true && !solid.has(about?.subject))
      solid.set(about?.subject, one);
  }
  const most = Math.ceil(subjects.length / chartColours.length) * chartColours.length;
  return series.map((one) => {
    const { about, isDifference } = one;
    const subject = subjects.indexOf(about?.subject);
    if (isDifference === true || solid.get(about?.subject) === one) return subject;
    // A first result without a solid line has the last dashes.
    const place = ((about?.result ?? 0) + results - 1) % results;
    return dashedStyle(subject + most * place);
  });
}

const areDistinct = (styles: readonly number[], highContrast: boolean): boolean =>
  new Set(styles.map((style) => JSON.stringify(styleOf(style, highContrast)))).size === styles.length;

/**
 * Colour and dashes of a series: no two of the first 50 have both in common, nor of the first 22 of
 * which some are dashed. In high contrast neighbours differ in their dashes as well; else dashes begin
 * when the colours are used up.
 */
export function styleOf(style: number, highContrast: boolean): SeriesStyle {
  const index = style < 0 ? dashedStyle(style) : style;
  const colour = index % chartColours.length;
  const row = Math.floor(index / chartColours.length);
  const step = highContrast ? row + colour : row;
  const last = dashes.length - 1;
  const full = step % dashes.length;
  // From the end, away from those that the others have by then; three on, away from the neighbours'.
  const dashed = highContrast ? 1 + ((step + 3) % last) : last - (step % last);
  return { colour, dash: dashes[style < 0 ? dashed : full] ?? [] };
}

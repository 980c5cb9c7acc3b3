import type { Series } from '#src/protocol/charts/seriesChart';

/** Names and fallbacks of the theme's chart colors, in the order in which series use them. */
export const chartColors = [
  ['--vscode-charts-blue', '#3794ff'],
  ['--vscode-charts-orange', '#d18616'],
  ['--vscode-charts-green', '#388a34'],
  ['--vscode-charts-purple', '#a06bd0'],
  ['--vscode-charts-red', '#e5534b'],
  ['--vscode-charts-yellow', '#bf8803'],
  ['--vscode-charts-foreground', '#808080'],
] as const;

/**
 * Lengths of dashes and gaps in pixels. The number of dash styles has no common factor with that of the
 * colors, so that combinations repeat late.
 */
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

interface SeriesStyle {
  /** Index in `chartColors`. */
  color: number;
  dash: readonly number[];
}

/** The style with the same color that never has a solid line. Such styles are negative numbers. */
export const dashedStyle = (style: number) => -1 - style;

type Styled = Pick<Series, 'preliminary' | 'about' | 'isDifference' | 'reduced'>;

/**
 * Styles of series by their index; preliminary series never have a solid line. Series of several results
 * about the same subject have the same color, and only the first of them has a solid line.
 */
export function stylesOf(series: readonly Styled[]): number[] {
  const own = series.map(({ preliminary }, index) => (preliminary === true ? dashedStyle(index) : index));
  const shared = sharedStyles(series);
  if (!shared) return own;
  const lines = shared.filter((_, index) => series[index]?.isDifference !== true);
  return areDistinct(lines) ? shared : own;
}

/**
 * Styles with one color per subject; `null` unless there are several subjects and several results share them.
 */
function sharedStyles(series: readonly Styled[]): number[] | null {
  const subjects = [...new Set(series.map(({ about }) => about?.subject))];
  const results = new Set(series.map(({ about }) => about?.result)).size;
  if (subjects.length < 2 || results < 2 || series.length === subjects.length) return null;
  // Reduced series are drawn as bands, which can't be dashed.
  if (series.some(({ about, reduced }) => about === undefined || reduced)) return null;
  const solid = new Map<string | undefined, Styled>();
  for (const one of series) {
    const { about, preliminary, isDifference } = one;
    if (preliminary !== true && isDifference !== true && !solid.has(about?.subject))
      solid.set(about?.subject, one);
  }
  const most = Math.ceil(subjects.length / chartColors.length) * chartColors.length;
  return series.map((one) => {
    const { about, isDifference } = one;
    const subject = subjects.indexOf(about?.subject);
    if (isDifference === true || solid.get(about?.subject) === one) return subject;
    // The first result, if it has no solid line, gets the last dashes.
    const row = ((about?.result ?? 0) + results - 1) % results;
    return dashedStyle(subject + most * row);
  });
}

const areDistinct = (styles: readonly number[]): boolean =>
  new Set(styles.map((style) => JSON.stringify(styleOf(style)))).size === styles.length;

/**
 * Color and dashes of a series, in every theme: no two of the first 50 styles share both, nor of the first 22 if
 * some of them are dashed. Other dashes than those of preliminary series are used only when all colors have been.
 */
export function styleOf(style: number): SeriesStyle {
  const index = style < 0 ? dashedStyle(style) : style;
  const color = index % chartColors.length;
  const row = Math.floor(index / chartColors.length);
  const last = dashes.length - 1;
  const full = row % dashes.length;
  // From the end of the list, which the other styles use last.
  const dashed = last - (row % last);
  return { color, dash: dashes[style < 0 ? dashed : full] ?? [] };
}

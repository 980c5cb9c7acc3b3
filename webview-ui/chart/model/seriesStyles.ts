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

/** Styles of series by their index; preliminary series never have a solid line. */
export const stylesOf = (preliminary: readonly boolean[]): number[] =>
  preliminary.map((isPreliminary, index) => (isPreliminary ? dashedStyle(index) : index));

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

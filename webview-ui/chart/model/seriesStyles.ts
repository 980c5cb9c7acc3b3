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

/** Lengths of dashes and gaps; their number shares no factor with that of the colours. */
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

export interface Look {
  /** Place among `chartColours`. */
  colour: number;
  dash: readonly number[];
}

/** The same colour, never a full line: such looks are below zero. */
export const dashedLook = (look: number) => -1 - look;

/** Looks of series by their place; what is preliminary is never a full line. */
export const looksOf = (preliminary: readonly boolean[]): number[] =>
  preliminary.map((isPreliminary, place) => (isPreliminary ? dashedLook(place) : place));

/**
 * Colour and dashes of a series: no two of the first 50 have both in common, nor of the first 22 of
 * which some are dashed. In high contrast neighbours differ in their dashes as well; else dashes begin
 * when the colours are used up.
 */
export function lookOf(look: number, highContrast: boolean): Look {
  const place = look < 0 ? dashedLook(look) : look;
  const colour = place % chartColours.length;
  const row = Math.floor(place / chartColours.length);
  const step = highContrast ? row + colour : row;
  const last = dashes.length - 1;
  const full = step % dashes.length;
  // From the end, away from those that the others have by then; three on, away from the neighbours'.
  const dashed = highContrast ? 1 + ((step + 3) % last) : last - (step % last);
  return { colour, dash: dashes[look < 0 ? dashed : full] ?? [] };
}

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
  [8, 4],
  [2, 4],
  [12, 4, 3, 4],
  [6, 3, 2, 3, 2, 3],
  [16, 5],
  [4, 6],
  [14, 3, 3, 3, 3, 3],
];

export interface Look {
  /** Place among `chartColours`. */
  colour: number;
  dash: readonly number[];
}

/** The same colour with other dashes. */
export const dashedLook = (look: number) => look + chartColours.length;

/** Looks of series by their place; what is preliminary is never a full line. */
export function looksOf(preliminary: readonly boolean[]): number[] {
  if (!preliminary.includes(true)) return preliminary.map((_, place) => place);
  const colours = chartColours.length;
  return preliminary.map((isPreliminary, place) => {
    const look = 2 * (place - (place % colours)) + (place % colours);
    return isPreliminary ? dashedLook(look) : look;
  });
}

/**
 * Colour and dashes of a series: no two of the first 50 have both in common. In high contrast
 * neighbours differ in their dashes as well; else dashes begin when the colours are used up.
 */
export function lookOf(place: number, highContrast: boolean): Look {
  const colour = place % chartColours.length;
  const row = Math.floor(place / chartColours.length);
  const dash = highContrast ? row + colour : row;
  return { colour, dash: dashes[dash % dashes.length] ?? [] };
}

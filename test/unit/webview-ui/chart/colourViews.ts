import {
  clampRgb,
  converter,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
  wcagContrast,
  type Color,
  type Rgb,
} from 'culori';

const toLight = converter('lrgb');
const ciede2000 = differenceCiede2000();

/** Full sight, protanopia, deuteranopia and tritanopia (Machado et al., 2009; the matrices are of light). */
const views: Readonly<Record<string, (light: Rgb) => Rgb>> = {
  normal: (light) => light,
  protan: filterDeficiencyProt(),
  deutan: filterDeficiencyDeuter(),
  tritan: filterDeficiencyTrit(),
};

function seen(colour: string, view: (light: Rgb) => Rgb): Color {
  const light = toLight(parsed(colour));
  return clampRgb({ ...light, ...view({ ...light, mode: 'rgb' }), mode: 'lrgb' } as const);
}

function parsed(colour: string): Color {
  const found = parse(colour);
  if (!found) throw new Error(`${colour} is no colour.`);
  return found;
}

/** The smallest CIEDE2000 difference of two colors among all kinds of vision. */
export const leastDifferenceOf = (one: string, other: string): number =>
  Math.min(...Object.values(views).map((view) => ciede2000(seen(one, view), seen(other, view))));

/** How a palette falls short on a background, in words; empty if all is well. */
export function shortcomings(
  colours: readonly string[],
  background: string,
  least: { contrast: number; neighbours: number; others: number },
): string[] {
  const faint = colours
    .map((colour) => ({ colour, contrast: wcagContrast(parsed(colour), parsed(background)) }))
    .filter(({ contrast }) => contrast < least.contrast)
    .map(({ colour, contrast }) => `${colour} on ${background}: ${contrast.toFixed(2)}:1`);
  const alike = colours.flatMap((colour, place) =>
    colours.slice(0, place).flatMap((other, before) => {
      const needed = before === place - 1 ? least.neighbours : least.others;
      const difference = leastDifferenceOf(colour, other);
      return difference < needed ? [`${other} and ${colour}: ${difference.toFixed(2)}`] : [];
    }),
  );
  return [...faint, ...alike];
}

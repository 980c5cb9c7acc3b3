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
const toOklch = converter('oklch');
const ciede2000 = differenceCiede2000();

/** Full sight, protanopia, deuteranopia and tritanopia (Machado et al., 2009; the matrices are of light). */
const views: Readonly<Record<string, (light: Rgb) => Rgb>> = {
  normal: (light) => light,
  protan: filterDeficiencyProt(),
  deutan: filterDeficiencyDeuter(),
  tritan: filterDeficiencyTrit(),
};

function seen(color: string, view: (light: Rgb) => Rgb): Color {
  const light = toLight(parsed(color));
  return clampRgb({ ...light, ...view({ ...light, mode: 'rgb' }), mode: 'lrgb' } as const);
}

function parsed(color: string): Color {
  const found = parse(color);
  if (!found) throw new Error(`${color} is no color.`);
  return found;
}

/** The smallest CIEDE2000 difference of two colors among all kinds of vision. */
export const leastDifferenceOf = (one: string, other: string): number =>
  Math.min(...Object.values(views).map((view) => ciede2000(seen(one, view), seen(other, view))));

/** How a palette falls short on a background, in words; empty if all is well. */
export function shortcomings(
  colors: readonly string[],
  background: string,
  least: { contrast: number; neighbors: number; others: number },
): string[] {
  const faint = colors
    .map((color) => ({ color, contrast: wcagContrast(parsed(color), parsed(background)) }))
    .filter(({ contrast }) => contrast < least.contrast)
    .map(({ color, contrast }) => `${color} on ${background}: ${contrast.toFixed(2)}:1`);
  const alike = colors.flatMap((color, place) =>
    colors.slice(0, place).flatMap((other, before) => {
      const needed = before === place - 1 ? least.neighbors : least.others;
      const difference = leastDifferenceOf(color, other);
      return difference < needed ? [`${other} and ${color}: ${difference.toFixed(2)}`] : [];
    }),
  );
  // Thin lines that are nearly white, gray, or black look the same unless their lightness differs.
  const isRoomy = ['#000', '#fff'].some((end) => wcagContrast(end, parsed(background)) >= 9);
  const pale = (isRoomy ? colors : [])
    .map((color) => ({ color, ...toOklch(parsed(color)) }))
    .filter(({ c }) => c < 0.09);
  const alikePale = pale.flatMap(({ color, l }, place) =>
    pale
      .slice(0, place)
      .filter((other) => Math.abs(other.l - l) < 0.295)
      .map((other) => `${other.color} and ${color} as thin lines`),
  );
  return [...faint, ...alike, ...alikePale];
}

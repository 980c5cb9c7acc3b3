import {
  clampChroma,
  clampRgb,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  formatHex,
  modeLab65,
  modeLrgb,
  modeOklch,
  modeRgb,
  parse,
  useMode,
  wcagContrast,
  wcagLuminance,
  type Color,
  type Lab65,
} from 'culori/fn';

// The library knows only the color spaces that are registered here.
const toRgb = useMode(modeRgb);
const toLinear = useMode(modeLrgb);
const toLab = useMode(modeLab65);
const toOklch = useMode(modeOklch);

/** Contrast of a graphic with its surroundings: WCAG 2.2, success criterion 1.4.11. */
const leastContrast = 3;

/**
 * In CIEDE2000, where a difference of 1 is just noticeable between large adjacent areas. Lines that are two
 * pixels wide and don't touch need ten times as much. Series that aren't consecutive may differ slightly
 * less, so that a theme's red remains red even if the theme has an orange.
 */
const leastDifference = { neighbors: 10, others: 8 } as const;

/**
 * In OKLCH: two thin lines with less chroma both look white, gray, or black, whatever their hue, so their lightness
 * must differ by this much. Backgrounds with less contrast to white and to black don't have that many legible colors.
 */
const pale = { chroma: 0.09, apart: 0.3, contrast: 9 } as const;

/** Used if a value isn't a color. */
const gray: Color = { mode: 'rgb', r: 0.5, g: 0.5, b: 0.5 };

const deficiencies = [filterDeficiencyProt(), filterDeficiencyDeuter(), filterDeficiencyTrit()];
const ciede2000 = differenceCiede2000();

/** A color as seen with normal vision, and without the cones for long, medium, or short wavelengths. */
interface Look {
  views: readonly Lab65[];
  /** In OKLCH, for normal vision. */
  chroma: number;
  lightness: number;
}

function lookOf(color: Color): Look {
  const { l: lightness, c: chroma } = toOklch(color);
  const { r, g, b } = toLinear(color);
  // The simulation (Machado et al., 2009) is defined for linear light; the library doesn't convert to it.
  const light = { mode: 'rgb', r, g, b } as const;
  const reduced = deficiencies.map((without) => ({ ...without(light), mode: 'lrgb' as const }));
  return { views: [color, ...reduced].map((seen) => toLab(clampRgb(seen))), chroma, lightness };
}

/** The difference for the kind of vision that perceives it least. */
const differenceBetween = (one: Look, other: Look): number =>
  Math.min(...one.views.map((lab, view) => ciede2000(lab, other.views[view] ?? lab)));

/** How a color differs from the theme's: lightness and chroma in OKLCH, hue in degrees. */
interface Move {
  lightness: number;
  chroma: number;
  hue: number;
  cost: number;
}

/**
 * Changing the lightness is cheapest, and changing the hue costs most, because a color is named by its hue.
 */
const costOf = (lightness: number, chroma: number, hue: number): number =>
  Math.abs(lightness) + 3 * Math.abs(chroma) + Math.abs(hue) / 120;

const steps = (each: number, most: number): number[] =>
  Array.from({ length: 2 * most + 1 }, (_, index) => (index - most) * each);

const lightnessStep = 0.03;

const movesBy = (chromas: readonly number[]): Move[] =>
  steps(lightnessStep, 34)
    .flatMap((lightness) =>
      chromas.flatMap((chroma) =>
        steps(20, 9).map((hue) => ({ lightness, chroma, hue, cost: costOf(lightness, chroma, hue) })),
      ),
    )
    .sort((a, b) => a.cost - b.cost);

/** From any color to black, to white, and to every hue; the smallest change comes first. */
const usualMoves = movesBy(steps(0.06, 2));

/**
 * To vivid colors, for backgrounds of medium lightness, where only dark colors have enough contrast. Created
 * on first use, because few themes need them.
 */
let vividMoves: readonly Move[] | undefined;

function* allMoves(): Generator<Move> {
  yield* usualMoves;
  yield* (vividMoves ??= movesBy([0.18, 0.24, 0.3]));
}

/** Candidates for replacing a color, as `#rrggbb`: first the color itself, made opaque. */
function* near(text: string): Generator<string> {
  const color = parse(text) ?? gray;
  yield formatHex(color);
  const { l, c, h = 0 } = toOklch(color);
  for (const { lightness, chroma, hue } of allMoves()) {
    const light = Math.min(1, Math.max(0, l + lightness));
    // One step beyond black or white is still black or white; more steps would only repeat it.
    if (Math.abs(l + lightness - light) > lightnessStep) continue;
    const target = { mode: 'oklch', l: light, c: Math.max(0, c + chroma), h: h + hue } as const;
    yield formatHex(clampChroma(target, 'oklch'));
  }
}

/**
 * The theme's colors, adjusted for a chart on this background: opaque, with enough contrast, and distinct
 * from the preceding colors, also for people who are color-blind. Translucent theme colors, which are meant
 * as text backgrounds, are made opaque. Colors are changed as little as possible, the first ones less than
 * the last ones. Takes CSS colors; returns `#rrggbb`.
 */
export function legibleColors(theme: readonly string[], background: string): string[] {
  const ground = parse(background) ?? gray;
  const hasRoom = Math.max(...['white', 'black'].map((end) => wcagContrast(end, ground))) >= pale.contrast;
  const taken: Look[] = [];
  return theme.map((text) => {
    let best = { color: '', look: lookOf(gray), share: -1 };
    for (const color of near(text)) {
      if (wcagContrast(color, ground) < leastContrast) continue;
      const look = lookOf(parse(color) ?? gray);
      const share = shareOf(look, taken, hasRoom);
      if (share > best.share) best = { color, look, share };
      if (share >= 1) break;
    }
    taken.push(best.look);
    return best.color;
  });
}

/** The smallest difference from the preceding colors, as a share of the required difference. */
const shareOf = (look: Look, before: readonly Look[], hasRoom: boolean): number =>
  Math.min(
    Infinity,
    ...before.flatMap((other, index) => [
      differenceBetween(look, other) / leastDifference[index === before.length - 1 ? 'neighbors' : 'others'],
      ...(hasRoom && Math.max(look.chroma, other.chroma) < pale.chroma
        ? [Math.abs(look.lightness - other.lightness) / pale.apart]
        : []),
    ]),
  );

/** Share of white or black in the strongest shade of a color. */
const strongest = 0.6;

/** Whether the stronger shades of a color are lighter than it, as on a dark background, or darker. */
export const hasLighterShades = (color: string, background: string): boolean =>
  wcagLuminance(parse(color) ?? gray) > wcagLuminance(parse(background) ?? gray);

/**
 * Shades of a color, from 0 (the color itself) to 1, as red, green, and blue from 0 to 255. They get farther
 * from the background, so that each is at least as visible as the color itself.
 */
export function shadesOf(
  color: string,
  background: string,
): (share: number) => [red: number, green: number, blue: number] {
  const own = toRgb(parse(color) ?? gray);
  const end = hasLighterShades(color, background) ? 1 : 0;
  return (share) => {
    const byte = (of: number) => Math.round(255 * (of + (end - of) * strongest * share));
    return [byte(own.r), byte(own.g), byte(own.b)];
  };
}

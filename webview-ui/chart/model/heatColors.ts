import {
  clampChroma,
  differenceEuclidean,
  formatHex,
  interpolate,
  modeOklab,
  modeOklch,
  modeRgb,
  parse,
  useMode,
  wcagLuminance,
  type Oklab,
} from 'culori/fn';

// The library knows only the color spaces that are registered here.
useMode(modeRgb);
useMode(modeOklab);
useMode(modeOklch);

/** Lightness, chroma, and hue in degrees, in OKLCH. */
type Stop = readonly [lightness: number, chroma: number, hue: number];

/**
 * Colors from zero to the furthest value. Values below zero are blue and all others red to yellow, which
 * nobody confuses. Blue begins at some distance from the color of zero, so that even a price just below zero
 * looks negative.
 */
interface Paths {
  readonly above: readonly Stop[];
  readonly below: readonly Stop[];
}

const onDark: Paths = {
  above: [
    [0.3, 0.02, 40],
    [0.5, 0.13, 32],
    [0.72, 0.155, 60],
    [0.94, 0.1, 100],
  ],
  below: [
    [0.47, 0.13, 262],
    [0.66, 0.14, 248],
    [0.84, 0.1, 225],
    [0.97, 0.04, 205],
  ],
};

const onLight: Paths = {
  above: [
    [0.955, 0.03, 95],
    [0.83, 0.12, 78],
    [0.63, 0.165, 45],
    [0.36, 0.11, 25],
  ],
  below: [
    [0.8, 0.09, 235],
    [0.62, 0.145, 252],
    [0.42, 0.16, 265],
    [0.26, 0.09, 275],
  ],
};

/** How different two colors look. */
const oklabDistance = differenceEuclidean('oklab');

/** Number of colors on each side of zero. */
const shades = 256;

/** Points from one stop of a path to the next; shades are picked from them at equal distances in OKLab. */
const pointsPerStop = 64;

function pointsOf(stops: readonly Stop[]): { color: Oklab; at: number }[] {
  const mixed = interpolate(
    stops.map(([l, c, h]) => clampChroma({ mode: 'oklch', l, c, h }, 'oklch')),
    'oklab',
  );
  const count = (stops.length - 1) * pointsPerStop;
  const colors = Array.from({ length: count + 1 }, (_, index) => mixed(index / count));
  let at = 0;
  return colors.map((color, index) => {
    at += oklabDistance(colors[index - 1] ?? color, color);
    return { color, at };
  });
}

function shadesAlong(stops: readonly Stop[], length: number): string[] {
  const points = pointsOf(stops);
  let point = 0;
  return Array.from({ length: shades }, (_, shade) => {
    const at = (shade / (shades - 1)) * length;
    while (point < points.length - 1 && (points[point]?.at ?? 0) < at) point += 1;
    return formatHex(points[point]?.color) ?? '#808080';
  });
}

const lengthOf = (stops: readonly Stop[]) => pointsOf(stops).at(-1)?.at ?? 0;

/** The color at a position from -1 to 1, see `positionOf`. */
export type HeatColors = (position: number) => string;

const colorsByDarkness = new Map<boolean, HeatColors>();

/**
 * Colors for a heat map on this background, as `#rrggbb`. Equal steps of the value look equally large on both
 * sides of zero, because they are equal distances in OKLab.
 */
export function heatColors(background: string): HeatColors {
  const isDark = wcagLuminance(parse(background) ?? '#ffffff') < 0.25;
  let colors = colorsByDarkness.get(isDark);
  if (!colors) {
    const { above, below } = isDark ? onDark : onLight;
    const length = Math.min(lengthOf(above), lengthOf(below));
    const [warm, cold] = [shadesAlong(above, length), shadesAlong(below, length)];
    colors = (position) => {
      const shade = Math.round(Math.min(1, Math.abs(position)) * (shades - 1));
      return (position < 0 ? cold : warm)[shade] ?? '#808080';
    };
    colorsByDarkness.set(isDark, colors);
  }
  return colors;
}

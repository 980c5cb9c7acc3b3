import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wcagContrast } from 'culori';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartColors, styleOf } from '#view/chart/model/seriesStyles';
import { hasLighterShades, legibleColors, shadesOf } from '#view/chart/model/legibleColors';
import { shortcomings } from '../colorViews';

// Repeated here, so that a change in the code is noticed.
const least = { contrast: 3, neighbors: 10, others: 8 };

/** As a view sees them in VS Code; test/ui/charts/chartColors.test.ts compares these files with real windows. */
const folder = join(import.meta.dirname, '..', '..', '..', '..', 'fixtures', 'themes');
type Variables = Readonly<Record<string, string>>;
const themes = readdirSync(folder).flatMap((file) =>
  Object.entries(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, Variables>).map(
    ([name, variables]) => ({ name: `${name} (${file})`, variables }),
  ),
);

describe('colors of series', () => {
  it.each(themes)('can be seen and told apart in $name', ({ variables }) => {
    const background = variables['--vscode-editor-background'] ?? '';
    const palette = chartColors.map(([name, otherwise]) => variables[name] || otherwise);
    const colors = legibleColors(palette, background);
    expect(colors).toHaveLength(chartColors.length);
    for (const color of colors) expect(color).toMatch(/^#[0-9a-f]{6}$/);
    expect(shortcomings(colors, background, least)).toEqual([]);
    // Ten flows: those that share a color have different dashes.
    const styles = Array.from({ length: 10 }, (_, index) => {
      const { color, dash } = styleOf(index);
      return `${colors[color]} ${dash.join(' ')}`;
    });
    expect(new Set(styles).size).toBe(10);
  });

  const channel = fc.integer({ min: 0, max: 255 });
  const color = fc.tuple(channel, channel, channel).map(([r, g, b]) => `rgb(${r}, ${g}, ${b})`);
  const gray = channel.map((value) => `rgb(${value}, ${value}, ${value})`);
  const translucent = fc
    .tuple(channel, channel, channel, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([r, g, b, a]) => `rgba(${r}, ${g}, ${b}, ${a.toFixed(2)})`);
  const paletteOf = (one: fc.Arbitrary<string>) =>
    fc.array(one, { minLength: chartColors.length, maxLength: chartColors.length });
  const palettes = fc.oneof(
    paletteOf(fc.oneof(color, translucent, fc.constant(''), fc.constant('no color'))),
    // The hardest: all the same, or without any hue.
    color.map((same) => chartColors.map(() => same)),
    paletteOf(gray),
  );

  it('can be seen and told apart whatever the theme has, on any background', () => {
    fc.assert(
      fc.property(palettes, fc.oneof(color, gray), (palette, background) => {
        const colors = legibleColors(palette, background);
        expect(shortcomings(colors, background, least)).toEqual([]);
        // Nothing is left to be changed.
        expect(legibleColors(colors, background)).toEqual(colors);
      }),
      {
        numRuns: 60,
        // Only dark colors have enough contrast here, and few of them differ enough.
        examples: [[['', '', 'rgb(0, 0, 0)', '', '', 'rgba(70, 0, 0, 0)', ''], 'rgb(225, 122, 26)']],
      },
    );
  });

  it('are those of the theme if these can be seen and told apart', () => {
    const fine = ['#0063d3', '#ea5c00', '#4b9d46', '#652d90'];
    expect(legibleColors(fine, '#ffffff')).toEqual(fine);
  });

  it('are opaque if the theme has them as translucent backgrounds of text', () => {
    const [, orange] = legibleColors(['#59a4f9', 'rgba(234, 92, 0, 0.33)'], '#1f1f1f');
    expect(orange).toBe('#ea5c00');
  });

  it('change in lightness first: a pale blue becomes a dark one on white', () => {
    const [blue = ''] = legibleColors(['#a8ccff'], '#ffffff');
    const [red = 0, green = 0, below = 0] = [1, 3, 5].map((at) => parseInt(blue.slice(at, at + 2), 16));
    expect(below).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(red);
  });

  it('have shades that are at least as visible', () => {
    fc.assert(
      fc.property(color, color, fc.double({ min: 0, max: 1, noNaN: true }), (own, ground, share) => {
        const [red, green, blue] = shadesOf(own, ground)(share);
        const shade = wcagContrast(`rgb(${red}, ${green}, ${blue})`, ground);
        expect(shade).toBeGreaterThanOrEqual(wcagContrast(own, ground));
      }),
    );
  });
});

it.each([
  ['#1f1f1f', true],
  ['#000000', true],
  ['#ffffff', false],
])('stronger shades on %s are brighter: %s, which the legend says', (background, isLighter) => {
  for (const color of legibleColors(['#3794ff', '#d18616'], background)) {
    expect(hasLighterShades(color, background)).toBe(isLighter);
    const [weak, strong] = [0, 1].map((share) => shadesOf(color, background)(share).reduce((a, b) => a + b));
    expect(strong! > weak!).toBe(isLighter);
  }
});

import { legibleColors } from './legibleColors';
import { chartColors, styleOf } from './seriesStyles';

/** The colors and fonts of the editor's theme that the canvas uses. */
export interface Theme {
  background: string;
  foreground: string;
  quiet: string;
  grid: string;
  /** The color of lines and patterns that have a meaning: opaque, with enough contrast to the background. */
  marking: string;
  /** Colors of the series: opaque, with enough contrast to the background. */
  palette: readonly string[];
  /**
   * Pixels. A line 2 pixels wide fills at least one row of pixels at any position, so its full color shows.
   */
  lineWidth: number;
  fontFamily: string;
  /** Pixels. */
  fontSize: number;
  highContrast: boolean;
}

/** The color of a style. */
export const colorOf = (style: number, { palette, foreground }: Theme): string =>
  palette[styleOf(style).color] ?? foreground;

/** Reads the theme that the document currently has. */
export function readTheme(): Theme {
  const style = getComputedStyle(document.body);
  const color = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  const foreground = color('--vscode-foreground', '#616161');
  const background = color('--vscode-editor-background', '#ffffff');
  const quiet = color('--quiet', foreground);
  // Light themes with high contrast have this class, too.
  const highContrast = document.body.classList.contains('vscode-high-contrast');
  return {
    background,
    foreground,
    quiet,
    grid: highContrast
      ? color('--vscode-contrastBorder', foreground)
      : color('--vscode-charts-lines', foreground),
    marking: legibleColors([quiet], background)[0] ?? foreground,
    palette: legibleColors(
      chartColors.map(([name, otherwise]) => color(name, otherwise)),
      background,
    ),
    lineWidth: highContrast ? 2.5 : 2,
    fontFamily: style.fontFamily,
    fontSize: Math.max(10, (Number.parseFloat(style.fontSize) || 13) - 1),
    highContrast,
  };
}

/**
 * Calls back when the editor's theme changes, which sets attributes of the body, or when one of its colors
 * does, which changes the root element's style.
 */
export function onThemeChange(changed: () => void): void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributeFilter: ['style'] });
}

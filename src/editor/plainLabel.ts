/**
 * Outside text fit for labels: quick picks, the status bar and notifications render `$(icon)`,
 * and line breaks or direction marks could make one line look like another.
 */
export function plainLabel(text: string, maxLength = 300): string {
  const line = text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll('$(', '$ (');
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}

/**
 * Characters that aren't allowed in a line of outside text: control characters, line breaks, and
 * marks that reorder or hide the text after them in a dialog, a list, or a log.
 */
const unprintable =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]+/gu;

/** Whether `text` contains nothing that could change or hide what a person reads. */
export function isOneLine(text: string): boolean {
  return text.search(unprintable) < 0;
}

/**
 * Outside text of several lines: whatever could change or hide what a person reads is written as `\u200e`.
 */
export function visibleLines(text: string): string {
  const escaped = (marks: string) =>
    Array.from(marks, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  return text
    .split('\n')
    .map((line) => line.replace(unprintable, escaped))
    .join('\n');
}

/**
 * Outside text as a single line of at most `limit` characters, safe to display. Longer text ends in
 * `…`.
 */
export function oneLine(text: string, limit: number): string {
  const line = text.replace(unprintable, ' ').replace(/\s+/gu, ' ').trim();
  if (line.length <= limit) return line;
  const characters = Array.from(line);
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join('')}…`;
}

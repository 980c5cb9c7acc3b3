/**
 * Characters that have no place in one line of outside text: control characters, line ends, and the
 * marks that reorder or hide what follows them in a dialog, a list or a log.
 */
const unprintable =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]+/gu;

/** Whether `text` holds nothing that could change or hide what a person reads. */
export function isOneLine(text: string): boolean {
  return text.search(unprintable) < 0;
}

/** Outside text as one line of at most `limit` characters, fit to be shown; longer text ends in `…`. */
export function oneLine(text: string, limit: number): string {
  const characters = Array.from(text.replace(unprintable, ' ').replace(/\s+/gu, ' ').trim());
  return characters.length <= limit ? characters.join('') : `${characters.slice(0, limit - 1).join('')}…`;
}

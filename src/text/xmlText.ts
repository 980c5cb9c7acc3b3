/**
 * Characters that XML can't contain are written as `_x0007_`, and so is a carriage return, which XML readers
 * turn into a line feed. If a text looks like such an escape, its underscore is escaped as well.
 */
const escaped = /[&<>"\ufffe\uffff]|(?![\t\n\x7f-\x9f])\p{Cc}|_(?=x[0-9a-f]{4}_)/giu;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The text as the content of an element, or of an attribute in double quotes. */
export const xmlText = (text: string): string =>
  text.replace(
    escaped,
    (character) =>
      entities[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );

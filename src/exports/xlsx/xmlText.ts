import * as l10n from '@vscode/l10n';
import { formatCount } from '../../text/l10n';

/** The most UTF-16 units of a cell's text. Excel reports a file with a longer one as damaged. */
const mostCellCharacters = 32_767;

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

/** The text if a cell has room for it; otherwise its start, with a note that it was cut. */
function fitToCell(text: string): string {
  if (text.length <= mostCellCharacters) return text;
  const words = l10n.t(
    '… (truncated: the text has {0} characters, and a cell has room for {1})',
    formatCount(text.length),
    formatCount(mostCellCharacters),
  );
  // Half of a surrogate pair isn't a character.
  return text.slice(0, mostCellCharacters - words.length).replace(/[\ud800-\udbff]$/, '') + words;
}

const hasWhiteSpace = /^\s|[\t\n]|\s$/;

/** A text in a cell or header. Readers may drop white space at its ends unless it's marked as significant. */
export function textXml(text: string): string {
  const fit = fitToCell(text);
  return `<is><t${hasWhiteSpace.test(fit) ? ' xml:space="preserve"' : ''}>${xmlText(fit)}</t></is>`;
}

import * as l10n from '@vscode/l10n';
import { formatCount } from '../../text/l10n';
import { xmlText } from '../../text/xmlText';

/** The most UTF-16 units of a cell's text. Excel reports a file with a longer one as damaged. */
const mostCellCharacters = 32_767;

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

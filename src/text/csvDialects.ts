import * as l10n from '@vscode/l10n';
import type { Sentence } from './l10n';

/** How a table is written as CSV. */
interface CsvNotation {
  /** What separates the fields of a row. */
  readonly separator: string;
  readonly decimalSign: string;
  /** What the file begins with. */
  readonly mark: string;
}

/** CSV as in RFC 4180. */
export const plainCsv: CsvNotation = { separator: ',', decimalSign: '.', mark: '' };

/** A way to write CSV other than as in RFC 4180. */
interface CsvDialectEntry extends CsvNotation {
  readonly label: Sentence;
  readonly description: Sentence;
}

/** The dialects of CSV. Everything that writes or offers one derives from its entry. */
export const csvNotations = {
  /** For Excel in a locale with decimal commas. */
  excel: {
    separator: ';',
    decimalSign: ',',
    mark: '\ufeff',
    label: () => l10n.t('CSV for Excel'),
    description: () => l10n.t('with decimal commas and semicolons; the Excel format is better'),
  },
} satisfies Record<string, CsvDialectEntry>;

/** Characters for which a field is quoted. */
export const quotedCharacters = ({ separator }: CsvNotation): RegExp => new RegExp(`["${separator}\\r\\n]`);

/** A field as in RFC 4180 in quotes, whether they're necessary or not. */
export const quotedField = (value: string): string => `"${value.replaceAll('"', '""')}"`;

/** A field as in RFC 4180, quoted where necessary; `""` for empty text. */
export const csvField = (value: string, quoted: RegExp): string =>
  value === '' || quoted.test(value) ? quotedField(value) : value;

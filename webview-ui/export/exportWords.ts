import * as l10n from '@vscode/l10n';
import { formatDescription } from '../../src/protocol/formats';
import type { ExportChoice } from '../../src/protocol/exportOrder';
import type { ResultState } from '../../src/protocol/messages';
import { hasBody, isSynthetic, whyNot } from '../../src/protocol/source';
import type { ExportSize } from '../../src/protocol/viewQuestions';
import { csvNotations } from '../../src/text/csvDialects';
import type { Counted } from '../../src/text/l10n';
import { formatCounted, formatRows } from '../../src/text/l10n';
import type { TableForm } from '../../src/protocol/rowsQuestion';
import { computedText } from '../frame/shownResolution';
import type { SelectedRows } from '../host/tableRows';
import { formatBytes } from '../../src/text/sizesAndDurations';
import { isSeeded, type Exportable } from './exportParts';

/** `All: 92 rows` */
export const allText = ({ rows }: ResultState): string =>
  formatCounted(rows, [l10n.t('All: {0} row'), l10n.t('All: {0} rows')]);

/** What the form of the table means for all rows that can be chosen; empty for rows as received. */
export function formHint({ resolution, layout }: TableForm): string {
  const sentences = [
    ...(layout === 'wide' ? [l10n.t('One column per series, as in the table.')] : []),
    ...(resolution ? [computedText(resolution)] : []),
  ];
  return sentences.join(' ');
}

/** `rows` is `null` until they have been counted. */
export const shownText = (rows: number | null): string =>
  rows === null
    ? l10n.t('Shown in the table')
    : formatCounted(rows, [l10n.t('Shown in the table: {0} row'), l10n.t('Shown in the table: {0} rows')]);

/** `PH-1: 12 rows` */
export const contractText = (contract: string, rows: number): string =>
  formatCounted(rows, [l10n.t('{1}: {0} row'), l10n.t('{1}: {0} rows')], contract);

/** `Selected: 12 cells in 3 rows` */
export const selectedText = ({ rows, cells }: SelectedRows): string => {
  const counted = formatRows(rows);
  return cells === null
    ? l10n.t('Selected: {0}', counted)
    : formatCounted(
        cells.count,
        [l10n.t('Selected: {0} cell in {1}'), l10n.t('Selected: {0} cells in {1}')],
        counted,
      );
};

/**
 * What the format is for. JSON with only some rows, or with other values, isn't what the service sent. Like
 * all JSON, it keeps the line breaks that were sent, of which there are often none.
 */
export function formatText(
  { format, dialect, seed }: Pick<ExportChoice, 'format' | 'dialect' | 'seed'>,
  isPart: boolean,
  isSynthetic: boolean,
): string {
  if (format === 'csv' && dialect) return csvNotations[dialect].description();
  if (format !== 'json' || (!isPart && seed === null)) return formatDescription(format, isSynthetic);
  return isPart
    ? l10n.t('a response that the service could have sent, with these records only; not reformatted')
    : l10n.t('a response that the service could have sent; not reformatted');
}

/** Why JSON can't be chosen; `null` if it can. */
export function noJsonReason(state: ResultState): string | null {
  if (hasBody(state)) return null;
  return (
    whyNot('exportJson', state.source) ?? l10n.t('The service responded without data, so there is no JSON.')
  );
}

/** What the provenance contains, or why it's always saved. */
export function provenanceHint({ preset, state }: Exportable, choice: ExportChoice): string {
  if (preset === 'fixture') return l10n.t('(always saved with test fixtures)');
  if (isSeeded(choice) || isSynthetic(state)) return l10n.t('(always saved with seeded values)');
  return l10n.t('(the query, the counts, and a checksum)');
}

/**
 * `20 rows, about 12.3 kB, plus 3 more files`. The size is that of the rows. For a whole body, it's exact.
 */
export function sizeText({ rows, bytes }: ExportSize, isExact: boolean, filesBeside: number): string {
  const size = isExact ? formatBytes(bytes) : l10n.t('about {0}', formatBytes(bytes));
  const counted = formatRows(rows);
  if (filesBeside === 0) return l10n.t('{0}, {1}', counted, size);
  const plus: Counted = [l10n.t('{1}, {2}, plus {0} more file'), l10n.t('{1}, {2}, plus {0} more files')];
  return formatCounted(filesBeside, plus, counted, size);
}

import * as l10n from '@vscode/l10n';
import { mockLabels, mockTargets, typeLabels, typeTargets } from '#src/protocol/codeTargets';
import {
  csvDialects,
  type CsvDialect,
  type ExportChoice,
  type ExportedPart,
} from '#src/protocol/exportOrder';
import {
  exportFormats,
  formatDescription,
  formatLabels,
  formatsOf,
  tooManyRows,
  valueLabels,
} from '#src/protocol/formats';
import type { ResultState } from '#src/protocol/messages';
import { isSent, type TableForm } from '#src/protocol/rowsQuestion';
import { hasBody, isSynthetic, whyNot } from '#src/protocol/source';
import { leavesOut } from '#src/protocol/tableTypes';
import type { ExportSize } from '#src/protocol/viewQuestions';
import { csvNotations } from '#src/text/csvDialects';
import { formatCounted, formatRows, type Counted } from '#src/text/l10n';
import { formatBytes } from '#src/text/sizesAndDurations';
import { computedText } from '../frame/shownResolution';
import type { SelectedRows } from '../host/tableRows';
import type { ShownChoice, ShownNumber } from './choiceGroup';
import {
  besideOf,
  choicesFor,
  clockChangeIn,
  isSeeded,
  offeredParts,
  orderOf,
  type Exportable,
} from './exportParts';
import { isAsReceived, wrongNumber, type ExportState } from './exportState';

/** The heading of the dialog. */
export const headingOf = ({ about }: ExportState): string =>
  about.preset === 'fixture' ? l10n.t('Create Test Fixture') : l10n.t('Export');

/** The form of the exported rows: that of the table, except in JSON. */
const formOf = ({ about, choice }: ExportState) => (choice.format === 'json' ? {} : about.form);

/** `All: 92 rows` */
const allText = ({ rows }: ResultState): string =>
  formatCounted(rows, [l10n.t('All: {0} row'), l10n.t('All: {0} rows')]);

/** What the form of the table means for all rows that can be chosen; empty for rows as received. */
function formHint({ resolution, layout }: TableForm): string {
  const sentences = [
    ...(layout === 'wide' ? [l10n.t('One column per series, as in the table.')] : []),
    ...(resolution ? [computedText(resolution)] : []),
  ];
  return sentences.join(' ');
}

/** `rows` is `null` until they have been counted. */
const shownText = (rows: number | null): string =>
  rows === null
    ? l10n.t('Shown in the table')
    : formatCounted(rows, [l10n.t('Shown in the table: {0} row'), l10n.t('Shown in the table: {0} rows')]);

/** `Selected: 12 cells in 3 rows` */
const selectedText = ({ rows, cells }: SelectedRows): string => {
  const counted = formatRows(rows);
  return cells === null
    ? l10n.t('Selected: {0}', counted)
    : formatCounted(
        cells.count,
        [l10n.t('Selected: {0} cell in {1}'), l10n.t('Selected: {0} cells in {1}')],
        counted,
      );
};

/** The rows that can be exported, and what their form means. */
export function shownParts(state: ExportState) {
  const { about, choice, shownRows } = state;
  const { table } = about;
  const offered = offeredParts(state, choice.format);
  const words = table?.words ? `(${table.words})` : '';
  const labels: Record<ExportedPart, string> = {
    all: isSent(formOf(state)) ? allText(about.state) : l10n.t('All rows'),
    shown: shownText(shownRows),
    selected: table?.selected ? selectedText(table.selected) : '',
    sample: about.state.dataset.sample,
    clockChange: l10n.t('Around the clock change on {0}', clockChangeIn(about.state)?.day ?? ''),
    contract: l10n.t('Contract {0}', '{0}'),
  };
  const explanations: Partial<Record<ExportedPart, string>> = {
    shown: words,
    sample: words === '' ? '' : l10n.t('of the rows shown'),
  };
  const box = (part: ExportedPart): ShownChoice => ({
    label: labels[part],
    explanation: explanations[part] ?? '',
    isChecked: part === choice.part,
    isHidden: !offered.includes(part),
  });
  return {
    box,
    hint: formHint(formOf(state)),
    sample: shownNumber(state, 'sample', choice.part === 'sample'),
  };
}

/** A number field, which is a tab stop only if it applies. */
function shownNumber(state: ExportState, field: 'sample' | 'seed', isUsed: boolean): ShownNumber {
  return { number: state[field], isWrong: wrongNumber(state)?.field === field, isUsed };
}

/** `PH-1: 12 rows` */
const contractText = (contract: string, rows: number): string =>
  formatCounted(rows, [l10n.t('{1}: {0} row'), l10n.t('{1}: {0} rows')], contract);

/** The contracts in the list, and the chosen one. */
export const shownContracts = ({ contracts, contract, choice }: ExportState) => ({
  options: contracts.map(({ value, rows }) => [value, contractText(value, rows)] as const),
  selected: contract ?? '',
  isUsed: choice.part === 'contract',
});

/** A format with its dialect, as one choice. */
type FormatChoice = Pick<ExportChoice, 'format' | 'dialect'>;

/** The formats and dialects, in the order in which they're offered. */
export const formatChoices: readonly FormatChoice[] = exportFormats.flatMap((format): FormatChoice[] =>
  format === 'csv'
    ? [{ format, dialect: undefined }, ...csvDialects.map((dialect) => ({ format, dialect }))]
    : [{ format, dialect: undefined }],
);

/**
 * What the format is for. JSON with only some rows, or with other values, isn't what the service sent. Like
 * all JSON, it keeps the line breaks that were sent, of which there are often none.
 */
function formatText(
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
function noJsonReason(state: ResultState): string | null {
  if (hasBody(state)) return null;
  return (
    whyNot('exportJson', state.source) ?? l10n.t('The service responded without data, so there is no JSON.')
  );
}

/** Whether numbers in the dialect look as they do in the person's locale. */
const suitsLocale = (dialect: CsvDialect, { hasDecimalCommas }: ResultState): boolean =>
  hasDecimalCommas || csvNotations[dialect].decimalSign === '.';

/** The format, what it's for, and why JSON isn't available. A test fixture is always JSON. */
export function shownFormats(state: ExportState) {
  const { about, choice } = state;
  const available = formatsOf(hasBody(about.state));
  const box = ({ format, dialect }: FormatChoice): ShownChoice => ({
    label: dialect ? csvNotations[dialect].label() : formatLabels[format].label,
    isChecked: choice.format === format && (format !== 'csv' || choice.dialect === dialect),
    isDisabled: !available.includes(format),
    isHidden: dialect !== undefined && !suitsLocale(dialect, about.state) && choice.dialect === undefined,
  });
  return {
    box,
    isOffered: about.preset !== 'fixture',
    hint: formatText(choice, leavesOut(orderOf(state).rows), isSynthetic(about.state)),
    noJson: noJsonReason(about.state) ?? '',
  };
}

/** The box for delivery columns, which only tables have. */
export const shownColumns = ({ choice }: ExportState) => ({
  isOffered: choicesFor[choice.format].deliveryColumns,
  box: {
    label: l10n.t('Add delivery day, period, and local time'),
    explanation: l10n.t("(at the end, in the market's time zone)"),
    isChecked: choice.deliveryColumns === true,
  },
});

/** Whether values are as sent or seeded, for formats that can have either. */
export function shownValues(state: ExportState) {
  const { about, choice } = state;
  const kept = isSynthetic(about.state) ? valueLabels.synthetic : valueLabels.asSent;
  const seeded = isSeeded(choice);
  return {
    isOffered: choicesFor[choice.format].seededValues,
    asSent: { label: kept.label(), isChecked: !seeded },
    seeded: { label: valueLabels.seeded.label('{0}'), isChecked: seeded },
    seed: shownNumber(state, 'seed', choice.seed !== null),
    hint: (seeded ? valueLabels.seeded : kept).description(),
  };
}

/** What the provenance contains, or why it's always saved. */
function provenanceHint({ preset, state }: Exportable, choice: ExportChoice): string {
  if (preset === 'fixture') return l10n.t('(always saved with test fixtures)');
  if (isSeeded(choice) || isSynthetic(state)) return l10n.t('(always saved with seeded values)');
  return l10n.t('(the query, the counts, and a checksum)');
}

/** What is saved beside the file, and why something can't be. */
export function shownBeside({ about, choice }: ExportState) {
  const noProvenance = whyNot('saveProvenance', about.state.source);
  const isAlways = about.preset === 'fixture' || isSeeded(choice) || isSynthetic(about.state);
  const { provenance, types, mocks } = besideOf(about, choice);
  return {
    provenance: {
      label: l10n.t('Provenance'),
      explanation: provenanceHint(about, choice),
      isChecked: provenance,
      isDisabled: noProvenance !== null || isAlways,
    },
    hasCode: choicesFor[choice.format].typesAndMocks,
    types: typeTargets.map((target) => ({
      label: typeLabels[target].label,
      isChecked: types.includes(target),
    })),
    mocks: mockTargets.map((target) => ({
      label: mockLabels[target].label,
      isChecked: mocks.includes(target),
      isDisabled: noProvenance !== null,
    })),
    hint: noProvenance ?? '',
  };
}

/**
 * `20 rows, about 12.3 kB, plus 3 more files`. The size is that of the rows. For a whole body, it's exact.
 */
function sizeText({ rows, bytes }: ExportSize, isExact: boolean, filesBeside: number): string {
  const size = isExact ? formatBytes(bytes) : l10n.t('about {0}', formatBytes(bytes));
  const counted = formatRows(rows);
  if (filesBeside === 0) return l10n.t('{0}, {1}', counted, size);
  const plus: Counted = [l10n.t('{1}, {2}, plus {0} more file'), l10n.t('{1}, {2}, plus {0} more files')];
  return formatCounted(filesBeside, plus, counted, size);
}

/** What would be written, why it can't be, or which number to correct first. */
export function shownSize(state: ExportState): { text: string; isWrong: boolean } {
  const { about, choice } = state;
  const wrong = wrongNumber(state);
  if (wrong) return { text: wrong.help, isWrong: true };
  const isExact = isAsReceived(state);
  const size = isExact ? about.state : state.size;
  if (size === null) return { text: '', isWrong: false };
  if ('message' in size) return { text: size.message, isWrong: false };
  const problem = tooManyRows(choice.format, size.rows);
  if (problem !== null) return { text: problem, isWrong: true };
  const { beside } = orderOf(state);
  const filesBeside = Number(beside.provenance) + beside.types.length + beside.mocks.length;
  const sized = sizeText(size, isExact, filesBeside);
  return { text: isSeeded(choice) ? l10n.t('Seeded values: {0}', sized) : sized, isWrong: false };
}

/** Whether the button is enabled. */
export const canExport = (state: ExportState): boolean =>
  !shownSize(state).isWrong && !state.isWriting && !state.isBlocked;

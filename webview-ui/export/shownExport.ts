import * as l10n from '@vscode/l10n';
import type { Resolution } from '#src/market/time/resolutions';
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
} from '#src/protocol/formats';
import type { ResultState } from '#src/protocol/messages';
import { hasBody, isSynthetic } from '#src/protocol/source';
import { leavesOut } from '#src/protocol/tableTypes';
import type { ExportSize } from '#src/protocol/viewQuestions';
import { csvNotations } from '#src/text/csvDialects';
import { formatCounted, formatRows, type Counted } from '#src/text/l10n';
import { formatBytes } from '#src/text/sizesAndDurations';
import { canBeFormed, resolutionName } from '../frame/shownResolution';
import type { SelectedRows } from '../host/pane';
import type { ShownChoice } from './choiceGroup';
import {
  exportedForm,
  isAsReceived,
  isTable,
  offeredParts,
  orderOf,
  wrongSample,
  type ExportState,
} from './exportParts';

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

/** Rows that can be exported. */
export function shownPart(state: ExportState, part: ExportedPart): ShownChoice {
  const { about, choice, shownRows } = state;
  const { table } = about;
  const words = table?.words ? `(${table.words})` : '';
  const labels: Record<ExportedPart, string> = {
    all: l10n.t('All rows'),
    shown: shownText(shownRows),
    selected: table?.selected ? selectedText(table.selected) : '',
    sample: about.state.dataset.sample,
  };
  const explanations: Partial<Record<ExportedPart, string>> = {
    shown: words,
    sample: words === '' ? '' : l10n.t('of the rows shown'),
  };
  return {
    label: labels[part],
    explanation: explanations[part] ?? '',
    isChecked: part === choice.part,
    isHidden: !offeredParts(state).includes(part),
  };
}

/** A format with its dialect, as one choice. */
export type FormatChoice = Pick<ExportChoice, 'format' | 'dialect'>;

/** What can be chosen as the format, in this order. */
export const formatChoices: readonly FormatChoice[] = exportFormats.flatMap((format) =>
  [undefined, ...(format === 'csv' ? csvDialects : [])].map((dialect) => ({ format, dialect })),
);

const formatLabel = ({ format, dialect }: FormatChoice): string =>
  dialect ? csvNotations[dialect].label() : formatLabels[format].label;

/**
 * What the format is for. JSON with only some rows, or with other values, isn't what the service sent. Like
 * all JSON, it keeps the line breaks that were sent, of which there are often none.
 */
function formatText(state: ExportState, { format, dialect }: FormatChoice): string {
  if (dialect) return csvNotations[dialect].description();
  const { rows, values } = orderOf(state);
  if (format === 'json' && (leavesOut(rows) || values)) {
    return l10n.t('a response that the service could have sent; not reformatted');
  }
  return formatDescription(format, isSynthetic(state.about.state));
}

/** Whether numbers in the dialect look as they do in the person's locale. */
const suitsLocale = (dialect: CsvDialect, { hasDecimalCommas }: ResultState): boolean =>
  hasDecimalCommas || csvNotations[dialect].decimalSign === '.';

/** A format, and what it's for. */
export function shownFormat(state: ExportState, of: FormatChoice): ShownChoice {
  const { about, choice } = state;
  const isUnsuited = of.dialect && !suitsLocale(of.dialect, about.state) && choice.dialect === undefined;
  return {
    label: formatLabel(of),
    explanation: formatText(state, of),
    isChecked: choice.format === of.format && choice.dialect === of.dialect,
    isHidden: isUnsuited === true || !formatsOf(hasBody(about.state)).includes(of.format),
  };
}

/** A resolution of tables; `undefined` for values as sent. */
export function shownResolution(state: ExportState, of: Resolution | undefined): ShownChoice {
  const { resolution } = exportedForm(state);
  const isOffered = of === undefined || of === resolution || state.resolutions.includes(of);
  return {
    label: of ? resolutionName(of) : l10n.t('As Sent'),
    isChecked: resolution === of,
    isHidden: !isTable(state.choice.format) || !isOffered,
  };
}

/** The boxes for the columns of tables. */
export const shownColumns = ({ about, choice, form }: ExportState) => ({
  wide: {
    label: l10n.t('One column per series'),
    isChecked: form.layout === 'wide',
    isHidden: !canBeFormed(about.state),
  },
  delivery: {
    label: l10n.t('Add delivery day, period, and local time'),
    explanation: l10n.t("(at the end, in the market's time zone)"),
    isChecked: choice.deliveryColumns === true,
  },
});

/** The switch for tests, and what it means. */
export const shownTests = ({ about, forTests }: ExportState): ShownChoice => ({
  label: l10n.t('For tests'),
  explanation:
    about.state.madeUp === null
      ? l10n.t('(a sample with made-up values, its query, and types)')
      : l10n.t('(a sample with its query and types)'),
  isChecked: forTests,
});

/**
 * `20 rows, about 12.3 kB, plus 3 more files`. The size is of the rows. For a whole body, it's exact.
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
  const wrong = wrongSample(state);
  if (wrong !== null) return { text: wrong, isWrong: true };
  const isExact = isAsReceived(state);
  const size = isExact ? about.state : state.size;
  if (size === null) return { text: '', isWrong: false };
  if ('message' in size) return { text: size.message, isWrong: false };
  const problem = tooManyRows(choice.format, size.rows);
  if (problem !== null) return { text: problem, isWrong: true };
  const { beside } = orderOf(state);
  const { provenance, types } = beside;
  const filesBeside = Number(provenance) + types.length;
  return { text: sizeText(size, isExact, filesBeside), isWrong: false };
}

/** Whether the button is enabled. */
export const canExport = (state: ExportState): boolean =>
  !shownSize(state).isWrong && !state.isWriting && !state.isBlocked;

import * as l10n from '@vscode/l10n';
import type { Resolution } from '#src/market/time/resolutions';
import type { ExportChoice, ExportedPart, ExportOrder, ExportPreset } from '#src/protocol/exportOrder';
import { mostSampled, usualSample, usualSeed } from '#src/protocol/exportOrder';
import { noCompanionFiles, type CompanionFiles } from '#src/protocol/companionFiles';
import { formatsOf, type ExportFormat } from '#src/protocol/formats';
import type { ExportRisk, ResultState } from '#src/protocol/messages';
import { hasBody, isSynthetic } from '#src/protocol/source';
import type { TableForm } from '#src/protocol/rowsQuestion';
import type { ExportSize } from '#src/protocol/viewQuestions';
import { formatCount } from '#src/text/l10n';
import type { TableRows } from '../host/tableRows';

/** What a person can choose from, which stays the same while the dialog is open. */
export interface Exportable {
  /** Whether the dialog begins with an export for tests. */
  readonly preset: ExportPreset;
  readonly state: ResultState;
  /** `null` if the table hasn't been shown, so nothing is filtered or selected. */
  readonly table: TableRows | null;
  /** The form in which the view shows the rows. */
  readonly form: TableForm;
  /** The format that was asked for: the dialog begins with all rows in it. */
  readonly format: ExportFormat | null;
}

/** What a person has chosen, and everything else that the dialog knows while it's open. */
export interface ExportState {
  readonly about: Exportable;
  readonly choice: ExportChoice;
  /** The form of the rows in tables. */
  readonly form: TableForm;
  /** Whether JSON is exported for tests. */
  readonly forTests: boolean;
  /** What the field for the sample contains; `null` while it isn't a valid number. */
  readonly sample: number | null;
  /** The resolutions that can be chosen for tables. */
  readonly resolutions: readonly Resolution[];
  readonly target: string;
  /** The person has typed or selected the path, so no other one is suggested. */
  readonly isOwnTarget: boolean;
  /** How many rows the table shows; `null` until they have been counted. */
  readonly shownRows: number | null;
  /**
   * How much would be written, or why that isn't known. Until it's known for the latest choice, this is of an
   * earlier one. Not for a response as received, whose size the result has.
   */
  readonly size: ExportSize | { readonly message: string } | null;
  /** What went wrong, or with a risk, what a person is asked to agree to. */
  readonly problem: { readonly message: string; readonly risk: ExportRisk | null } | null;
  /** The risks that the person has agreed to. */
  readonly agreed: readonly ExportRisk[];
  readonly isWriting: boolean;
  /** Nothing can be exported, such as while the result is loading. */
  readonly isBlocked: boolean;
}

/**
 * Whether files of the format are tables, whose form and further columns can be chosen. JSON has the records as they
 * were received, and only JSON can be for tests.
 */
export const isTable = (format: ExportFormat): boolean => format !== 'json';

/** Whether the file is for tests, as far as its format allows. */
export const isForTests = ({ choice, forTests }: ExportState): boolean => !isTable(choice.format) && forTests;

/** Which folder the file is for. */
export const presetOf = (chosen: ExportState): ExportPreset => (isForTests(chosen) ? 'fixture' : 'export');

/** The form of the exported rows. */
export const exportedForm = ({ choice, form }: ExportState): TableForm =>
  isTable(choice.format) ? form : {};

/** The table of the view if the exported rows have its form: filters and selections refer to its columns. */
function tableOf(chosen: ExportState): TableRows | null {
  const { table } = chosen.about;
  const { resolution, layout } = exportedForm(chosen);
  const isSame = table?.form.resolution === resolution && table?.form.layout === layout;
  return isSame ? table : null;
}

/** The parts that can be exported now, in the order in which they're offered. */
export function offeredParts(chosen: ExportState): ExportedPart[] {
  const { state } = chosen.about;
  const table = tableOf(chosen);
  if (state.rows === 0) return ['all'];
  return [
    'all',
    ...(table === null || table.words === '' ? [] : (['shown'] as const)),
    ...(table?.selected ? (['selected'] as const) : []),
    'sample',
  ];
}

/** What is exported if a person chooses no part: what they selected or filtered in the table, or a sample for tests. */
export function suggestedPart(chosen: ExportState): ExportedPart {
  const offered = offeredParts(chosen);
  const wanted = ['selected', isForTests(chosen) ? 'sample' : 'shown'] as const;
  return wanted.find((each) => offered.includes(each)) ?? 'all';
}

/** What the dialog begins with: the last choice, as far as it's available. */
export function initialState(about: Exportable): ExportState {
  const { preset, state, form, format } = about;
  const last = state.exportChoice;
  const forTests = preset === 'fixture';
  const formats = formatsOf(hasBody(state));
  const wanted = forTests ? 'json' : (format ?? last?.format);
  const found = formats.find((each) => each === wanted) ?? formats[0] ?? 'csv';
  const isLast = format === null && found === last?.format;
  const choice: ExportChoice = {
    part: 'all',
    sample: last?.sample ?? usualSample,
    format: found,
    dialect: isLast ? last.dialect : undefined,
    deliveryColumns: last?.deliveryColumns,
    types: last?.types ?? ['typescript'],
  };
  const initial: ExportState = {
    about,
    choice,
    form,
    forTests,
    sample: choice.sample,
    resolutions: [],
    target: '',
    isOwnTarget: false,
    shownRows: null,
    size: null,
    problem: null,
    agreed: [],
    isWriting: false,
    isBlocked: state.phase.kind !== 'ended',
  };
  if (format) return initial;
  const lastPart = forTests ? undefined : offeredParts(initial).find((each) => each === last?.part);
  return { ...initial, choice: { ...choice, part: lastPart ?? suggestedPart(initial) } };
}

/**
 * What is written beside the file. Values that no service sent always come with their provenance, because nothing
 * else says so.
 */
export function besideOf(chosen: ExportState): CompanionFiles {
  const { state } = chosen.about;
  if (isForTests(chosen)) return { provenance: true, types: chosen.choice.types };
  return { ...noCompanionFiles, provenance: isSynthetic(state) };
}

/** What to write. Licensed values are made up in files for tests, because these are often published. */
export function orderOf(chosen: ExportState): ExportOrder {
  const { about, choice, form } = chosen;
  const { format, dialect, deliveryColumns } = choice;
  return {
    format,
    rows: rowsOf(chosen),
    values: isForTests(chosen) && about.state.madeUp === null ? { seed: usualSeed } : undefined,
    dialect,
    ...(isTable(format) && { ...form, deliveryColumns }),
    beside: besideOf(chosen),
  };
}

/** Whether the file is the response as received, so that the result has its size. Made-up values have other digits. */
export function isAsReceived(chosen: ExportState): boolean {
  const { format, rows, values } = orderOf(chosen);
  return rows === undefined && values === undefined && format === 'json';
}

/** The choice to remember. The suggested part is suggested anew. */
export const chosenFor = (chosen: ExportState): ExportChoice => ({
  ...chosen.choice,
  part: chosen.choice.part === suggestedPart(chosen) ? null : chosen.choice.part,
});

/**
 * The chosen rows; undefined for everything as received. JSON contains whole records, whatever columns are
 * selected.
 */
function rowsOf(chosen: ExportState): ExportOrder['rows'] {
  const { part, sample, format } = chosen.choice;
  const table = tableOf(chosen);
  const which = table?.which ?? {};
  switch (part) {
    case null:
    case 'all':
      return undefined;
    case 'shown':
      return which;
    case 'sample':
      return { ...which, sample };
    case 'selected': {
      if (!table?.selected) return undefined;
      const { ranges, cells } = table.selected;
      const columns = cells && format !== 'json' && { columns: [...cells.columns] };
      return { ...which, ranges: [...ranges], ...columns };
    }
  }
}

/** What to enter instead of a sample size that is out of range; `null` if it's valid or not needed. */
export const wrongSample = ({ choice, sample }: ExportState): string | null =>
  choice.part === 'sample' && sample === null
    ? l10n.t('Enter a sample size from {0} to {1}.', 1, formatCount(mostSampled))
    : null;

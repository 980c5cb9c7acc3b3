import type { ExportChoice, ExportedPart, ExportOrder, ExportPreset } from '#src/protocol/exportOrder';
import { usualSample, usualSeed } from '#src/protocol/exportOrder';
import { noCompanionFiles, type CompanionFiles } from '#src/protocol/companionFiles';
import { formatsOf, type ExportFormat } from '#src/protocol/formats';
import type { ResultState } from '#src/protocol/messages';
import { hasBody, isSynthetic } from '#src/protocol/source';
import type { TableForm } from '#src/protocol/rowsQuestion';
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

/** What a person has chosen. */
export interface Chosen {
  readonly about: Exportable;
  readonly choice: ExportChoice;
  /** The form of the rows in tables. */
  readonly form: TableForm;
  /** Whether JSON is exported for tests. */
  readonly forTests: boolean;
}

/** What can be chosen for files of a format, besides their rows. */
interface FormatChoices {
  /** The form of the rows and further columns. JSON has the records as they were received. */
  readonly columns: boolean;
  readonly tests: boolean;
}

const ofResponse: FormatChoices = { columns: false, tests: true };
const ofTable: FormatChoices = { columns: true, tests: false };

/** What the dialog offers for each format. */
export const choicesFor: Readonly<Record<ExportFormat, FormatChoices>> = {
  json: ofResponse,
  ndjson: ofTable,
  csv: ofTable,
  parquet: ofTable,
  xlsx: ofTable,
};

/** Whether the file is for tests, as far as its format allows. */
export const isForTests = ({ choice, forTests }: Chosen): boolean =>
  choicesFor[choice.format].tests && forTests;

/** Which folder the file is for. */
export const presetOf = (chosen: Chosen): ExportPreset => (isForTests(chosen) ? 'fixture' : 'export');

/** The form of the exported rows. */
export const exportedForm = ({ choice, form }: Chosen): TableForm =>
  choicesFor[choice.format].columns ? form : {};

/** The table of the view if the exported rows have its form: filters and selections refer to its columns. */
function tableOf(chosen: Chosen): TableRows | null {
  const { table } = chosen.about;
  const { resolution, layout } = exportedForm(chosen);
  const isSame = table?.form.resolution === resolution && table?.form.layout === layout;
  return isSame ? table : null;
}

/** The parts that can be exported now, in the order in which they're offered. */
export function offeredParts(chosen: Chosen): ExportedPart[] {
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
export function suggestedPart(chosen: Chosen): ExportedPart {
  const offered = offeredParts(chosen);
  const wanted = ['selected', isForTests(chosen) ? 'sample' : 'shown'] as const;
  return wanted.find((each) => offered.includes(each)) ?? 'all';
}

/** What the dialog begins with: the last choice, as far as it's available. */
export function initiallyChosen(about: Exportable): Chosen {
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
  const chosen: Chosen = { about, choice, form, forTests };
  if (format) return chosen;
  const lastPart = forTests ? undefined : offeredParts(chosen).find((each) => each === last?.part);
  return { ...chosen, choice: { ...choice, part: lastPart ?? suggestedPart(chosen) } };
}

/**
 * What is written beside the file. Values that no service sent always come with their provenance, because nothing
 * else says so.
 */
export function besideOf(chosen: Chosen): CompanionFiles {
  const { state } = chosen.about;
  if (isForTests(chosen)) return { provenance: true, types: chosen.choice.types };
  return { ...noCompanionFiles, provenance: isSynthetic(state) };
}

/** What to write. Licensed values are made up in files for tests, because these are often published. */
export function orderOf(chosen: Chosen): ExportOrder {
  const { about, choice, form } = chosen;
  const { format, dialect, deliveryColumns } = choice;
  return {
    format,
    rows: rowsOf(chosen),
    values: isForTests(chosen) && about.state.madeUp === null ? { seed: usualSeed } : undefined,
    dialect,
    ...(choicesFor[format].columns && { ...form, deliveryColumns }),
    beside: besideOf(chosen),
  };
}

/** The choice to remember. The suggested part is suggested anew. */
export const chosenFor = (chosen: Chosen): ExportChoice => ({
  ...chosen.choice,
  part: chosen.choice.part === suggestedPart(chosen) ? null : chosen.choice.part,
});

/**
 * The chosen rows; undefined for everything as received. JSON contains whole records, whatever columns are
 * selected.
 */
function rowsOf(chosen: Chosen): ExportOrder['rows'] {
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

import type { ExportChoice, ExportedPart, ExportOrder, ExportPreset } from '#src/protocol/exportOrder';
import { usualSample, usualSeed } from '#src/protocol/exportOrder';
import { isProvenanceUsual, noCompanionFiles, type CompanionFiles } from '#src/protocol/companionFiles';
import { formatsOf, type ExportFormat } from '#src/protocol/formats';
import { periodOf } from '#src/market/query/queryPeriod';
import { dayOf, marketZone } from '#src/market/time/deliveryDay';
import { firstClockChange } from '#src/market/time/firstClockChange';
import { formatUtc, hourMs } from '#src/market/time/zones';
import type { ResultState } from '#src/protocol/messages';
import { hasBody, isSynthetic, whyNot } from '#src/protocol/source';
import { isSent, type TableForm } from '#src/protocol/rowsQuestion';
import type { Filter } from '#src/protocol/tableTypes';
import { selectedRows, type TableRows } from '../host/tableRows';

/** What a person can choose from, which stays the same while the dialog is open. */
export interface Exportable {
  readonly preset: ExportPreset;
  readonly state: ResultState;
  /** `null` if the table hasn't been shown, so nothing is filtered or selected. */
  readonly table: TableRows | null;
  /** The form in which the view shows the rows, which exports follow except JSON. */
  readonly form: TableForm;
  /** The format that was asked for: the dialog begins with all rows in it. */
  readonly format: ExportFormat | null;
}

/** What a person has chosen. */
export interface Chosen {
  readonly about: Exportable;
  readonly choice: ExportChoice;
  /** The contract to export: empty until the contracts are known, `null` if none can be listed. */
  readonly contract: string | null;
}

/** What can be chosen for files of a format, besides their rows. */
interface FormatChoices {
  readonly deliveryColumns: boolean;
  readonly seededValues: boolean;
  readonly typesAndMocks: boolean;
}

const ofResponse: FormatChoices = { deliveryColumns: false, seededValues: true, typesAndMocks: true };
const ofTable: FormatChoices = { deliveryColumns: true, seededValues: false, typesAndMocks: false };

/** What the dialog offers for each format. */
export const choicesFor: Readonly<Record<ExportFormat, FormatChoices>> = {
  json: ofResponse,
  ndjson: ofTable,
  csv: ofTable,
  parquet: ofTable,
  xlsx: ofTable,
};

/** Before and after a clock change. */
const aroundChangeMs = 2 * hourMs;

/** The first clock change in the period of the query, and the rows around it; `null` if there is none. */
export function clockChangeIn({
  parameters,
  columns,
  source,
}: Pick<ResultState, 'parameters' | 'columns' | 'source'>): { day: string; filter: Filter[] } | null {
  const period = periodOf({
    parameters: Object.fromEntries(parameters.map(({ name, value }) => [name, value])),
  });
  const change = period && firstClockChange(period, marketZone);
  const column = ['deliveryStart', 'startTime'].find((each) => columns.some(({ key }) => key === each));
  if (change === null || column === undefined || source.kind === 'comparison') return null;
  return {
    day: dayOf(change, marketZone),
    filter: [
      { column, op: '>=', value: formatUtc(change - aroundChangeMs) },
      { column, op: '<', value: formatUtc(change + aroundChangeMs) },
    ],
  };
}

/** The column by which orders belong to contracts. */
export const contractColumn = 'contractId';

/** Whether rows belong to contracts. */
export const hasContracts = ({ columns }: Pick<ResultState, 'columns'>): boolean =>
  columns.some(({ key }) => key === contractColumn);

/** The table whose rows the format can have: JSON has only rows as received. */
const tableFor = ({ table }: Exportable, format: ExportFormat): TableRows | null =>
  table && (format !== 'json' || isSent(table.form)) ? table : null;

/** The parts that can be exported now in the format, in the order in which they're offered. */
export function offeredParts(
  { about, contract }: Pick<Chosen, 'about' | 'contract'>,
  format: ExportFormat,
): ExportedPart[] {
  const { state } = about;
  const table = tableFor(about, format);
  if (state.rows === 0) return ['all'];
  return [
    'all',
    ...(table === null || table.words === '' ? [] : (['shown'] as const)),
    ...(table?.selected ? (['selected'] as const) : []),
    'sample',
    ...(clockChangeIn(state) ? (['clockChange'] as const) : []),
    ...(hasContracts(state) && contract !== null ? (['contract'] as const) : []),
  ];
}

/** What is exported if a person chooses nothing. */
export const usualPart = ({ preset, state }: Exportable): ExportedPart =>
  preset === 'fixture' && state.rows > 0 ? 'sample' : 'all';

/** The part that the person has just selected or filtered in the table, if there is one. */
const ownPart = (parts: readonly ExportedPart[]) =>
  (['selected', 'shown'] as const).find((each) => parts.includes(each));

/**
 * The initial choice: the last one, as far as it's available. Otherwise, the rows that the person has just
 * selected or filtered come before the usual ones.
 */
export function initialChoice(about: Exportable): ExportChoice {
  const { preset, state, format } = about;
  const last = state.exportChoices[preset];
  const formats = formatsOf(hasBody(state));
  // A fixture of licensed data shouldn't publish it.
  const usual = preset === 'fixture' && state.madeUp === null ? usualSeed : null;
  const wanted = preset === 'fixture' ? 'json' : (format ?? last?.format);
  const chosen = formats.find((each) => each === wanted) ?? formats[0] ?? 'csv';
  const parts = offeredParts({ about, contract: '' }, chosen);
  return {
    part: format ? 'all' : (parts.find((each) => each === last?.part) ?? ownPart(parts) ?? usualPart(about)),
    sample: last?.sample ?? usualSample,
    format: chosen,
    dialect: format ? undefined : last?.dialect,
    deliveryColumns: last?.deliveryColumns,
    // A table's first fixture has the types and mocks of its exports.
    beside: (last ?? state.exportChoices.export)?.beside ?? { ...noCompanionFiles, provenance: null },
    seed: last?.seed ?? usual,
  };
}

/** Whether the export replaces values. */
export const isSeeded = ({ format, seed }: Pick<ExportChoice, 'format' | 'seed'>): boolean =>
  choicesFor[format].seededValues && seed !== null;

/**
 * What is written beside the file, as far as the format and the result allow it. Replaced values always come
 * with their provenance, because nothing else says that they aren't the service's; and so do test fixtures.
 */
export function besideOf(
  { preset, state }: Pick<Exportable, 'preset' | 'state'>,
  { format, beside, seed }: Pick<ExportChoice, 'format' | 'beside' | 'seed'>,
): CompanionFiles {
  const hasOrigin = whyNot('saveProvenance', state.source) === null;
  const { typesAndMocks } = choicesFor[format];
  return {
    provenance:
      isSynthetic(state) ||
      isSeeded({ format, seed }) ||
      ((preset === 'fixture' || (beside.provenance ?? isProvenanceUsual(format))) && hasOrigin),
    types: typesAndMocks ? beside.types : [],
    mocks: typesAndMocks && hasOrigin ? beside.mocks : [],
  };
}

/** What to write. */
export function orderOf(chosen: Chosen): ExportOrder {
  const { about, choice } = chosen;
  return {
    format: choice.format,
    rows: rowsOf(chosen),
    values: isSeeded(choice) && choice.seed !== null ? { seed: choice.seed } : undefined,
    dialect: choice.format === 'csv' ? choice.dialect : undefined,
    ...(choice.format !== 'json' && { ...about.form, deliveryColumns: choice.deliveryColumns }),
    beside: besideOf(about, choice),
  };
}

/**
 * The choice to remember. The usual rows weren't chosen if there were no others to choose from in the table.
 * Values weren't chosen if they were suggested, or if the format doesn't have one.
 */
export function chosenFor(about: Exportable, choice: ExportChoice, areValuesChosen: boolean): ExportChoice {
  const { preset, state } = about;
  const { part, format } = choice;
  const offered = offeredParts({ about, contract: null }, format);
  const isForced = part === usualPart(about) && ownPart(offered) === undefined;
  const last = state.exportChoices[preset];
  const seed = choicesFor[format].seededValues && areValuesChosen ? choice.seed : (last?.seed ?? null);
  return { ...choice, part: isForced ? null : part, seed };
}

/**
 * The chosen rows; undefined for everything as received. JSON contains whole records, whatever columns are
 * selected.
 */
function rowsOf({ about, choice, contract }: Chosen): ExportOrder['rows'] {
  const { part, sample, format } = choice;
  const table = tableFor(about, format);
  const which = table?.which ?? {};
  switch (part) {
    case null:
    case 'all':
      return undefined;
    case 'shown':
      return which;
    case 'sample':
      return { ...which, sample };
    case 'clockChange':
      return { filter: clockChangeIn(about.state)?.filter };
    case 'contract':
      return { filter: [{ column: contractColumn, op: '=', value: contract }] };
    case 'selected': {
      const { columns, ...rows } = selectedRows(table) ?? {};
      if (!table?.selected) return undefined;
      return { ...rows, ...(columns && format !== 'json' && { columns }) };
    }
  }
}

import type { ExportChoice, ExportedPart, ExportOrder, ExportPreset } from '../../src/protocol/exportOrder';
import { usualSample, usualSeed } from '../../src/protocol/exportOrder';
import { isProvenanceUsual, nothingBeside, type Beside } from '../../src/protocol/beside';
import { formatsOf, type ExportFormat } from '../../src/protocol/formats';
import { periodOf } from '../../src/market/query/queryPeriod';
import { dayOf, marketZone } from '../../src/market/time/deliveryDay';
import { firstClockChange } from '../../src/market/time/firstClockChange';
import { formatUtc, hourMs } from '../../src/market/time/zones';
import type { ResultState } from '../../src/protocol/messages';
import { hasBody, isSynthetic, whyNot } from '../../src/protocol/source';
import { isSent, type TableForm } from '../../src/protocol/rowsQuestion';
import type { Filter } from '../../src/protocol/tableTypes';
import { selectedRows, type TableRows } from '../host/tableRows';

/** What a person can choose from. */
export interface Exportable {
  readonly preset: ExportPreset;
  readonly state: ResultState;
  /** `null` if the table hasn't been shown, so nothing is filtered or selected. */
  readonly table: TableRows | null;
  /** The form in which the view shows the rows, which exports follow except JSON. */
  readonly form: TableForm;
  /** The format that was asked for: the dialog begins with all rows in it. */
  readonly format: ExportFormat | null;
  /** The contract to export: empty until the contracts are known, `null` if none can be listed. */
  contract: string | null;
}

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
export function offeredParts(exportable: Exportable, format: ExportFormat): ExportedPart[] {
  const { state, contract } = exportable;
  const table = tableFor(exportable, format);
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
export function initialChoice(exportable: Exportable): ExportChoice {
  const { preset, state, format } = exportable;
  const last = state.exportChoices[preset];
  const formats = formatsOf(hasBody(state));
  // A fixture of licensed data shouldn't publish it.
  const usual = preset === 'fixture' && state.madeUp === null ? usualSeed : null;
  const wanted = preset === 'fixture' ? 'json' : (format ?? last?.format);
  const chosen = formats.find((each) => each === wanted) ?? formats[0] ?? 'csv';
  const parts = offeredParts(exportable, chosen);
  return {
    part: format
      ? 'all'
      : (parts.find((each) => each === last?.part) ?? ownPart(parts) ?? usualPart(exportable)),
    sample: last?.sample ?? usualSample,
    format: chosen,
    dialect: format ? undefined : last?.dialect,
    deliveryColumns: last?.deliveryColumns,
    // A table's first fixture has the types and mocks of its exports.
    beside: (last ?? state.exportChoices.export)?.beside ?? { ...nothingBeside, provenance: null },
    seed: last?.seed ?? usual,
  };
}

/** Whether the export replaces values. */
export const isSeeded = ({ format, seed }: Pick<ExportChoice, 'format' | 'seed'>): boolean =>
  format === 'json' && seed !== null;

/**
 * What is written beside the file, as far as the format and the result allow it. Replaced values always come
 * with their provenance, because nothing else says that they aren't the service's; and so do test fixtures.
 */
export function besideOf(
  { preset, state }: Pick<Exportable, 'preset' | 'state'>,
  { format, beside, seed }: Pick<ExportChoice, 'format' | 'beside' | 'seed'>,
): Beside {
  const hasOrigin = whyNot('saveProvenance', state.source) === null;
  return {
    provenance:
      isSynthetic(state) ||
      isSeeded({ format, seed }) ||
      ((preset === 'fixture' || (beside.provenance ?? isProvenanceUsual(format))) && hasOrigin),
    types: format === 'json' ? beside.types : [],
    mocks: format === 'json' && hasOrigin ? beside.mocks : [],
  };
}

/** What to write. */
export function orderOf(exportable: Exportable, choice: ExportChoice): ExportOrder {
  return {
    format: choice.format,
    rows: rowsOf(exportable, choice),
    values: isSeeded(choice) && choice.seed !== null ? { seed: choice.seed } : undefined,
    dialect: choice.format === 'csv' ? choice.dialect : undefined,
    ...(choice.format !== 'json' && { ...exportable.form, deliveryColumns: choice.deliveryColumns }),
    beside: besideOf(exportable, choice),
  };
}

/**
 * The choice to remember. The usual rows weren't chosen if there were no others to choose from in the table.
 * Values weren't chosen if they were suggested, or if the format doesn't have one.
 */
export function chosenFor(
  exportable: Exportable,
  choice: ExportChoice,
  areValuesChosen: boolean,
): ExportChoice {
  const { preset, state } = exportable;
  const { part, format } = choice;
  const isForced = part === usualPart(exportable) && ownPart(offeredParts(exportable, format)) === undefined;
  const last = state.exportChoices[preset];
  const seed = format === 'json' && areValuesChosen ? choice.seed : (last?.seed ?? null);
  return { ...choice, part: isForced ? null : part, seed };
}

/**
 * The chosen rows; undefined for everything as received. JSON contains whole records, whatever columns are
 * selected.
 */
function rowsOf(exportable: Exportable, choice: ExportChoice): ExportOrder['rows'] {
  const { state, contract } = exportable;
  const { part, sample, format } = choice;
  const table = tableFor(exportable, format);
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
      return { filter: clockChangeIn(state)?.filter };
    case 'contract':
      return { filter: [{ column: contractColumn, op: '=', value: contract }] };
    case 'selected': {
      const { columns, ...rows } = selectedRows(table) ?? {};
      if (!table?.selected) return undefined;
      return { ...rows, ...(columns && format !== 'json' && { columns }) };
    }
  }
}

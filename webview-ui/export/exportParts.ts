import { formatsOf, isProvenanceUsual, nothingBeside, type Beside } from '../../src/exports/formats';
import { usualSample, type ExportChoice, type ExportedPart, type ResultState } from '../../src/messages';
import type { RowsToExport } from '../../src/results/viewQuestions';
import type { TableRows } from '../host/tableRows';

/** What there is to choose from. */
export interface Exportable {
  readonly state: ResultState;
  /** `null` if the table hasn't been shown: there is nothing to see or to select in it. */
  readonly table: TableRows | null;
}

const isPlain = (table: TableRows | null) => table === null || table.words === '';

/** The parts that can be exported now, in the order offered. */
export function offeredParts({ state, table }: Exportable): ExportedPart[] {
  if (state.rows === 0) return ['all'];
  return [
    'all',
    ...(isPlain(table) ? [] : (['shown'] as const)),
    ...(table?.selected ? (['selected'] as const) : []),
    'sample',
  ];
}

/**
 * With what the dialog begins: the last choice where it can be made again. Otherwise what the person has just
 * selected or filtered comes before all rows.
 */
export function initialChoice(exportable: Exportable): ExportChoice {
  const { state } = exportable;
  const last = state.exportChoice;
  const parts = offeredParts(exportable);
  const formats = formatsOf(hasBody(state));
  const part =
    parts.find((each) => each === last?.part) ??
    (['selected', 'shown'] as const).find((each) => parts.includes(each)) ??
    'all';
  const format = formats.find((each) => each === last?.format) ?? formats[0] ?? 'csv';
  return {
    part,
    sample: last?.sample ?? usualSample,
    format,
    beside: last?.beside ?? { ...nothingBeside, provenance: null },
    seed: last?.seed ?? null,
  };
}

/** Whether there is a response body: a comparison has none, nor have several days, nor a response without data. */
export const hasBody = ({ bytes, comparison, range }: ResultState): boolean =>
  bytes > 0 && comparison === null && range === null;

/** Whether the rows come from one request, and it's known which. */
export const hasOrigin = ({
  comparison,
  file,
  range,
}: Pick<ResultState, 'comparison' | 'file' | 'range'>): boolean =>
  comparison === null && range === null && file?.hasQuery !== false;

/** Whether values are replaced. */
export const isSeeded = ({ format, seed }: Pick<ExportChoice, 'format' | 'seed'>): boolean =>
  format === 'json' && seed !== null;

/** Whether the values were replaced before the file was opened. */
export const isSynthetic = ({ file }: Pick<ResultState, 'file'>): boolean => file?.madeUp === 'synthetic';

/** What is written beside the file, as far as the format and the result have it. Only provenance says that values aren't the service's. */
export function besideOf(
  state: Pick<ResultState, 'comparison' | 'file' | 'range'>,
  { format, beside, seed }: Pick<ExportChoice, 'format' | 'beside' | 'seed'>,
): Beside {
  return {
    provenance:
      isSynthetic(state) ||
      isSeeded({ format, seed }) ||
      ((beside.provenance ?? isProvenanceUsual(format)) && hasOrigin(state)),
    types: format === 'json' ? beside.types : [],
    mocks: format === 'json' && hasOrigin(state) ? beside.mocks : [],
  };
}

/**
 * The choice to remember. Whoever had no other rows to choose from hasn't chosen all; and a seed that was preselected, or
 * that the format doesn't have, wasn't chosen.
 */
export function chosenFor(
  exportable: Exportable,
  choice: ExportChoice,
  areValuesChosen: boolean,
): ExportChoice {
  const { part, format } = choice;
  const isForced =
    part === 'all' && !offeredParts(exportable).some((each) => each !== 'all' && each !== 'sample');
  const seed =
    format === 'json' && areValuesChosen ? choice.seed : (exportable.state.exportChoice?.seed ?? null);
  return { ...choice, part: isForced ? null : part, seed };
}

/** The chosen rows; `null` for everything as received. JSON has whole records, whatever columns are selected. */
export function rowsOf({ table }: Exportable, { part, sample, format }: ExportChoice): RowsToExport | null {
  const which = table?.which ?? {};
  switch (part) {
    case null:
    case 'all':
      return null;
    case 'shown':
      return which;
    case 'sample':
      return { ...which, sample };
    case 'selected': {
      if (!table?.selected) return null;
      const { ranges, cells } = table.selected;
      return { ...which, ranges, ...(cells && format !== 'json' ? { columns: [...cells.columns] } : {}) };
    }
  }
}

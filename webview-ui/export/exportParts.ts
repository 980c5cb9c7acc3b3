import { formatsOf, isProvenanceUsual, nothingBeside, type Beside } from '../../src/exports/formats';
import { usualSample, type ExportChoice, type ExportedPart, type ResultState } from '../../src/messages';
import { hasBody, isSynthetic, whyNot } from '../../src/results/source';
import type { RowsToExport } from '../../src/results/viewQuestions';
import type { TableRows } from '../host/tableRows';

/** What a person can choose from. */
export interface Exportable {
  readonly state: ResultState;
  /** `null` if the table hasn't been shown, so nothing is filtered or selected. */
  readonly table: TableRows | null;
}

const isPlain = (table: TableRows | null) => table === null || table.words === '';

/** The parts that can be exported now, in the order in which they're offered. */
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
 * The initial choice: the last one, as far as it's available. Otherwise, the rows that the person has just
 * selected or filtered come before all rows.
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

/** Whether the export replaces values. */
export const isSeeded = ({ format, seed }: Pick<ExportChoice, 'format' | 'seed'>): boolean =>
  format === 'json' && seed !== null;

/**
 * What is written beside the file, as far as the format and the result allow it. Replaced values always come
 * with their provenance, because nothing else says that they aren't the service's.
 */
export function besideOf(
  state: Pick<ResultState, 'source'>,
  { format, beside, seed }: Pick<ExportChoice, 'format' | 'beside' | 'seed'>,
): Beside {
  const hasOrigin = whyNot('saveProvenance', state.source) === null;
  return {
    provenance:
      isSynthetic(state) ||
      isSeeded({ format, seed }) ||
      ((beside.provenance ?? isProvenanceUsual(format)) && hasOrigin),
    types: format === 'json' ? beside.types : [],
    mocks: format === 'json' && hasOrigin ? beside.mocks : [],
  };
}

/**
 * The choice to remember. All rows weren't chosen if there were no others to choose from. A seed wasn't
 * chosen if it was suggested, or if the format doesn't have one.
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

/**
 * The chosen rows; `null` for everything as received. JSON contains whole records, whatever columns are
 * selected.
 */
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

/** The answers to questions that only the editor asks: the bundle of the command line has none of them. */
import { chartOf } from '../../table/charts/chart';
import { dayFigures } from '../../table/charts/dayFigures';
import { columnSummary } from '../../table/rows/columnSummary';
import { valuesOf } from '../../table/rows/columnValues';
import { compare } from '../../table/compare/compare';
import { offeredForms } from '../../table/forms/formedTable';
import { findCell } from '../../table/filter/find';
import { countMatches } from '../../table/filter/findCount';
import { seriesFigures } from '../../table/integrity/seriesFigures';
import { jsonAt, jsonPath } from '../../table/json/jsonAt';
import { jsonCount, jsonFind } from '../../table/json/jsonFind';
import { jsonChildren } from '../../table/json/jsonTree';
import { recordText } from '../../table/json/recordText';
import { namedColumns, pageOf } from '../../table/rows/rows';
import { figuresOfCells } from '../../table/rows/selectionFigures';
import { wholeDayFigures } from '../../table/rows/wholeDayFigures';
import { paced } from '../../table/columns/slices';
import {
  bodyOf,
  derive,
  formedHeld,
  shownCells,
  type AnswerContext,
  type ThreadAnswers,
} from './answerParts';
import { exportSourceOf } from './chosenExport';
import { derived, readerOf, stateOfTable, type Held } from './workerResult';

/** Answers from the body of a response alone. */
const inBody =
  <Question, Given>(
    answer: (
      body: ReturnType<typeof readerOf>,
      runs: ReturnType<typeof bodyOf>['runs'],
      question: Question,
    ) => Given,
  ) =>
  (held: Held, question: Question, { signal }: AnswerContext): Given => {
    const { spool, runs } = bodyOf(held);
    return answer(readerOf(spool, signal), runs, question);
  };

/** A count that takes longer than this many milliseconds is returned unfinished. */
const countedMs = 250;

export const editorAnswers = {
  typedRows: async ({ table, sorted }, question, { signal }) => {
    await derive(table, question, signal);
    const columns = namedColumns(table, question.columns);
    const { total, rows } = await pageOf(table, sorted, question, signal);
    return { total, rows: rows.map((row) => columns.map((column) => column.cell(row))) };
  },
  form: async (held, form, context) => {
    const offered = await paced(offeredForms(held.table), context.signal);
    const { table } = await formedHeld(held, form, context);
    return { ...offered, rows: table.rows, columns: table.describe() };
  },
  find: async (held, question, { known, signal }) => {
    const { table, columns, order } = await shownCells(held, question, known, signal);
    return { match: await paced(findCell(columns, order, table.rows, question), signal) };
  },
  findCount: async (held, question, { known, signal }) => {
    const { table, columns, order } = await shownCells(held, question, known, signal);
    const lateFrom = performance.now() + countedMs;
    const isLate = () => performance.now() >= lateFrom;
    return paced(countMatches(table, columns, order, question, isLate), signal);
  },
  // Rows of a comparison or a range come from no body that is stored.
  record: async ({ table, body }, { row }, { signal }) => ({
    found: body && (await recordText(readerOf(body.spool, signal), body.runs, table, row)),
  }),
  figures: async (held, question, { known, signal }) => {
    const { table, columns, order } = await shownCells(held, question, known, signal);
    return paced(figuresOfCells(table, columns, order, question.ranges), signal);
  },
  values: async ({ table }, question, { signal }) => {
    await derive(table, { columns: [question.column] }, signal);
    return paced(valuesOf(table, question), signal);
  },
  columnSummary: async ({ table }, question, { signal }) => {
    await derive(table, { columns: [question.column] }, signal);
    return paced(columnSummary(table, question), signal);
  },
  chart: ({ table }, question, { known: { asked, judged, overlays, plan }, heldOf, signal }) => {
    const over = overlays.map(({ result, ...how }) => ({ ...how, table: heldOf(result).table }));
    return paced(chartOf(table, plan, { ...question, asked, judged }, over), signal);
  },
  dayFigures: ({ table }, { series }, { known, signal }) =>
    paced(dayFigures(table, known.plan, series), signal),
  json: inBody(jsonChildren),
  jsonFind: inBody(jsonFind),
  jsonPath: inBody(jsonPath),
  jsonAt: inBody(jsonAt),
  jsonCount: (held, question, { signal }) => jsonCount(readerOf(bodyOf(held).spool, signal), question),
  seriesFigures: ({ table }, question, { known: { asked }, signal }) =>
    paced(seriesFigures(table, { ...question, asked }), signal),
  wholeDayFigures: ({ table }, question, { known: { asked }, signal }) =>
    paced(wholeDayFigures(table, { ...question, asked }), signal),
  compare: async ({ table }, { second, as, ...question }, { heldOf, keep, signal }) => {
    const made = await paced(compare(table, heldOf(second).table, question), signal);
    keep(as, derived(made.table));
    return { state: stateOfTable(made.table, 0), summary: made.figures };
  },
  exportSize: async (held, what, { known: { asked }, signal }) => {
    const { format } = what;
    const { exportSize, unstatedOrigin } = await import('./exportSize');
    const rows = { ...what.rows, asked };
    const first = (most?: number) => exportSourceOf(held, unstatedOrigin, { ...what, rows, most }, signal);
    const body = held.body && { ...held.body, spool: readerOf(held.body.spool, signal) };
    return exportSize(format, await first(), body, first, signal);
  },
} satisfies Partial<ThreadAnswers>;

/** The thread's answers to all questions about a table and its body, from the view and from others. */
import { chartOf } from '../../table/charts/chart';
import { dayFigures } from '../../table/charts/dayFigures';
import { columnSummary } from '../../table/rows/columnSummary';
import { valuesOf } from '../../table/rows/columnValues';
import { compare } from '../../table/compare/compare';
import { formedTable, offeredResolutions } from '../../table/forms/formedTable';
import { columnFacts } from '../../table/integrity/breaches';
import { findCell } from '../../table/filter/find';
import { countMatches } from '../../table/filter/findCount';
import { gapsOf } from '../../table/integrity/findingRows';
import { integrityOf } from '../../table/integrity/integrityOf';
import { seriesFigures } from '../../table/integrity/seriesFigures';
import { jsonAt, jsonPath } from '../../table/json/jsonAt';
import { jsonCount, jsonFind } from '../../table/json/jsonFind';
import { jsonChildren } from '../../table/json/jsonTree';
import { derivePeriods } from '../../table/rows/periodColumn';
import { recordText } from '../../table/json/recordText';
import { fittedRows } from '../../table/rows/pageTexts';
import { quantilesOf } from '../../table/rows/quantiles';
import { namedColumns, pageOf } from '../../table/rows/rows';
import { figuresOfCells } from '../../table/rows/selectionFigures';
import { wholeDayFigures } from '../../table/rows/wholeDayFigures';
import { paced } from '../../table/columns/slices';
import type { Table } from '../../table/columns/table';
import type { PageQuestion, TableForm } from '../../protocol/rowsQuestion';
import type {
  KnownOfResult,
  ThreadQuestion,
  ThreadQuestionKind,
  ThreadQuestions,
} from '../../protocol/workerMessages';
import { bodyOf, derived, readerOf, stateOfTable, type Held } from './workerResult';

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

/** What an answer may need besides the table. */
export interface AnswerContext {
  readonly known: KnownOfResult;
  /** Throws an `Error` ready to display if the thread has no such result. */
  readonly heldOf: (id: string) => Held;
  /** Stores a table that was derived for an answer, under an id of its own. */
  readonly keep: (id: string, made: Held) => void;
  /** Receives how much memory the result needs (in bytes) when its table gets another form. */
  readonly onGrown: (memory: number) => void;
  /** Receives how many rows an export has written. */
  readonly onProgress: (done: number) => void;
  readonly signal: AbortSignal;
}

/** A count that takes longer than this many milliseconds is returned unfinished. */
const countedMs = 250;

type ThreadAnswers = {
  readonly [Kind in ThreadQuestionKind]: (
    held: Held,
    question: ThreadQuestions[Kind]['question'],
    context: AnswerContext,
  ) => ThreadQuestions[Kind]['answer'] | Promise<ThreadQuestions[Kind]['answer']>;
};

const answers: ThreadAnswers = {
  typedRows: async ({ table, sorted }, question, { signal }) => {
    await derivePeriods(table, question, signal);
    const columns = namedColumns(table, question.columns);
    const { total, rows } = await pageOf(table, sorted, question, signal);
    return { total, rows: rows.map((row) => columns.map((column) => column.cell(row))) };
  },
  rows: async ({ table, sorted }, question, { known: { asked }, signal }) => {
    await derivePeriods(table, question, signal);
    const columns = namedColumns(table, question.columns);
    const { total, rows: origins } = await pageOf(table, sorted, { ...question, asked }, signal);
    const rows = origins.map((row) =>
      columns.map((column) => {
        const isTime = column.kind === 'numeric' && column.type === 'time';
        const isNumber = column.kind === 'numeric' && !isTime;
        return isNumber ? column.text(row) : column.cell(row);
      }),
    );
    return { total, origins, ...fittedRows(rows) };
  },
  form: async (held, form, context) => {
    const offered = await paced(offeredResolutions(held.table), context.signal);
    const { table } = await formedHeld(held, form, context);
    return { offered, rows: table.rows, columns: table.describe() };
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
    await derivePeriods(table, { columns: [question.column] }, signal);
    return paced(valuesOf(table, question), signal);
  },
  columnSummary: async ({ table }, question, { signal }) => {
    await derivePeriods(table, { columns: [question.column] }, signal);
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
  integrity: ({ table }, _, { known, signal }) => paced(integrityOf(table, known.asked), signal),
  seriesFigures: ({ table }, question, { known: { asked }, signal }) =>
    paced(seriesFigures(table, { ...question, asked }), signal),
  wholeDayFigures: ({ table }, question, { known: { asked }, signal }) =>
    paced(wholeDayFigures(table, { ...question, asked }), signal),
  quantiles: ({ table }, question, { signal }) => paced(quantilesOf(table, question), signal),
  columnFacts: async ({ table }, { columns }, { signal }) => {
    const facts = [];
    for (const [key, expected] of columns) facts.push(await paced(columnFacts(table, key, expected), signal));
    return facts;
  },
  fingerprint: async ({ table }, _, { signal }) => {
    const { fingerprintOf } = await import('./rowsFingerprint');
    const fingerprint = await fingerprintOf([{ table, rows: undefined, columns: table.columns }], signal);
    return { fingerprint };
  },
  gaps: ({ table }, { most }, { known, signal }) => paced(gapsOf(table, known.asked, most), signal),
  compare: async ({ table }, { second, as, ...question }, { heldOf, keep, signal }) => {
    const made = await paced(compare(table, heldOf(second).table, question), signal);
    keep(as, derived(made.table));
    return { state: stateOfTable(made.table, 0), summary: made.figures };
  },
  // Evaluated when they're used: few results are exported, and with them comes all that writes files.
  export: async (held, question, context) =>
    (await import('./exportAnswers')).exported(held, question, context),
  dayFile: async (_, question, { heldOf, ...context }) =>
    (await import('./dayFile')).writeDayFile(question, heldOf, context),
  exportSize: async (held, what, context) => (await import('./exportAnswers')).estimated(held, what, context),
};

/** Rejects with an `Error` ready to display, or with the signal's reason once it's aborted. */
export async function answerTo(
  held: Held,
  asked: ThreadQuestion,
  context: AnswerContext,
): Promise<ThreadQuestions[ThreadQuestionKind]['answer']> {
  const form = formOf(asked);
  const subject = form ? await formedHeld(held, form, context) : held;
  return answerOf(subject, asked, context);
}

const answerOf = <Kind extends ThreadQuestionKind>(
  held: Held,
  { about, question }: ThreadQuestion<Kind>,
  context: AnswerContext,
) => answers[about](held, question, context);

/** The form of the table that a question is about, if it's about its rows. */
function formOf({ about, question }: ThreadQuestion): TableForm | null {
  if (about === 'export') return question.order;
  const isAboutRows =
    about === 'typedRows' ||
    about === 'rows' ||
    about === 'find' ||
    about === 'findCount' ||
    about === 'figures' ||
    about === 'values' ||
    about === 'columnSummary' ||
    about === 'exportSize';
  return isAboutRows ? question : null;
}

/** The results in other forms, with their last sorted rows. */
const inForms = new WeakMap<Table, Held>();

async function formedHeld(
  held: Held,
  form: TableForm,
  { onGrown, signal }: Pick<AnswerContext, 'onGrown' | 'signal'>,
): Promise<Held> {
  const table = await paced(formedTable(held.table, form, held.maxTableBytes), signal);
  if (table === held.table) return held;
  const known = inForms.get(table);
  if (known) return known;
  const made = derived(table);
  inForms.set(table, made);
  onGrown(held.table.bytes() + table.bytes());
  return made;
}

/** The columns that the question is about, and the rows after filter and sort; `undefined` in table order. */
async function shownCells(
  { table, sorted }: Held,
  question: PageQuestion,
  { asked }: KnownOfResult,
  signal: AbortSignal,
) {
  await derivePeriods(table, question, signal);
  const columns = namedColumns(table, question.columns);
  return { table, columns, order: await sorted.rowsFor({ ...question, asked }, signal) };
}

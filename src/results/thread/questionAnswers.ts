/**
 * The thread's answers to all questions about a table and its body, from the view and from others. What writes files
 * is evaluated on first use, because most results are never exported.
 */
import * as l10n from '@vscode/l10n';
import { writePieces } from '../../exports/block';
import type { ExportOrder, Origin } from '../../protocol/exportOrder';
import { exportedExtent, type ExportSource } from '../../exports/exportSource';
import type { ExportFormat } from '../../protocol/formats';
import { sheetOrder } from '../../exports/xlsx/sheetOrder';
import { chartOf } from '../../table/charts/chart';
import { dayFigures } from '../../table/charts/dayFigures';
import { columnSummary } from '../../table/rows/columnSummary';
import { valuesOf } from '../../table/rows/columnValues';
import { compare } from '../../table/compare/compare';
import { QuestionError } from '../../table/questionError';
import { formedTable, offeredForms } from '../../table/forms/formedTable';
import { columnFacts } from '../../table/integrity/breaches';
import { findCell } from '../../table/filter/find';
import { countMatches } from '../../table/filter/findCount';
import { gapsOf } from '../../table/integrity/findingRows';
import { integrityOf } from '../../table/integrity/integrityOf';
import { bodyPart } from '../../table/json/bodyPart';
import { seriesFigures } from '../../table/integrity/seriesFigures';
import { jsonAt, jsonPath } from '../../table/json/jsonAt';
import { jsonCount, jsonFind } from '../../table/json/jsonFind';
import { jsonChildren } from '../../table/json/jsonTree';
import { deliveryColumns } from '../../table/rows/deliveryColumns';
import { needsPeriods, fillPeriods } from '../../table/rows/periodColumn';
import { recordText } from '../../table/json/recordText';
import { fittedRows } from '../../table/rows/pageTexts';
import { namedColumns, chosenRows, pageOf } from '../../table/rows/rows';
import { figuresOfCells } from '../../table/rows/selectionFigures';
import { wholeDayFigures } from '../../table/rows/wholeDayFigures';
import { paced } from '../../table/columns/slices';
import type { Table } from '../../table/columns/table';
import type { PageQuestion, TableForm, RowsQuestion } from '../../protocol/rowsQuestion';
import { writeToFile } from './exportFile';
import type {
  KnownOfResult,
  ThreadQuestion,
  ThreadQuestionKind,
  ThreadQuestions,
} from '../../protocol/workerMessages';
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
    await derive(table, question, signal);
    const columns = namedColumns(table, question.columns);
    const { total, rows } = await pageOf(table, sorted, question, signal);
    return { total, rows: rows.map((row) => columns.map((column) => column.cell(row))) };
  },
  rows: async ({ table, sorted }, question, { known: { asked }, signal }) => {
    await derive(table, question, signal);
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
  integrity: ({ table }, _, { known, signal }) => paced(integrityOf(table, known.asked), signal),
  seriesFigures: ({ table }, question, { known: { asked }, signal }) =>
    paced(seriesFigures(table, { ...question, asked }), signal),
  wholeDayFigures: ({ table }, question, { known: { asked }, signal }) =>
    paced(wholeDayFigures(table, { ...question, asked }), signal),
  columnFacts: async ({ table }, { columns }, { signal }) => {
    const facts = [];
    for (const [key, expected] of columns) facts.push(await paced(columnFacts(table, key, expected), signal));
    return facts;
  },
  fingerprint: async ({ table }, _, { signal }) => {
    const { fingerprintOf } = await import('./rowsFingerprint');
    return { fingerprint: await fingerprintOf(table, signal) };
  },
  gaps: ({ table }, { most }, { known, signal }) => paced(gapsOf(table, known.asked, most), signal),
  compare: async ({ table }, { second, as, ...question }, { heldOf, keep, signal }) => {
    const made = await paced(compare(table, heldOf(second).table, question), signal);
    keep(as, derived(made.table));
    return { state: stateOfTable(made.table, 0), summary: made.figures };
  },
  export: async (held, { order, path, origin }, { onProgress, signal }) => {
    const { resolution, layout } = order;
    const { writeTable } = await import('../../exports/writers');
    const source = await sourceOf(held, { ...origin, resolution, layout }, order, signal);
    const options = { ...order, onProgress, signal };
    return writeToFile(path, order.beside.provenance, (out) =>
      writeTable(order.format, source, out, options),
    );
  },
  dayFile: async (_, question, { heldOf, onProgress, signal }) =>
    (await import('./dayFile')).writeDayFile(question, heldOf, { onProgress, signal }),
  exportSize: async (held, what, { known: { asked }, signal }) => {
    const { format } = what;
    const { exportSize, unstatedOrigin } = await import('./exportSize');
    const rows = { ...what.rows, asked };
    const first = (most?: number) => sourceOf(held, unstatedOrigin, { ...what, rows, most }, signal);
    const body = held.body && { ...held.body, spool: readerOf(held.body.spool, signal) };
    return exportSize(format, await first(), body, first, signal);
  },
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

/** Bytes with some thousand values, which take a few milliseconds to replace. */
const seededAtOnce = 1 << 14;

/**
 * What to export: the chosen rows (or the first `most` of them) and columns, or everything. Columns that are
 * named twice are written once.
 */
async function sourceOf(
  held: Held,
  origin: Origin,
  what: Pick<ExportOrder, 'rows' | 'values' | 'deliveryColumns'> & {
    format: ExportFormat;
    most?: number | undefined;
  },
  signal: AbortSignal,
): Promise<ExportSource> {
  const { format, rows: chosen, values, most = Infinity } = what;
  const { table, sorted } = held;
  if (chosen) await derive(table, chosen, signal);
  const inOrder = format === 'xlsx' ? sheetOrder(table.columns) : table.columns;
  const named = chosen?.columns ? new Set(namedColumns(table, chosen.columns)) : inOrder;
  const rows = firstOf(table, chosen && (await chosenRows(table, sorted, chosen, signal)), most);
  const added = what.deliveryColumns ? await paced(deliveryColumns(table, rows), signal) : [];
  // The number of the period may have been named, too.
  const columns = [...named].filter(({ key }) => added.every((each) => each.key !== key)).concat(added);
  const isEverything = rows === undefined || rows.length === table.rows;
  return {
    table,
    columns,
    rows,
    origin,
    async readBody(take) {
      const { spool, ...body } = bodyOf(held);
      const { seededBody, seededKey } = await import('../../exports/seeded/seededBody');
      const seeded = values && seededBody(body.record, seededKey(values, origin));
      const takePart = seeded
        ? (bytes: Uint8Array) =>
            writePieces({ write: (piece) => take(seeded.push(piece)) }, bytes, seededAtOnce)
        : take;
      // An interrupted response, as received, isn't a body that the service could have sent.
      const isAsReceived = !chosen || (isEverything && origin.complete);
      const part = { ...body, spool: readerOf(spool, signal) };
      const extent = isAsReceived
        ? exportedExtent({ table, rows })
        : await bodyPart(part, table, rows, takePart);
      if (isAsReceived) for await (const bytes of spool.body()) await takePart(bytes);
      if (seeded) await take(seeded.end());
      return extent;
    },
  };
}

function firstOf({ rows: all }: Table, rows: Uint32Array | undefined, most: number): Uint32Array | undefined {
  if (rows) return rows.subarray(0, most);
  return most < all ? Uint32Array.from({ length: most }, (_, row) => row) : undefined;
}

/** Fills the columns that are computed on first use. */
async function derive(table: Table, question: RowsQuestion, signal: AbortSignal): Promise<void> {
  if (needsPeriods(question)) await paced(fillPeriods(table), signal);
}

/** The columns that the question is about, and the rows after filter and sort; `undefined` in table order. */
async function shownCells(
  { table, sorted }: Held,
  question: PageQuestion,
  { asked }: KnownOfResult,
  signal: AbortSignal,
) {
  await derive(table, question, signal);
  const columns = namedColumns(table, question.columns);
  return { table, columns, order: await sorted.rowsFor({ ...question, asked }, signal) };
}

function bodyOf({ body }: Held): NonNullable<Held['body']> {
  if (!body) throw new QuestionError(l10n.t('This result has a table, but no JSON.'));
  return body;
}

/**
 * The thread's answers to all questions about a table and its body. Those that only the editor asks are in
 * `editorAnswers.ts`. What writes files is evaluated on first use, because most results are never exported.
 */
import { columnFacts } from '../../table/integrity/breaches';
import { gapsOf } from '../../table/integrity/findingRows';
import { integrityOf } from '../../table/integrity/integrityOf';
import { fittedRows } from '../../table/rows/pageTexts';
import { namedColumns, pageOf } from '../../table/rows/rows';
import { paced } from '../../table/columns/slices';
import type { TableForm } from '../../protocol/rowsQuestion';
import type { editorAnswers } from './editorAnswers';
import { derive, formedHeld, type AnswerContext, type ThreadAnswers } from './answerParts';
import { exportSourceOf } from './chosenExport';
import { writeToFile } from './exportFile';
import type { ThreadQuestion, ThreadQuestionKind, ThreadQuestions } from '../../protocol/workerMessages';
import type { Held } from './workerResult';

/** The compiler says if a question is neither here nor among those of the editor. */
const answers: Omit<ThreadAnswers, keyof typeof editorAnswers> = {
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
  columnFacts: async ({ table }, { columns }, { signal }) => {
    const facts = [];
    for (const [key, expected] of columns) facts.push(await paced(columnFacts(table, key, expected), signal));
    return facts;
  },
  integrity: ({ table }, _, { known, signal }) => paced(integrityOf(table, known.asked), signal),
  gaps: ({ table }, { most }, { known, signal }) => paced(gapsOf(table, known.asked, most), signal),
  fingerprint: async ({ table }, _, { signal }) => {
    const { fingerprintOf } = await import('./rowsFingerprint');
    return { fingerprint: await fingerprintOf(table, signal) };
  },
  export: async (held, { order, path, origin }, { onProgress, signal }) => {
    const { resolution, layout } = order;
    const { writeTable } = await import('../../exports/writers');
    const source = await exportSourceOf(held, { ...origin, resolution, layout }, order, signal);
    const options = { ...order, onProgress, signal };
    return writeToFile(path, order.beside.provenance, (out) =>
      writeTable(order.format, source, out, options),
    );
  },
  dayFile: async (_, question, { heldOf, onProgress, signal }) =>
    (await import('./dayFile')).writeDayFile(question, heldOf, { onProgress, signal }),
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

async function answerOf<Kind extends ThreadQuestionKind>(
  held: Held,
  { about, question }: ThreadQuestion<Kind>,
  context: AnswerContext,
) {
  const found: Partial<ThreadAnswers> =
    about in answers ? answers : (await import('./editorAnswers')).editorAnswers;
  const answer = found[about];
  if (!answer) throw new Error(`No question is "${about}".`);
  return answer(held, question, context);
}

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

/** What the answers have in common: their context, the table in its other forms, and the rows and body they are about. */
import * as l10n from '@vscode/l10n';
import { paced } from '../../table/columns/slices';
import type { Table } from '../../table/columns/table';
import { formedTable } from '../../table/forms/formedTable';
import { QuestionError } from '../../table/questionError';
import { fillPeriods, needsPeriods } from '../../table/rows/periodColumn';
import { namedColumns } from '../../table/rows/rows';
import type { PageQuestion, RowsQuestion, TableForm } from '../../protocol/rowsQuestion';
import type { KnownOfResult, ThreadQuestionKind, ThreadQuestions } from '../../protocol/workerMessages';
import { derived, type Held } from './workerResult';

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

export type ThreadAnswers = {
  readonly [Kind in ThreadQuestionKind]: (
    held: Held,
    question: ThreadQuestions[Kind]['question'],
    context: AnswerContext,
  ) => ThreadQuestions[Kind]['answer'] | Promise<ThreadQuestions[Kind]['answer']>;
};

/** The results in other forms, with their last sorted rows. */
const inForms = new WeakMap<Table, Held>();

export async function formedHeld(
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

/** Fills the columns that are computed on first use. */
export async function derive(table: Table, question: RowsQuestion, signal: AbortSignal): Promise<void> {
  if (needsPeriods(question)) await paced(fillPeriods(table), signal);
}

/** The columns that the question is about, and the rows after filter and sort; `undefined` in table order. */
export async function shownCells(
  { table, sorted }: Held,
  question: PageQuestion,
  { asked }: KnownOfResult,
  signal: AbortSignal,
) {
  await derive(table, question, signal);
  const columns = namedColumns(table, question.columns);
  return { table, columns, order: await sorted.rowsFor({ ...question, asked }, signal) };
}

export function bodyOf({ body }: Held): NonNullable<Held['body']> {
  if (!body) throw new QuestionError(l10n.t('This result has a table, but no JSON.'));
  return body;
}

import { viewQuestions } from './viewQuestions';
import type { ThreadQuestionKind, ThreadQuestions } from './workerMessages';

/** What a single result is asked; two are held against each other by `ResultStore.compare`. */
export type Answered = Exclude<ThreadQuestionKind, 'compare'>;

/** What is answered of a result whose response had no body. */
export const emptyAnswers: {
  readonly [Kind in Answered]: { readonly empty: ThreadQuestions[Kind]['answer'] };
} = {
  ...viewQuestions,
  typedRows: { empty: { total: 0, rows: [] } },
  integrity: { empty: [] },
  export: { empty: 0 },
};

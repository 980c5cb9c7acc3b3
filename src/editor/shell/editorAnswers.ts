import type { EditorQuestionKind, EditorQuestions } from '../../protocol/messages';
import type { Result } from '../../results/result';

/** The editor's answers to questions of a result's view. Rejects with an `Error` ready to display. */
export type EditorAnswers = {
  readonly [Kind in EditorQuestionKind]: (
    question: EditorQuestions[Kind]['question'],
    result: Result,
  ) => Promise<EditorQuestions[Kind]['answer']>;
};

import { nothingKnown } from '#src/protocol/workerMessages';
import type { AnswerContext } from '#src/results/thread/answerParts';
import type { WorkerResult } from '#src/results/thread/workerResult';
import { unwatched } from '../../exports/sampleSource';

/** What the thread answers with that has only this result, of which nothing but the rows is known. */
export const contextOf = (held: WorkerResult, differing: Partial<AnswerContext> = {}): AnswerContext => ({
  known: nothingKnown,
  heldOf: () => held,
  keep: () => undefined,
  onGrown: () => undefined,
  ...unwatched(),
  ...differing,
});

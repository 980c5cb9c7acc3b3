import type { Origin } from '../protocol/exportOrder';
import { formatUtc } from '../market/time/zones';
import { isReceivedWhole, requestedEpochMs, queriedConnection, type Result } from './result';

type Queried = Pick<Result, 'query' | 'connection' | 'source'>;

const queryFacts = (asked: Queried) => ({
  dataset: asked.query.dataset.id,
  parameters: { ...asked.query.parameters },
  connection: queriedConnection(asked),
});

/** Where the rows of an exported result come from. */
export function originOf(result: Result, extensionVersion: string): Origin {
  const { source, progress } = result;
  return {
    ...queryFacts(result),
    ...(source.kind === 'comparison' && { compared: [queryFacts(source.first), queryFacts(source.second)] }),
    requestedAt: formatUtc(requestedEpochMs(result)),
    outcome: progress.kind === 'ended' ? progress.outcome.kind : 'cancelled',
    complete: isReceivedWhole(result),
    extensionVersion,
  };
}

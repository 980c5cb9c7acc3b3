import type { Origin } from '../protocol/exportOrder';
import { formatUtc } from '../market/time/zones';
import { comparisonOf } from '../protocol/source';
import { isReceivedWhole, requestedEpochMs, queriedConnection, type Result } from './result';

type Queried = Pick<Result, 'query' | 'connection' | 'source'>;

const queryFacts = (asked: Queried) => ({
  dataset: asked.query.dataset.id,
  parameters: { ...asked.query.parameters },
  connection: queriedConnection(asked),
});

/** Where the rows of an exported result come from. */
export function originOf(result: Result, extensionVersion: string): Origin {
  const { progress } = result;
  const comparison = comparisonOf(result);
  return {
    ...queryFacts(result),
    ...(comparison && { compared: [queryFacts(comparison.first), queryFacts(comparison.second)] }),
    requestedAt: formatUtc(requestedEpochMs(result)),
    outcome: progress.kind === 'ended' ? progress.outcome.kind : 'cancelled',
    complete: isReceivedWhole(result),
    extensionVersion,
  };
}

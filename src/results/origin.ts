import type { Origin } from '../protocol/exportOrder';
import { formatUtc } from '../market/time/zones';
import { isReceivedWhole, requestedEpochMs, queriedConnection, type Result } from './result';

type Asked = Pick<Result, 'query' | 'connection' | 'source'>;

const askedOf = (asked: Asked) => ({
  dataset: asked.query.dataset.id,
  parameters: { ...asked.query.parameters },
  connection: queriedConnection(asked),
});

/** Where the rows of an exported result come from. */
export function originOf(result: Result, extensionVersion: string): Origin {
  const { source, progress } = result;
  return {
    ...askedOf(result),
    ...(source.kind === 'comparison' && { compared: [askedOf(source.first), askedOf(source.second)] }),
    requestedAt: formatUtc(requestedEpochMs(result)),
    outcome: progress.kind === 'ended' ? progress.outcome.kind : 'cancelled',
    complete: isReceivedWhole(result),
    extensionVersion,
  };
}

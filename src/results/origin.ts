import type { Origin } from '../exports/exportSource';
import { formatUtc } from '../market/time/zones';
import { isReceivedWhole, requestedEpochMs, sourceOf, type Result } from './result';

type Asked = Pick<Result, 'query' | 'connection' | 'file'>;

const askedOf = (asked: Asked) => ({
  dataset: asked.query.dataset.id,
  parameters: { ...asked.query.parameters },
  connection: sourceOf(asked),
});

/** Where the rows of an exported result come from. */
export function originOf(result: Result, extensionVersion: string): Origin {
  const { comparison, progress } = result;
  return {
    ...askedOf(result),
    ...(comparison ? { compared: [askedOf(comparison.first), askedOf(comparison.second)] } : {}),
    requestedAt: formatUtc(requestedEpochMs(result)),
    outcome: progress.kind === 'ended' ? progress.outcome.kind : 'cancelled',
    complete: isReceivedWhole(result),
    extensionVersion,
  };
}

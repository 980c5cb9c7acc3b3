import * as l10n from '@vscode/l10n';
import { oneLine } from '#src/text/plainText';
import type { Phase } from '#src/protocol/messages';

/**
 * What the service said about a failure, in one line of at most 300 characters, without characters that
 * reorder or hide text. Our own messages aren't marked as a quote. `null` if there is no message.
 */
export function serviceMessage(phase: Phase): string | null {
  if (phase.kind !== 'ended' || phase.outcome.message === undefined) return null;
  // The title says the same.
  if (phase.outcome.kind === 'cancelled') return null;
  const line = oneLine(phase.outcome.message, 300);
  if (line === '') return null;
  return phase.outcome.isQuote === true ? l10n.t('Service response: {0}', line) : line;
}

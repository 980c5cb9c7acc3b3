import * as l10n from '@vscode/l10n';
import { oneLine } from '../../src/text/plainText';
import type { Phase } from '../../src/messages';

/**
 * The service's message about a failure, quoted: one line, at most 300 characters, without characters
 * that reorder or hide text. Words of our own are given as they are. `null` where there are none.
 */
export function serviceWords(phase: Phase): string | null {
  if (phase.kind !== 'ended' || phase.outcome.message === undefined) return null;
  // The title says the same.
  if (phase.outcome.kind === 'cancelled') return null;
  const line = oneLine(phase.outcome.message, 300);
  if (line === '') return null;
  return phase.outcome.isQuote === true ? l10n.t('Service response: {0}', line) : line;
}

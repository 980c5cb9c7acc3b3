import * as l10n from '@vscode/l10n';
import { formatCounted } from './l10n';
import { oneLine } from './plainText';

/**
 * Makes outside text safe for labels: quick picks, the status bar, and notifications render `$(icon)`, and a
 * notification makes `[text](command:…)` a link that runs the command.
 */
export const plainLabel = (text: string, limit = 300): string =>
  // What may not be seen is removed first: without it, other characters are next to each other.
  oneLine(oneLine(text, Infinity).replaceAll('$(', '$ (').replaceAll('](', '] ('), limit);

/** The same for what a person confirms: it says how much of a longer text isn't shown. */
export function confirmedLabel(text: string, limit: number): string {
  const characters = Array.from(plainLabel(text, Infinity));
  const more = characters.length - limit;
  if (more <= 0) return characters.join('');
  const words = formatCounted(more, [l10n.t('{0} more character'), l10n.t('{0} more characters')]);
  return `${characters.slice(0, limit).join('')}… (${words})`;
}

import { oneLine } from './plainText';

/**
 * Makes outside text safe for labels: quick picks, the status bar, and notifications render `$(icon)`, and a
 * notification makes `[text](command:…)` a link that runs the command.
 */
export const plainLabel = (text: string, limit = 300): string =>
  oneLine(text.replaceAll('$(', '$ (').replaceAll('](', '] ('), limit);

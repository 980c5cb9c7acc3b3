import { oneLine } from '../../text/plainText';

/** Makes outside text safe for labels: quick picks, the status bar, and notifications render `$(icon)`. */
export const plainLabel = (text: string, limit = 300): string => oneLine(text.replaceAll('$(', '$ ('), limit);

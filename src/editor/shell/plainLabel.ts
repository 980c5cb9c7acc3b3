import { oneLine } from '../../text/plainText';

/** Outside text fit for labels: quick picks, the status bar and notifications render `$(icon)`. */
export const plainLabel = (text: string, limit = 300): string => oneLine(text.replaceAll('$(', '$ ('), limit);

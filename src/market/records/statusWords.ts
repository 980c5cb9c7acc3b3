import * as l10n from '@vscode/l10n';
import type { Sentence } from '../../text/l10n';

/** A map, because a status could have the name of a member that every object has. */
const statusWords: ReadonlyMap<string, Sentence> = new Map([
  ['P', () => l10n.t('preliminary')],
  ['O', () => l10n.t('official')],
]);

/** The meaning of a price status, or the status itself if it is not documented. */
export const statusWord = (status: string): string => statusWords.get(status)?.() ?? status;

/** Whether a series' own status, in any spelling, says that its values may still change. */
export const isPreliminary = (status: string): boolean => /^(p|preliminary)$/i.test(status);

/** Whether a series' own status, in any spelling, says that its values are final. */
export const isOfficial = (status: string): boolean => /^(o|official)$/i.test(status);

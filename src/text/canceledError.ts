import * as l10n from '@vscode/l10n';

/** Why work ended that a person, or the end of the session, canceled. */
export const canceledError = (): Error => new Error(l10n.t('Canceled.'));

import * as vscode from 'vscode';
import type { ConnectionState } from './connections';

/** The icon and words for each connection state, in the status bar and in the list of connections. */
export const stateAppearance: { readonly [State in ConnectionState]: { icon: string; words: () => string } } =
  {
    sample: { icon: 'beaker', words: () => vscode.l10n.t('sample service, no account needed') },
    signedIn: { icon: 'plug', words: () => vscode.l10n.t('signed in') },
    signedOut: { icon: 'debug-disconnect', words: () => vscode.l10n.t('not signed in') },
    moved: { icon: 'warning', words: () => vscode.l10n.t('address changed; confirm it') },
    refused: { icon: 'warning', words: () => vscode.l10n.t('sign-in rejected') },
  };

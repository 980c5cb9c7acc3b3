import * as vscode from 'vscode';
import { tokenAddress, type Connection } from '../../request/connection';
import { environment, secretsIn, variableOf, type DescribedConnection } from '../../request/environment';
import { hostOf, shownAddress } from '../../service/shownAddress';
import { confirmedLabel, plainLabel } from '../../text/plainLabel';
import type { ExampleFile } from './exampleFiles';
import { askInDialog } from '../shell/shownMessages';

/**
 * Shows both addresses of a connection that a file of the workspace describes in full, everything else that the
 * file decides, and what isn't taken from it. Resolves with true if the person confirms them.
 */
export async function confirmConnection(
  connection: Connection,
  entry: DescribedConnection['entry'],
  { name: file, folder, variables }: ExampleFile,
): Promise<boolean> {
  const others = Object.entries(entry).flatMap(([member, value]) => {
    const variable = variableOf(member);
    const isShown = variable === environment.baseUrl || variable === environment.authUrl;
    if (variable === undefined || isShown || typeof value !== 'string') return [];
    return `${variable}=${confirmedLabel(value, 200)}`;
  });
  const ignored = secretsIn(variables).join(', ');
  const detail = [
    `${vscode.l10n.t('Your queries and access token will be sent to:')}\n${shownAddress(connection.baseUrl)}`,
    `${vscode.l10n.t('Your user name and password will be sent to:')}\n${shownAddress(tokenAddress(connection))}`,
    others.join('\n'),
    ignored === ''
      ? ''
      : vscode.l10n.t(
          "These values in the file aren't used: {0}. You're prompted for your own values when you sign in.",
          confirmedLabel(ignored, 300),
        ),
    vscode.l10n.t(
      'Read from {0} in the folder "{1}". Add the connection only if you recognize both addresses.',
      file,
      plainLabel(folder),
    ),
  ];
  const question = vscode.l10n.t('Add the connection "{0}"?', plainLabel(connection.name));
  const add = vscode.l10n.t('Add and Sign In');
  const chosen = await askInDialog(
    `${question} ${receiversText(connection)}`,
    detail.filter((text) => text !== '').join('\n\n'),
    add,
  );
  return chosen === add;
}

/** Which addresses receive which data, for the text of a dialog that is read before its detail. */
export const receiversText = (connection: Connection): string =>
  vscode.l10n.t(
    'Your password will be sent to {0}, and your queries to {1}.',
    hostOf(tokenAddress(connection)),
    hostOf(connection.baseUrl),
  );

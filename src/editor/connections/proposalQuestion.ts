import * as vscode from 'vscode';
import { tokenAddress, usualVenue, type Connection } from '../../request/connection';
import type { Proposal } from '../../service/readProposals';
import { hostOf, shownAddress } from '../../service/shownAddress';
import { plainLabel } from '../../text/plainLabel';
import { proposalPath } from './proposalPlace';

/**
 * The question that a person must confirm before a proposed connection is used. Its detail has both addresses
 * in full, and everything else that the proposal decides. `current` is the connection that it would change.
 */
export function proposalQuestion(proposal: Proposal, current: Connection | undefined, folder: string) {
  const { name } = proposal.connection;
  // Fields that a proposal can't contain stay as they are in the settings.
  const next: Connection = current
    ? { ...proposal.connection, tokenPath: current.tokenPath }
    : proposal.connection;
  const detail = [
    addressText(
      current
        ? vscode.l10n.t('Address for your queries and access token:')
        : vscode.l10n.t('Your queries and access token will be sent to:'),
      ({ baseUrl }) => baseUrl,
      next,
      current,
    ),
    addressText(
      current
        ? vscode.l10n.t('Address for your user name and password:')
        : vscode.l10n.t('Your user name and password will be sent to:'),
      tokenAddress,
      next,
      current,
    ),
    othersOf(next, current),
    vscode.l10n.t('Proposed by {0} in the folder "{1}".', proposalPath.join('/'), plainLabel(folder)),
    current
      ? vscode.l10n.t(
          'Update it only if you recognize both addresses. Your saved sign-in for this connection will be removed.',
        )
      : vscode.l10n.t(
          'Add it only if you recognize both addresses. It will be copied to your user settings; later changes to the file have no effect unless you accept them.',
        ),
  ];
  const question = current
    ? vscode.l10n.t('This workspace proposes changes to the connection "{0}".', plainLabel(name))
    : vscode.l10n.t('Add the connection "{0}" proposed by this workspace?', plainLabel(name));
  return {
    message: `${question} ${receiversText(next)}`,
    detail: detail.filter((text) => text !== '').join('\n\n'),
    accept: current ? vscode.l10n.t('Update and Sign In') : vscode.l10n.t('Add and Sign In'),
    decline: current ? vscode.l10n.t('Keep Current') : vscode.l10n.t('Decline'),
  };
}

/** Who gets what, for the text of a dialog that is read before its detail. */
export const receiversText = (connection: Connection): string =>
  vscode.l10n.t(
    'Your password will be sent to {0}, and your queries to {1}.',
    hostOf(tokenAddress(connection)),
    hostOf(connection.baseUrl),
  );

function addressText(
  title: string,
  addressOf: (connection: Connection) => string,
  next: Connection,
  current: Connection | undefined,
): string {
  const shown = shownAddress(addressOf(next));
  const before = current && shownAddress(addressOf(current));
  if (before === undefined) return `${title}\n${shown}`;
  return before === shown
    ? `${title}\n${vscode.l10n.t('Unchanged: {0}', shown)}`
    : `${title}\n${vscode.l10n.t('Proposed: {0}', shown)}\n${vscode.l10n.t('Current: {0}', before)}`;
}

/** The other fields that requests to these addresses depend on, one per line. */
function othersOf(next: Connection, current: Connection | undefined): string {
  const members: readonly [title: string, value: (connection: Connection) => string][] = [
    [vscode.l10n.t('Client ID'), ({ clientId }) => clientId],
    [vscode.l10n.t('Scope'), ({ scope }) => scope],
    [
      vscode.l10n.t('Client authentication'),
      ({ clientId, clientAuthentication }) => (clientId === '' ? '' : clientAuthentication),
    ],
    [vscode.l10n.t('Venue'), ({ venue }) => (venue === usualVenue ? '' : venue)],
  ];
  return members
    .flatMap(([title, value]) => {
      const proposed = value(next);
      const old = current ? value(current) : proposed;
      if (old !== proposed)
        return [vscode.l10n.t('{0}: {1} (current: {2})', title, proposed || '-', old || '-')];
      return proposed === '' ? [] : [vscode.l10n.t('{0}: {1}', title, proposed)];
    })
    .join('\n');
}

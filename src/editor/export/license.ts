import * as v from 'valibot';
import * as vscode from 'vscode';
import { fileOf, madeUpBy } from '../../protocol/source';
import type { Result } from '../../results/result';
import { remembered } from '../shell/remembered';
import type { StoredValues } from '../shell/storedValues';
import { plainLabel } from '../../text/plainLabel';
import { hasGitRemote } from '../shell/gitFolder';
import { showInformation } from '../shell/shownMessages';

type Sourced = Pick<Result, 'connection' | 'source'>;

/**
 * Whether this file would publish a service's data: it is in a repository with a remote, and no values are
 * made up.
 */
export async function wouldPublish(result: Sourced, target: vscode.Uri): Promise<boolean> {
  if (madeUpBy(result) !== null) return false;
  return hasGitRemote(vscode.Uri.joinPath(target, '..'));
}

/** The source whose license applies. If a file's connection isn't known, the file itself is named. */
const licensed = (result: Sourced) => {
  const file = fileOf(result);
  return file ? (file.savedFrom ?? file.name) : result.connection;
};

const mentionedIn = (stored: StoredValues) =>
  remembered(stored, 'marketData.licenseMentioned', v.literal(true));

/** Text about a connection's license; empty once it has been mentioned in the workspace. */
export function licenseMention(stored: StoredValues, result: Sourced): string {
  if (mentionedIn(stored).of(licensed(result))) return '';
  return vscode.l10n.t(
    'This folder has a Git remote. Check whether the license for "{0}" lets you publish its data. JSON exports for tests have made-up prices, volumes, and IDs.',
    plainLabel(licensed(result)),
  );
}

/**
 * If this file would publish a service's data, notes that its license has been mentioned, and mentions it in
 * a message unless the person has already seen it (`isSeen`).
 */
export async function mentionLicense(
  stored: StoredValues,
  result: Sourced,
  target: vscode.Uri,
  isSeen: boolean,
): Promise<void> {
  const mention = licenseMention(stored, result);
  if (mention === '' || !(await wouldPublish(result, target))) return;
  mentionedIn(stored).remember(licensed(result), true);
  if (!isSeen) void showInformation(mention);
}

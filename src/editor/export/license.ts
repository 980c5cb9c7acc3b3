import * as vscode from 'vscode';
import { sandboxName } from '../../request/connection';
import { sourceOf, type Result } from '../../results/result';
import type { Memory } from '../shell/memory';
import { plainLabel } from '../shell/plainLabel';
import { hasGitRemote } from './gitRemote';

const memoryKey = 'marketData.licenseMentioned';

type Sourced = Pick<Result, 'connection' | 'file'>;

/** Whether this file would publish a service's data: it is in a repository with a remote, and no values are made up. */
export async function isPublished(result: Sourced, target: vscode.Uri): Promise<boolean> {
  if (sourceOf(result) === sandboxName || result.file?.madeUp) return false;
  return hasGitRemote(vscode.Uri.joinPath(target, '..'));
}

/** Whose license it is. A file whose connection isn't known is named itself. */
const licensed = (result: Sourced) => (result.file?.savedFrom === null ? result.file.name : sourceOf(result));

function mentionedIn(memory: Memory): Record<string, unknown> {
  const stored = memory.get(memoryKey);
  return typeof stored === 'object' && stored !== null ? { ...stored } : {};
}

/** What to say of a connection's license until it has been mentioned in the workspace; empty from then on. */
export function licenseMention(memory: Memory, result: Sourced): string {
  const source = licensed(result);
  if (mentionedIn(memory)[source] === true) return '';
  return vscode.l10n.t(
    'This folder has a Git remote. Check whether the license of "{0}" lets you publish its data. Seeded values replace all prices, volumes, and ids of the response.',
    plainLabel(source),
  );
}

/**
 * Whether this file would publish a service's data. The license is then mentioned: in a message, unless the person has
 * already seen the mention.
 */
export async function mindLicense(
  memory: Memory,
  result: Sourced,
  target: vscode.Uri,
  isSeen = false,
): Promise<boolean> {
  if (!(await isPublished(result, target))) return false;
  const mention = licenseMention(memory, result);
  if (mention === '') return true;
  memory.keep(memoryKey, { ...mentionedIn(memory), [licensed(result)]: true });
  if (!isSeen) void vscode.window.showInformationMessage(mention);
  return true;
}

import * as vscode from 'vscode';
import { sandboxName } from '../../request/connection';
import { sourceOf, type Result } from '../../results/result';
import type { Memory } from '../shell/memory';
import { plainLabel } from '../shell/plainLabel';
import { hasGitRemote } from './gitRemote';

const memoryKey = 'marketData.licenseMentioned';

/** Whether this file would publish a service's data: it is in a repository with a remote, and no values are made up. */
export async function isPublished(
  result: Pick<Result, 'connection' | 'file'>,
  target: vscode.Uri,
): Promise<boolean> {
  if (sourceOf(result) === sandboxName || result.file?.madeUp) return false;
  return hasGitRemote(vscode.Uri.joinPath(target, '..'));
}

/**
 * What to say of a connection's license the first time in the workspace; empty from then on. A file whose connection
 * isn't known is named itself.
 */
export function licenseMention(memory: Memory, result: Pick<Result, 'connection' | 'file'>): string {
  const source = result.file?.savedFrom === null ? result.file.name : sourceOf(result);
  const stored = memory.get(memoryKey);
  const mentioned: Record<string, unknown> =
    typeof stored === 'object' && stored !== null ? { ...stored } : {};
  if (mentioned[source] === true) return '';
  memory.keep(memoryKey, { ...mentioned, [source]: true });
  return vscode.l10n.t(
    'This folder has a Git remote. Check whether the license of "{0}" lets you publish its data. Seeded values replace all prices, volumes, and ids of the response.',
    plainLabel(source),
  );
}

/** Whether this file would publish a service's data; a message then mentions the license, the first time. */
export async function mindLicense(
  memory: Memory,
  result: Pick<Result, 'connection' | 'file'>,
  target: vscode.Uri,
): Promise<boolean> {
  if (!(await isPublished(result, target))) return false;
  const mention = licenseMention(memory, result);
  if (mention !== '') void vscode.window.showInformationMessage(mention);
  return true;
}

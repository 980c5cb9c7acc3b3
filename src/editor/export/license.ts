import * as vscode from 'vscode';
import { sandboxName } from '../../request/connection';
import { sourceOf, type Result } from '../../results/result';
import type { Memory } from '../shell/memory';
import { plainLabel } from '../shell/plainLabel';
import { hasGitRemote } from './gitRemote';

const memoryKey = 'marketData.licenseMentioned';

/**
 * Whether a file in the workspace would publish a service's data: the first folder has a Git remote, and the values
 * are not made up.
 */
export async function isPublished(result: Pick<Result, 'connection' | 'file'>): Promise<boolean> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder || sourceOf(result) === sandboxName || result.file?.madeUp) return false;
  return hasGitRemote(folder.uri);
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

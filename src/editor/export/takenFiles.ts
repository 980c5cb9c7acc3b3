import * as vscode from 'vscode';
import type { Beside } from '../../protocol/beside';
import { nameOf, statOf } from './exportTarget';
import { urisOf } from './resultFiles';

/** The names of the files that an export would replace, except the one that the person agreed to replace. */
export async function takenNames(
  uri: vscode.Uri,
  beside: Beside,
  agreed: vscode.Uri | null,
): Promise<string[]> {
  const uris = urisOf(uri, beside).filter((each) => each.toString() !== agreed?.toString());
  const stats = await Promise.all(uris.map(statOf));
  return uris.filter((_, at) => stats[at]?.exists).map(nameOf);
}

/** Says that these files exist. There must be at least one. */
export const takenText = (names: readonly string[]): string =>
  names.length > 1
    ? vscode.l10n.t('These files already exist: {0}.', names.join(', '))
    : vscode.l10n.t('{0} already exists.', names[0] ?? '');

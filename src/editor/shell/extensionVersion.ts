import type { ExtensionContext } from 'vscode';
import { isRecord } from '../../text/json';

/** The version in the extension's manifest. */
export function extensionVersion({ extension }: ExtensionContext): string {
  const manifest: unknown = extension.packageJSON;
  return isRecord(manifest) ? String(manifest.version) : '';
}

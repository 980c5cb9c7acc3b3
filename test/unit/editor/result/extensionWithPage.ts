import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';

/** The folder of an extension with a page to show, whose style sheet is empty. */
export function extensionWithPage(): vscode.Uri {
  const folder = mkdtempSync(join(tmpdir(), 'extension-'));
  mkdirSync(join(folder, 'dist/webview'), { recursive: true });
  writeFileSync(join(folder, 'dist/webview/style.css'), '');
  return vscode.Uri.file(folder);
}

import { join } from 'node:path';
import type * as vscode from 'vscode';

/** Where stored responses are, in one folder per session. */
export const resultsFolder = ({ globalStorageUri }: vscode.ExtensionContext): string =>
  join(globalStorageUri.fsPath, 'results');

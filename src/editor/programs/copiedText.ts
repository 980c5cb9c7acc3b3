import * as vscode from 'vscode';
import { showingFailure } from '../shell/failureMessages';

/**
 * Copies a program to the clipboard and tells the person, who can then open it as a document to save it next
 * to the data.
 */
export async function copyForPerson(program: string, said: string): Promise<string> {
  await vscode.env.clipboard.writeText(program);
  void showingFailure(() => offerDocument(program, said));
  return program;
}

async function offerDocument(content: string, said: string): Promise<void> {
  const open = vscode.l10n.t('Open as Document');
  if ((await vscode.window.showInformationMessage(said, open)) !== open) return;
  const document = await vscode.workspace.openTextDocument({ language: 'python', content });
  await vscode.window.showTextDocument(document);
}

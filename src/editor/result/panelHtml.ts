import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { protocolVersion } from '../../protocol/messages';
import type { Sentences } from '../../text/l10n';

/** Lets the view load only its own bundle. */
export function webviewOptions(extensionUri: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    enableForms: false,
    localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist', 'webview')],
  };
}

/** JSON without `<`, so that no translation can close the element that contains it. */
const asData = (sentences: Sentences) => JSON.stringify(sentences).replaceAll('<', '\\u003c');

/**
 * Requests the state from the host while the page's files are still loading, and keeps its messages for
 * `webview-ui/host/hostLink.ts`.
 */
const announcement = `
      const marketDataPage = { editor: acquireVsCodeApi(), said: [] };
      addEventListener('message', ({ data }) => marketDataPage.said?.push(data));
      const size = { width: innerWidth * devicePixelRatio, height: innerHeight * devicePixelRatio };
      marketDataPage.editor.postMessage({ version: ${protocolVersion}, kind: 'ready', size });`;

const fileUri = (extensionUri: vscode.Uri, name: string) =>
  vscode.Uri.joinPath(extensionUri, 'dist', 'webview', name);

/** The style sheet of the result view. Throws if the file is missing. */
export const viewStyles = (extensionUri: vscode.Uri): string =>
  readFileSync(fileUri(extensionUri, 'style.css').fsPath, 'utf8');

/**
 * The page of the result view. It contains no data, but the sentences in the editor's language, which the
 * view needs before its first message, and the styles: a separate style sheet would cost a round trip through
 * the editor, for which the scripts would wait.
 */
export function panelHtml(webview: vscode.Webview, extensionUri: vscode.Uri, styles: string): string {
  const nonce = randomBytes(24).toString('base64');
  const address = (name: string) => webview.asWebviewUri(fileUri(extensionUri, name)).toString();
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data:`,
  ].join('; ');
  const { bundle } = vscode.l10n;
  const language = bundle ? vscode.env.language : 'en';
  return `<!DOCTYPE html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta property="csp-nonce" content="${nonce}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Market data</title>
    <script nonce="${nonce}">${announcement}
    </script>
    <style nonce="${nonce}">${styles}</style>
    <link rel="modulepreload" nonce="${nonce}" href="${address('shared.js')}">
  </head>
  <body>
    <div id="market-data"></div>
    <script type="application/json" id="sentences">${asData(bundle ?? {})}</script>
    <script type="module" nonce="${nonce}" src="${address('main.js')}"></script>
  </body>
</html>`;
}

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { protocolVersion } from '../../messages';
import type { Sentences } from '../../text/l10n';

/** The view can load its own bundle and nothing else. */
export function webviewOptions(extensionUri: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    enableForms: false,
    localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist', 'webview')],
  };
}

/** No translation can end the element that contains it. */
const asData = (sentences: Sentences) => JSON.stringify(sentences).replaceAll('<', '\\u003c');

/**
 * Asks the host for the state while the page's files are still on their way, and keeps what it says for them
 * (`webview-ui/host/hostLink.ts`).
 */
const announcement = `
      const marketDataPage = { editor: acquireVsCodeApi(), said: [] };
      addEventListener('message', ({ data }) => marketDataPage.said?.push(data));
      const size = { width: innerWidth * devicePixelRatio, height: innerHeight * devicePixelRatio };
      marketDataPage.editor.postMessage({ version: ${protocolVersion}, kind: 'ready', size });`;

const fileUri = (extensionUri: vscode.Uri, name: string) =>
  vscode.Uri.joinPath(extensionUri, 'dist', 'webview', name);

/** The style sheet of the result view. Throws if the extension isn't complete. */
export const viewStyles = (extensionUri: vscode.Uri): string =>
  readFileSync(fileUri(extensionUri, 'style.css').fsPath, 'utf8');

/**
 * The page around the result view. It contains the translated sentences in the editor's language, because the
 * view needs them before its first message, and no data. It contains the styles, too: a style sheet of its
 * own would be a round trip through the editor, and the scripts would wait for it.
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

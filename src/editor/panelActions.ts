import * as vscode from 'vscode';
import type { ViewAction } from '../messages';
import type { Result } from '../results/result';
import type { BodyDocuments } from './result/bodyDocument';
import type { ChartOverlays } from './compare/chartOverlays';
import { chooseOriginal, type Comparisons } from './compare/comparisons';
import type { ResultExport } from './export/exportResult';
import { plainLabel } from './shell/plainLabel';
import { savePicture } from './export/picture';
import type { Queries } from './query/queries';
import type { ResultCommands } from './result/resultCommands';
import type { PanelActions } from './result/resultPanel';
import type { SignIn } from './connections/signIn';
import { errorText } from '../text/errorText';

interface Doers {
  queries: Queries;
  signIn: SignIn;
  exports: ResultExport;
  results: ResultCommands;
  documents: BodyDocuments;
  comparisons: Comparisons;
  overlays: ChartOverlays;
  log: vscode.LogOutputChannel;
}

/** What the buttons of the result view do. A failure is told once. */
export function panelActions(doers: Doers): PanelActions {
  return (action, result) => {
    void take(doers, action, result).catch((error: unknown) => {
      const message = errorText(error);
      void vscode.window.showErrorMessage(plainLabel(message));
    });
  };
}

async function take(doers: Doers, action: ViewAction, result: Result): Promise<void> {
  const { queries, signIn, exports, results, documents, comparisons, overlays, log } = doers;
  switch (action.kind) {
    case 'runAgain':
      await (result.comparison ? comparisons.repeat(result) : queries.repeat(result));
      return;
    case 'runInstead':
      await queries.repeat(result, action.parameters);
      return;
    case 'editQuery': {
      const asked = result.comparison ? await chooseOriginal(result.comparison) : result;
      if (asked) await queries.edit(asked);
      return;
    }
    case 'signIn':
      if (await signIn.prompt(result.connection)) await queries.repeat(result);
      return;
    case 'editConnection':
      if (await signIn.correct(result.connection)) await queries.repeat(result);
      return;
    case 'showLog':
      log.show();
      return;
    case 'export':
      await exports.prompt(result, action.format);
      return;
    case 'copyAs':
      await results.copyAndTell(result, action.target);
      return;
    case 'copyText':
      await vscode.env.clipboard.writeText(action.text);
      void vscode.window.setStatusBarMessage(vscode.l10n.t('Copied'), 3000);
      return;
    case 'openDocument':
      return documents.open(result, () => exports.prompt(result, 'json'));
    case 'savePicture':
      return savePicture(result, action.png);
    case 'compare':
      await comparisons.prompt(result);
      return;
    case 'openOriginal':
      return comparisons.openOriginal(result, action.place);
    case 'addToChart':
      return overlays.prompt(result);
    case 'cancel':
    case 'removeFromChart':
    case 'timeZone':
    case 'otherZone':
    case 'columns':
      return; // the panel itself takes these
  }
}

import * as vscode from 'vscode';
import type { ViewAction } from '../protocol/messages';
import { tableOf, type Result } from '../results/result';
import { refuse } from '../protocol/source';
import type { BodyDocuments } from './result/bodyDocument';
import type { ColumnChoices } from './result/columnChoices';
import type { ChartOverlays } from './compare/chartOverlays';
import { chooseOriginal, type Comparisons } from './compare/comparisons';
import type { SavedResponses } from './savedResponses/savedResponses';
import type { OpenRanges } from './range/openRanges';
import type { RangeRuns } from './range/rangeRuns';
import { telling } from './shell/failureMessages';
import { savePicture } from './export/picture';
import type { Queries } from './query/queries';
import type { SavedQueries } from './queryFiles/save/savedQueries';
import type { ResultCommands } from './result/resultCommands';
import type { PanelActions } from './result/resultPanel';
import type { ResultPanels } from './result/resultPanels';
import { pickTimeZone } from './shell/timeZones';
import type { SignIn } from './connections/signIn';

interface Doers {
  queries: Queries;
  savedQueries: SavedQueries;
  signIn: SignIn;
  results: ResultCommands;
  panels: ResultPanels;
  columnChoices: ColumnChoices;
  documents: BodyDocuments;
  comparisons: Comparisons;
  files: SavedResponses;
  openRanges: OpenRanges;
  ranges: Pick<RangeRuns, 'fetchMissing'>;
  overlays: ChartOverlays;
  log: vscode.LogOutputChannel;
}

/** Carries out what a person does in the result view. A failure is reported once. */
export function panelActions(doers: Doers): PanelActions {
  return (action, result) => {
    void telling(() => take(doers, action, result));
  };
}

async function take(doers: Doers, action: ViewAction, result: Result): Promise<void> {
  const { queries, savedQueries, signIn, results, panels, columnChoices } = doers;
  const { documents, comparisons, files, openRanges, ranges, overlays, log } = doers;
  const { source } = result;
  switch (action.kind) {
    case 'runAgain':
      refuse('runAgain', source);
      await (source.kind === 'comparison' ? comparisons.repeat(result) : queries.repeat(result));
      return;
    case 'runInstead':
      await queries.repeat(result, action.parameters);
      return;
    case 'cancel':
      result.controller.abort();
      return;
    case 'editQuery': {
      refuse('runAgain', source);
      const asked = source.kind === 'comparison' ? await chooseOriginal(source) : result;
      if (asked) await queries.edit(asked);
      return;
    }
    case 'saveQuery':
      await savedQueries.prompt(result);
      return;
    case 'editPart':
      await queries.editPart(result, action.part);
      return;
    case 'addToPart':
      await queries.addToPart(result, action.part);
      return;
    case 'otherDay':
      await queries.onDayBeside(result, action.days);
      return;
    case 'back':
      panels.tabOf(result.id)?.back();
      return;
    case 'keep':
      panels.tabOf(result.id)?.keep();
      return;
    case 'signIn':
      if (await signIn.prompt(result.connection)) await queries.repeat(result);
      return;
    case 'editConnection':
      if (await signIn.correct(result.connection)) await queries.repeat(result);
      return;
    case 'showLog':
      log.show();
      return;
    case 'copyAs':
      await results.copyAndTell(result, action.target);
      return;
    case 'copyText':
      await vscode.env.clipboard.writeText(action.text);
      void vscode.window.setStatusBarMessage(vscode.l10n.t('Copied'), 3000);
      return;
    case 'openDocument':
      return documents.open(result, () => panels.openExport(result, 'export', 'json'));
    case 'savePicture':
      return savePicture(result, action.png);
    case 'compare':
      await comparisons.prompt(result);
      return;
    case 'compareWithService':
      await comparisons.withService(result);
      return;
    case 'openAgain':
      await (source.kind === 'range' ? openRanges.openAgain(result) : files.openAgain(result));
      return;
    case 'openOriginal':
      return comparisons.openOriginal(result, action.index);
    case 'openDay':
      await openRanges.openDay(result, action.day);
      return;
    case 'fetchDays':
      if (await ranges.fetchMissing(result)) await openRanges.openAgain(result);
      return;
    case 'addToChart':
      return overlays.prompt(result);
    case 'removeFromChart':
      panels.tabOf(result.id)?.removeOverlay(action.result);
      return;
    case 'timeZone':
      panels.tabOf(result.id)?.showZone(action.zone);
      return;
    case 'otherZone': {
      const tab = panels.tabOf(result.id);
      tab?.showZone(await pickTimeZone());
      return;
    }
    case 'columns':
      columnChoices.remember(tableOf(result), action.choice);
      return;
  }
}

import type { WriteSources } from '../../engine/export/resultFiles';
import type { ExportPreset } from '../../protocol/exportOrder';
import type { Shared } from '../foundation';
import { command, isHistoryNode, isTab, type HistoryNode } from '../shell/commandArguments';
import { exportChoicesIn } from '../shell/remembered';
import type { ViewActions } from '../shell/viewActions';
import { exportAnswers } from './exportAnswers';
import { exportShape, ResultExport } from './exportResult';
import { fixtureShape, writeFixture } from './fixtures';
import { savePicture } from './savePicture';

/** The commands and actions that write results to files, and what other rooms need of them. */
export function exportCommands(
  shared: Shared,
  /** Opens the export dialog over the result of a history entry, or over the one that the person chooses. */
  openDialog: (preset: ExportPreset, entry?: HistoryNode) => Promise<void>,
) {
  const { workspaceState, log, tick } = shared;
  const sources: WriteSources = {
    ...shared,
    onWritten(left) {
      for (const { address } of left) {
        log.warn(`A copy of a file that was replaced couldn't be deleted: ${address}`);
      }
      tick('hasTaken');
    },
  };
  const exportChoices = exportChoicesIn(workspaceState);
  const exports = new ResultExport(sources);
  return {
    exports,
    exportChoices,
    answers: exportAnswers(exports, exportChoices, workspaceState),
    commands: {
      export: command(exportShape, {
        prompt: (entry) => openDialog('export', entry),
        isClicked: isHistoryNode,
        run: (given) => exports.headless(given),
      }),
      fixture: command(fixtureShape, {
        prompt: () => openDialog('fixture'),
        isClicked: isTab,
        run: (given) => writeFixture(sources, given),
      }),
    },
    actions: {
      savePicture: (result, { png }) => savePicture(result, png),
    } satisfies Partial<ViewActions>,
  };
}

import type * as v from 'valibot';
import type { WriteSources } from '../../engine/export/resultFiles';
import { tokenPathOf } from '../../exports/mocks/mockedQuery';
import type { ExportPreset } from '../../protocol/exportOrder';
import { connectionDefaults } from '../../service/connectionSettings';
import type { Shared } from '../foundation';
import { command, isHistoryNode, isTab, type HistoryNode } from '../shell/commandArguments';
import type { ViewActions } from '../shell/viewActions';
import { exportChoicesIn } from './exportChoices';
import { exportAnswers } from './exportDialog';
import { exportShape, ResultExport } from './exportResult';
import { fixtureShape, writeFixture } from './fixtures';
import { savePicture } from './savePicture';

/** The commands and actions that write results to files, and what other rooms need of them. */
export function exportCommands(
  shared: Shared,
  /** Opens the export dialog over the result of a history entry, or over the one that the person chooses. */
  openDialog: (preset: ExportPreset, entry?: HistoryNode) => Promise<void>,
) {
  const { connections, workspaceState, log, tick } = shared;
  /** The default for the sample service and for connections that are no longer in the settings. */
  const tokenPathOfNamed = (name: string) => {
    const connection = connections.configured().find((each) => each.name === name);
    return connection ? tokenPathOf(connection) : connectionDefaults.tokenPath;
  };
  const sources: WriteSources = {
    ...shared,
    tokenPathOf: tokenPathOfNamed,
    onWritten(left) {
      for (const { address } of left) {
        log.warn(`A copy of a file that was replaced couldn't be deleted: ${address}`);
      }
      tick('hasTaken');
    },
  };
  const exportChoices = exportChoicesIn(workspaceState);
  const exports = new ResultExport(sources);
  const createFixture = (asked: v.InferOutput<typeof fixtureShape>) => writeFixture(sources, asked);
  return {
    exports,
    createFixture,
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
        run: createFixture,
      }),
    },
    actions: {
      savePicture: (result, { png }) => savePicture(result, png),
    } satisfies Partial<ViewActions>,
  };
}

import type * as vscode from 'vscode';
import { tokenPathOf } from '../../exports/mocks/mockedQuery';
import type { ExportPreset } from '../../protocol/exportOrder';
import type { Connection } from '../../request/connection';
import type { ResultStore } from '../../results/store/resultStore';
import type { SpoolFolder } from '../../results/store/spoolFolder';
import { connectionDefaults } from '../../service/connectionSettings';
import { command, isHistoryNode, isTab, type HistoryNode } from '../shell/commandArguments';
import type { Memory } from '../shell/memory';
import type { ViewActions } from '../shell/viewActions';
import type { Tick } from '../shell/walkthrough';
import { exportChoicesIn } from './exportChoices';
import { exportAnswers } from './exportDialog';
import { exportShape, ResultExport, type WriteResult } from './exportResult';
import { fixtureCreator, fixtureShape } from './fixtures';
import { savePicture } from './picture';
import { writeFiles } from './resultFiles';

/** What exports need. */
interface ExportSources {
  readonly store: ResultStore;
  readonly folder: SpoolFolder;
  readonly memory: Memory;
  readonly log: vscode.LogOutputChannel;
  readonly extensionVersion: string;
  readonly tick: Tick;
  /** The connections in the settings. */
  readonly configured: () => readonly Connection[];
  /** Opens the export dialog over the result of a history entry, or over the one that the person chooses. */
  readonly openDialog: (preset: ExportPreset, entry?: HistoryNode) => Promise<void>;
}

/** The commands and actions that write results to files, and what other rooms need of them. */
export function exportCommands({ memory, configured, openDialog, ...sources }: ExportSources) {
  const { store } = sources;
  /** The default for the sample service and for connections that are no longer in the settings. */
  const tokenPathOfNamed = (name: string) => {
    const connection = configured().find((each) => each.name === name);
    return connection ? tokenPathOf(connection) : connectionDefaults.tokenPath;
  };
  const write: WriteResult = (...what) => writeFiles({ ...sources, tokenPathOf: tokenPathOfNamed }, ...what);
  const exportChoices = exportChoicesIn(memory);
  const exports = new ResultExport(store, write);
  const createFixture = fixtureCreator(store, write);
  return {
    exports,
    createFixture,
    exportChoices,
    answers: exportAnswers(exports, exportChoices, memory),
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

import * as vscode from 'vscode';
import { refuse } from '../../results/source';
import { isReceivedWhole, type Result } from '../../results/result';
import type { ResultStore } from '../../results/resultStore';
import { leavesOut } from '../../table/tableTypes';
import { isRecord } from '../../text/json';
import { fixtureArgumentShape, readArgument } from '../shell/commandArguments';
import { commandIds } from '../shell/commands';
import type { Memory } from '../shell/memory';
import { plainLabel } from '../shell/plainLabel';
import type { ExportChoices } from './exportChoices';
import { refuseColumns, refuseUnfit, type ResultExport, type WriteResult } from './exportResult';
import { isFileName } from './exportSteps';
import { fileNameOf, refuseUntrusted, targetInWorkspace } from './exportTarget';
import { promptForFixture, type FixtureContent } from './fixturePrompts';
import { unattended, type Written } from './resultFiles';

/** The Uris of the files, the response first. */
interface Fixture {
  readonly files: string[];
}

/**
 * Creates test fixtures, each all or part of a response as JSON, with its provenance. Rejects with an `Error`
 * ready to display.
 */
export class Fixtures {
  constructor(
    private readonly store: ResultStore,
    private readonly write: WriteResult,
    private readonly exports: Pick<ResultExport, 'writeAndTell'>,
    private readonly choices: ExportChoices,
    private readonly memory: Memory,
    /** Opens the export dialog in the result's tab; `null` if it has none. */
    private readonly viewOf: (result: Result) => (() => void) | null,
  ) {}

  /** `marketData.result.fixture`, with no argument or a complete one. */
  async run(argument: unknown, choose: () => Promise<Result | undefined>): Promise<Fixture | undefined> {
    // A menu passes the tab it was opened on.
    const isMenu = isRecord(argument) && !('result' in argument) && !('target' in argument);
    if (argument !== undefined && argument !== null && !isMenu) return this.headless(argument);
    refuseUntrusted();
    const result = await choose();
    return result && this.prompt(result);
  }

  private async headless(argument: unknown): Promise<Fixture> {
    const asked = readArgument(commandIds.fixture, fixtureArgumentShape, argument);
    const { target, name, rows, records, values, types = [], mocks = [], overwrite = false } = asked;
    const result = this.store.get(asked.result);
    refuseUntrusted();
    if (records !== undefined && rows) {
      throw new Error(vscode.l10n.t('Pass either {0} or {1}, not both.', 'records', 'rows'));
    }
    refuseColumns('json', rows?.columns);
    refusePart(result);
    const chosen = records === undefined ? rows : { sample: records };
    const file = name === undefined ? fileNameOf(result, 'json', leavesOut(chosen)) : fileNamed(name);
    const uri = await targetInWorkspace(below(target, file));
    const content: FixtureContent = {
      rows: chosen,
      values: typeof values === 'object' ? values : undefined,
      types,
      mocks,
    };
    const how = writtenAs(content, overwrite);
    const uris = await this.write(result, how, uri, unattended());
    return { files: uris.map(String) };
  }

  private async prompt(result: Result): Promise<Fixture | undefined> {
    refusePart(result);
    const openView = this.viewOf(result);
    const chosen = await promptForFixture(result, this.store, this.choices, this.memory, openView);
    if (!chosen) return undefined;
    const { uri, overwrite } = chosen;
    const how = writtenAs(chosen, overwrite);
    const uris = await this.exports.writeAndTell(result, how, uri);
    return uris && { files: uris.map(String) };
  }
}

/** A fixture always comes with its provenance. */
const writtenAs = ({ rows, values, types, mocks }: FixtureContent, overwrite: boolean): Written => ({
  format: 'json',
  rows,
  values,
  beside: { provenance: true, types: [...new Set(types)], mocks: [...new Set(mocks)] },
  overwrite,
});

/** Throws an `Error` ready to display if the result isn't a complete response to a known query. */
function refusePart(result: Result): void {
  refuseUnfit(result, 'json');
  refuse('saveProvenance', result.source);
  if (isReceivedWhole(result)) return;
  throw new Error(vscode.l10n.t('A test fixture needs a complete response. Run the query again.'));
}

/**
 * The file in the folder, which is outside data: a path, a Uri, or anything else, which is rejected later.
 */
function below(folder: unknown, file: string): unknown {
  if (typeof folder === 'string')
    return folder.trim() === '' ? folder : `${folder.replace(/[\\/]+$/, '')}/${file}`;
  if (folder instanceof vscode.Uri) return vscode.Uri.joinPath(folder, file);
  if (!isRecord(folder) || typeof folder.path !== 'string') return folder;
  return { ...folder, path: `${folder.path.replace(/\/+$/, '')}/${file}` };
}

/** Throws an `Error` ready to display if the name isn't one of a file. */
function fileNamed(name: string): string {
  const file = `${name}.json`;
  if (name.trim() !== '' && isFileName(file)) return file;
  throw new Error(vscode.l10n.t('"{0}" is not a safe file name.', plainLabel(name, 100)));
}

import * as vscode from 'vscode';
import { numbered } from '../../exports/names';
import { refuseUnknownQuery } from '../../results/openedFile';
import { isReceivedWhole, type Result } from '../../results/result';
import type { ResultStore } from '../../results/resultStore';
import type { ChosenRows } from '../../table/tableTypes';
import { isRecord } from '../../text/json';
import { formatCounted } from '../../text/l10n';
import { cancellable } from '../shell/cancellable';
import { fixtureArgumentShape, readArgument } from '../shell/commandArguments';
import { commandIds } from '../shell/commands';
import type { Memory } from '../shell/memory';
import { refuseColumns, refuseUnfit, type WriteResult } from './exportResult';
import { fileNameOf, refuseUntrusted, statOf, targetInWorkspace } from './exportTarget';
import { fileNamed, promptForFixture, type FixtureContent } from './fixturePrompts';
import { urisOf, type Written } from './resultFiles';

/** The Uris of the files, the response first. */
interface Fixture {
  readonly files: string[];
}

/** Creates test fixtures: part of a response as JSON, with its provenance. Rejects with an `Error` fit to be shown. */
export class Fixtures {
  constructor(
    private readonly store: ResultStore,
    private readonly write: WriteResult,
    private readonly memory: Memory,
  ) {}

  /** `marketData.result.fixture`, with no argument or a complete one. */
  async run(argument: unknown, choose: () => Promise<Result | undefined>): Promise<Fixture | undefined> {
    // A menu passes which tab it was opened on.
    const isMenu = isRecord(argument) && !('result' in argument) && !('target' in argument);
    if (argument !== undefined && argument !== null && !isMenu) return this.headless(argument);
    refuseUntrusted();
    const result = await choose();
    return result && this.prompt(result);
  }

  private async headless(argument: unknown): Promise<Fixture> {
    const asked = readArgument(commandIds.fixture, fixtureArgumentShape, argument);
    const { target, name, records, values, types = [], mocks = [], overwrite = false } = asked;
    const rows = asked.rows as ChosenRows | undefined;
    const result = this.store.get(asked.result);
    refuseUntrusted();
    if (records !== undefined && rows) {
      throw new Error(vscode.l10n.t('Pass either {0} or {1}, not both.', 'records', 'rows'));
    }
    refuseColumns('json', rows?.columns);
    refusePart(result);
    const isPart = records !== undefined || rows !== undefined;
    const file = name === undefined ? fileNameOf(result, 'json', isPart) : fileNamed(name);
    const uri = await targetInWorkspace(below(target, file));
    const content: FixtureContent = {
      rows: records === undefined ? rows : { sample: records },
      values: typeof values === 'object' ? values : undefined,
      types,
      mocks,
    };
    const how = writtenAs(content, overwrite);
    const uris = await this.write(result, how, uri, { onProgress: () => undefined, signal: never() });
    return { files: uris.map(String) };
  }

  private async prompt(result: Result): Promise<Fixture | undefined> {
    refusePart(result);
    const chosen = await promptForFixture(result, this.store, this.memory);
    if (!chosen) return undefined;
    const how = writtenAs(chosen, false);
    const uri = await freeUri(chosen.folder, chosen.file, how);
    const title = vscode.l10n.t('Creating Test Fixture');
    const uris = await cancellable(title, (signal, tell) => {
      const onProgress = (rows: number) =>
        tell(formatCounted(rows, [vscode.l10n.t('{0} row'), vscode.l10n.t('{0} rows')]));
      return this.write(result, how, uri, { onProgress, signal });
    });
    if (!uris) return undefined;
    void tellCreated(uri, uris.length);
    return { files: uris.map(String) };
  }
}

const never = () => new AbortController().signal;

/** A fixture always has its provenance. */
const writtenAs = ({ rows, values, types, mocks }: FixtureContent, overwrite: boolean): Written => ({
  format: 'json',
  rows,
  values,
  beside: { provenance: true, types: [...new Set(types)], mocks: [...new Set(mocks)] },
  overwrite,
});

/** Throws an `Error` fit to be shown if there is no whole response to a known query. */
function refusePart(result: Result): void {
  refuseUnfit(result, 'json');
  refuseUnknownQuery(result.file);
  if (isReceivedWhole(result)) return;
  throw new Error(vscode.l10n.t('A test fixture needs a complete response. Run the query again.'));
}

/** The file in a folder that is outside data. */
function below(folder: unknown, file: string): unknown {
  if (typeof folder === 'string')
    return folder.trim() === '' ? folder : `${folder.replace(/[\\/]+$/, '')}/${file}`;
  if (folder instanceof vscode.Uri) return vscode.Uri.joinPath(folder, file);
  if (typeof folder !== 'object' || folder === null || !('path' in folder)) return folder;
  const { path } = folder;
  return { ...folder, path: `${String(path).replace(/\/+$/, '')}/${file}` };
}

/** A name in the folder that no file has, also beside it. */
async function freeUri(folder: vscode.Uri, file: string, { beside }: Written): Promise<vscode.Uri> {
  for (let count = 1; ; count += 1) {
    const uri = vscode.Uri.joinPath(folder, count === 1 ? file : numbered(file, count));
    const stats = await Promise.all(urisOf(uri, beside).map(statOf));
    if (!stats.some(({ exists }) => exists)) return uri;
  }
}

async function tellCreated(uri: vscode.Uri, files: number): Promise<void> {
  const open = vscode.l10n.t('Open');
  const name = uri.path.split('/').at(-1) ?? '';
  const text = vscode.l10n.t('Created {0} and {1} related files.', name, files - 1);
  const chosen = await vscode.window.showInformationMessage(
    files === 2 ? vscode.l10n.t('Created {0} and its provenance.', name) : text,
    open,
  );
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', uri);
}

import * as v from 'valibot';
import * as vscode from 'vscode';
import { verifiedRange } from '../../engine/range/verifiedRange';
import { findDataset } from '../../market/datasets/datasets';
import { rangeOf } from '../../protocol/source';
import type { RangeFormat } from '../../range/folderFiles';
import { refuseUntrusted } from '../export/exportTarget';
import type { ShowResult } from '../query/queries';
import type { Shared } from '../foundation';
import { command, isDatasetNode, isFile, type DatasetNode } from '../shell/commandArguments';
import { pickDatasetOrFile } from '../shell/pickDataset';
import type { ViewActions } from '../shell/viewActions';
import { rangeNamed } from './askForRange';
import { FetchCommand, rangeShape, type FetchSources } from './fetchCommand';
import { OpenRanges, openRangeShape } from './openRanges';
import { verifyForPerson } from './verifyCommand';

/** The commands and actions that fetch, open, and verify ranges, and what other rooms need of them. */
export function rangeCommands(
  { folder, ...shared }: Shared,
  parts: Pick<FetchSources, 'queries' | 'previousInputs' | 'signIn'>,
  show: ShowResult,
  /** Opens a saved response. */
  openFile: (file: vscode.Uri) => Promise<unknown>,
) {
  const newPath = (format: RangeFormat) => folder.exportPath('range', format);
  const openRanges = new OpenRanges(shared.store, show, openFile);
  const fetching = new FetchCommand({
    ...shared,
    ...parts,
    program: shared.context.asAbsolutePath('dist/cli.js'),
    fetching: { ...shared, runs: parts.queries.runs, newPath },
  });

  const openClicked = (clicked?: vscode.Uri) => openRanges.prompt(clicked);

  /** `fromFile` prompts for a query of the file, or of one that the person selects, and fetches a range of it. */
  function runRange(fromFile: (file?: vscode.Uri) => Promise<unknown>) {
    const promptForRange = async (node?: DatasetNode): Promise<unknown> => {
      refuseUntrusted();
      const chosen = node ? findDataset(node.datasetNode) : await pickDatasetOrFile();
      return chosen === 'file' ? fromFile() : chosen && fetching.prompt(chosen, {});
    };
    return command(rangeShape, {
      prompt: (clicked) => (isFile(clicked) ? fromFile(clicked) : promptForRange(clicked)),
      isClicked: (argument: unknown): argument is vscode.Uri | DatasetNode =>
        isFile(argument) || isDatasetNode(argument),
      run: (asked, signal) => fetching.headless(asked, signal),
    });
  }

  return {
    openAgain: openRanges.openAgain.bind(openRanges),
    prompt: fetching.prompt.bind(fetching),
    runRange,
    commands: {
      openRange: command(openRangeShape, {
        prompt: openClicked,
        isClicked: isFile,
        run: (given, signal) => openRanges.headless(given, signal),
      }),
      verifyRange: command(v.object({ target: v.unknown() }), {
        prompt: (clicked) => verifyForPerson(openClicked, clicked),
        isClicked: isFile,
        run: async ({ target }, signal) => verifiedRange(await rangeNamed(target), signal),
      }),
    },
    actions: {
      fetchRange: ({ query: { dataset, parameters: given }, connection }, days) =>
        fetching.prompt(dataset, { given, days }, connection),
      openDay: (result, { day }) => openRanges.openDay(result, day),
      fetchDays: async (result) => {
        if (await fetching.fetchMissing(result)) await openRanges.openAgain(result);
      },
      verifyFiles: (result) => {
        const range = rangeOf(result);
        return (
          range && verifyForPerson(() => openRanges.openAgain(result), vscode.Uri.parse(range.uri, true))
        );
      },
    } satisfies Partial<ViewActions>,
    dispose: () => fetching.dispose(),
  };
}

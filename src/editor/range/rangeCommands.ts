import * as v from 'valibot';
import * as vscode from 'vscode';
import { verifiedRange } from '../../engine/range/verifiedRange';
import { findDataset } from '../../market/datasets/datasets';
import type { RangeFormat } from '../../range/manifest';
import { refuseUntrusted } from '../export/exportTarget';
import type { ShowResult } from '../query/queries';
import type { Shared } from '../foundation';
import { command, isDatasetNode, isFile, type DatasetNode } from '../shell/commandArguments';
import { pickDatasetOrFile } from '../shell/pickDataset';
import { settings } from '../shell/settings';
import type { ViewActions } from '../shell/viewActions';
import { rangeNamed } from './askForRange';
import { OpenRanges, openRangeShape } from './openRanges';
import { RangeProgress } from './rangeProgress';
import { RangeRuns, rangeShape, type RangeSources } from './rangeRuns';
import { showRangeEnd } from './rangeMessages';
import { verifyForPerson } from './verifyRange';

/** The commands and actions that fetch, open, and verify ranges, and what other rooms need of them. */
export function rangeCommands(
  { folder, ...shared }: Shared,
  parts: Pick<RangeSources, 'queries' | 'previousInputs' | 'signIn'>,
  show: ShowResult,
  /** Opens a saved response. */
  openFile: (file: vscode.Uri) => Promise<unknown>,
  /** Prompts for a query of the file, or of one that the person selects, and fetches a range of it. */
  fromFile: (file?: vscode.Uri) => Promise<unknown>,
) {
  const newPath = (format: RangeFormat) => folder.exportPath('range', format);
  const { rangesView } = shared;
  const openRanges = new OpenRanges(shared.store, show, openFile);
  const progress = new RangeProgress(shared.log, () => settings.ofRequest().maxRetryWaitSeconds);
  const ranges = new RangeRuns(
    {
      ...shared,
      ...parts,
      program: shared.context.asAbsolutePath('dist/cli.js'),
      fetching: { ...shared, runs: parts.queries.runs, newPath },
    },
    (...what) => progress.watch(...what),
    (...what) => {
      shared.tick('hasRange');
      return showRangeEnd(...what);
    },
  );

  async function promptForRange(node?: DatasetNode): Promise<unknown> {
    refuseUntrusted();
    const chosen = node ? findDataset(node.datasetNode) : await pickDatasetOrFile();
    return chosen === 'file' ? fromFile() : chosen && ranges.prompt(chosen, {});
  }

  return {
    openAgain: openRanges.openAgain.bind(openRanges),
    prompt: (...what: Parameters<RangeRuns['prompt']>) => ranges.prompt(...what),
    commands: {
      runRange: command(rangeShape, {
        prompt: (clicked) => (isFile(clicked) ? fromFile(clicked) : promptForRange(clicked)),
        isClicked: (argument: unknown): argument is vscode.Uri | DatasetNode =>
          isFile(argument) || isDatasetNode(argument),
        run: (asked, signal) => ranges.headless(asked, signal),
      }),
      pauseRange: () => progress.pauseOrContinue(),
      openRange: command(openRangeShape, {
        prompt: (clicked) => openRanges.prompt(clicked),
        isClicked: isFile,
        run: (given, signal) => openRanges.headless(given, signal),
      }),
      verifyRange: command(v.object({ target: v.unknown() }), {
        prompt: (clicked) => verifyForPerson(rangesView.note, clicked),
        isClicked: isFile,
        run: async ({ target }, signal) => verifiedRange(await rangeNamed(target), signal),
      }),
      fetchMissingDays: (_id: string, clicked: unknown) =>
        isFile(clicked) ? ranges.fetchMissingIn(clicked) : undefined,
      revealRange: (_id: string, clicked: unknown) => {
        if (isFile(clicked)) void vscode.commands.executeCommand('revealInExplorer', clicked);
      },
      forgetRange: (_id: string, clicked: unknown) => {
        if (isFile(clicked)) rangesView.forget(clicked);
      },
    },
    actions: {
      fetchRange: ({ query: { dataset, parameters: given }, connection }, days) =>
        ranges.prompt(dataset, { given, days }, connection),
      openDay: (result, { day }) => openRanges.openDay(result, day),
      fetchDays: async (result) => {
        if (await ranges.fetchMissing(result)) await openRanges.openAgain(result);
      },
    } satisfies Partial<ViewActions>,
    dispose: () => progress.dispose(),
  };
}

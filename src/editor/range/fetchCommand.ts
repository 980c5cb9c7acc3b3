import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { fetchRange, type RangeControl, type RangeParts } from '../../engine/range/fetchRange';
import { manifestIn } from '../../engine/range/rangeNotes';
import type { Dataset } from '../../market/datasets/dataset';
import { requireDataset } from '../../market/datasets/datasets';
import type { RangeWishes } from '../../range/requestedDays';
import { firstAndLastDay } from '../../range/firstAndLastDay';
import { manifestName, rangeFormats } from '../../range/folderFiles';
import { rangeOf } from '../../protocol/source';
import { withoutTimes } from '../../range/rangeDays';
import { plannedRange } from '../../range/rangePlan';
import { rangeQuery } from '../../range/rangeQuery';
import type { RangeSummary } from '../../range/rangeRun';
import type { Result } from '../../results/result';
import type { Connections } from '../connections/connections';
import type { SignIn } from '../connections/signIn';
import { nameOf, refuseUntrusted, targetInWorkspace } from '../export/exportTarget';
import type { Queries } from '../query/queries';
import type { Inputs } from '../query/suggestions';
import { commandIds } from '../shell/commands';
import { showingFailure, type NextAction } from '../shell/failureMessages';
import { placeOf } from '../shell/placeOf';
import type { Remembered } from '../shell/remembered';
import type { CheckOff } from '../shell/walkthroughSteps';
import { tellEnd } from './endMessage';
import { promptForRange, type KnownInputs } from './fetchPrompts';
import { offerToIgnore } from './gitIgnore';
import { RangeCanceled, runInNotification } from './runNotification';
import { terminalCommand, type NamedQuery } from './terminalCommand';

/** A range to fetch into files without prompts; `from` and `to` are `GivenDays`. */
export const rangeShape = v.object({
  dataset: v.string(),
  parameters: v.optional(v.record(v.string(), v.string())),
  from: v.string(),
  to: v.optional(v.string()),
  windowMinutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(24 * 60))),
  connection: v.optional(v.string()),
  format: v.picklist(rangeFormats),
  target: v.unknown(),
  again: v.optional(v.boolean()),
  keepIncomplete: v.optional(v.boolean()),
  show: v.optional(v.boolean()),
});
type CommandRange = Omit<v.InferOutput<typeof rangeShape>, 'again'> & Pick<RangeWishes, 'again'>;

/** What fetching ranges needs. */
export interface FetchSources {
  readonly queries: Queries;
  readonly connections: Connections;
  readonly previousInputs: Remembered<Inputs>;
  readonly signIn: Pick<SignIn, 'requireVerifiedCertificates'>;
  readonly fetching: RangeParts;
  readonly log: Pick<vscode.LogOutputChannel, 'info'>;
  readonly tick: CheckOff;
  /** The path of the command line. */
  readonly program: string;
}

/** Fetches ranges of delivery days into folders. Rejects with an `Error` ready to display. */
export class FetchCommand implements vscode.Disposable {
  private readonly session = new AbortController();

  constructor(private readonly sources: FetchSources) {}

  /** Ends all runs with the session. Otherwise, the remaining days would be recorded as failed. */
  dispose(): void {
    this.session.abort();
  }

  /**
   * Prompts for what isn't known of a range of the dataset, fetches it, and tells the person how it ended;
   * `undefined` if it was canceled. The times of known parameters are ignored. `connection` is a connection's name;
   * `undefined` means the selected one. `named` is where a query of a file is from.
   */
  async prompt(
    dataset: Dataset,
    known: Pick<KnownInputs, 'given' | 'days'>,
    connection?: string,
    named?: NamedQuery,
  ): Promise<RangeSummary | undefined> {
    refuseUntrusted();
    const { connections, previousInputs, program } = this.sources;
    if (connection === undefined) connections.requireSelected();
    const name = connection ?? connections.selected;
    const previous = previousInputs.of(dataset.id) ?? {};
    const given = known.given && withoutTimes({ dataset, parameters: known.given });
    const entered = await promptForRange(dataset, { previous, given, days: known.days }, Date.now());
    if (!entered) return undefined;
    const asked = { connection: name, ...entered };
    const line = named && terminalCommand(program, named, asked);
    return this.fetchEntered(dataset, { dataset: dataset.id, ...asked }, line);
  }

  /**
   * Requests the missing days of an opened range over the connection that fetched the others, and tells the
   * person how it ended. Resolves with false if the person didn't sign in.
   */
  async fetchMissing(result: Result): Promise<boolean> {
    refuseUntrusted();
    const range = rangeOf(result);
    if (!range) return false;
    const folder = vscode.Uri.parse(range.uri, true);
    const manifest = await manifestIn(placeOf(folder));
    if (!manifest) throw new Error(vscode.l10n.t('{0} was moved or deleted.', manifestName(nameOf(folder))));
    const { query } = result;
    const { dataset } = query;
    const { from, to } = range;
    // Otherwise days that a person sees as present would be fetched again, with other parameters.
    if (
      manifest.dataset !== dataset.id ||
      !isDeepStrictEqual(rangeQuery(dataset, manifest.parameters, from, to).parameters, query.parameters)
    ) {
      throw new Error(vscode.l10n.t('The folder now contains a different query. Open it again.'));
    }
    if (nameOf(folder) !== dataset.id) {
      throw new Error(vscode.l10n.t('Rename the folder to "{0}" to fetch more days into it.', dataset.id));
    }
    const { parameters, format, connection } = manifest;
    const target = vscode.Uri.joinPath(folder, '..');
    // A person who sees which days are incomplete or empty wants these, however old they are.
    const again = 'unsettled' as const;
    const { suggestedWindowMinutes: windowMinutes } = dataset;
    const window = windowMinutes === undefined || format === 'json' ? {} : { windowMinutes };
    const asked = { dataset: dataset.id, parameters, format, connection, from, to, target, again, ...window };
    const ended = await this.fetchForPerson(asked);
    // The tab shows which days are still missing, and offers to fetch them.
    if (ended) void tellEnd(dataset, ended, []);
    return ended !== undefined;
  }

  /**
   * Fetches a range that a person entered and tells them how it ended, with the command for a terminal that does
   * the same if there is one; `undefined` if they canceled it or didn't sign in.
   */
  private async fetchEntered(
    dataset: Dataset,
    asked: CommandRange & { readonly connection: string },
    line: string | undefined,
  ): Promise<RangeSummary | undefined> {
    const ended = await this.fetchForPerson(asked);
    if (!ended) return undefined;
    const target = await targetInWorkspace(asked.target);
    const isCanceled = ended instanceof RangeCanceled;
    const { fetched, kept, preliminary, incomplete, taken, failed } = isCanceled ? ended.outcome : ended;
    const open = {
      label: vscode.l10n.t('Open'),
      take: () =>
        vscode.commands.executeCommand(commandIds.openRange, vscode.Uri.joinPath(target, dataset.id)),
    };
    const again = {
      label: vscode.l10n.t('Fetch Again'),
      take: () => this.fetchEntered(dataset, asked, line),
    };
    const copy = (text: string): NextAction => ({
      label: vscode.l10n.t('Copy as Command'),
      take: () => vscode.env.clipboard.writeText(text),
    });
    void tellEnd(dataset, ended, [
      ...(fetched + kept + preliminary + incomplete > 0 ? [open] : []),
      ...(isCanceled || taken + failed > 0 ? [again] : []),
      ...(line === undefined ? [] : [copy(line)]),
    ]);
    void showingFailure(() => offerToIgnore(target));
    if (isCanceled) return undefined;
    this.sources.tick('hasRange');
    return ended;
  }

  /** Fetches a range, also until the person cancels it; `undefined` if they didn't sign in. */
  private async fetchForPerson(
    asked: CommandRange & { readonly connection: string },
  ): Promise<RangeSummary | RangeCanceled | undefined> {
    if (!(await this.sources.queries.ensureSignedIn(asked.connection))) return undefined;
    try {
      return await this.headless(asked);
    } catch (error) {
      if (error instanceof RangeCanceled) return error;
      throw error;
    }
  }

  /** Fetches a range without prompts. */
  async headless(asked: CommandRange, signal?: AbortSignal): Promise<RangeSummary> {
    refuseUntrusted();
    const dataset = requireDataset(asked.dataset);
    const { parameters = {}, windowMinutes, format, again, keepIncomplete } = asked;
    const { from, to } = firstAndLastDay(dataset, asked, Date.now());
    const partsOfDay = windowMinutes === undefined ? {} : { windowMinutes };
    const wishes = { again, keepIncomplete };
    const plan = plannedRange({ dataset, parameters, from, to, ...partsOfDay }, format, wishes);
    const { connections, signIn, fetching, log } = this.sources;
    if (asked.connection === undefined) connections.requireSelected();
    const connection = await connections.get(asked.connection ?? connections.selected);
    signIn.requireVerifiedCertificates(connection);
    const target = await targetInWorkspace(asked.target);
    const fetch = async (control: RangeControl) => {
      // A link inside the target would lead out of the workspace.
      await targetInWorkspace(vscode.Uri.joinPath(target, dataset.id));
      return fetchRange(fetching, plan, connection, placeOf(target), control);
    };
    const run = { dataset, isShown: asked.show !== false, log };
    return runInNotification(run, [this.session.signal, ...(signal ? [signal] : [])], fetch);
  }
}

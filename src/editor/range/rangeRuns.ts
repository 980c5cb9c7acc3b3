import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { fetchRange, type RangeControl, type RangeParts } from '../../engine/range/fetchRange';
import { manifestIn } from '../../engine/range/rangeNotes';
import { isLacking } from '../../engine/range/rangeWords';
import type { Dataset } from '../../market/datasets/dataset';
import { requireDataset } from '../../market/datasets/datasets';
import type { RangeWishes } from '../../range/dayState';
import { firstAndLastDay } from '../../range/firstAndLastDay';
import { manifestName, rangeFormats } from '../../range/manifest';
import { withoutTimes } from '../../range/rangeDays';
import { plannedRange } from '../../range/rangePlan';
import { rangeQuery } from '../../range/rangeQuery';
import { sandboxName } from '../../request/connection';
import type { RangeSummary } from '../../range/rangeRun';
import type { Result } from '../../results/result';
import type { Connections } from '../connections/connections';
import type { SignIn } from '../connections/signIn';
import { nameOf, refuseUntrusted, targetInWorkspace } from '../export/exportTarget';
import { mentionLicense } from '../export/license';
import type { PreviousInputs } from '../query/previousInputs';
import type { Queries } from '../query/queries';
import type { StoredValues } from '../shell/storedValues';
import { placeOf } from '../shell/placeOf';
import { rangeCommandLine, type NamedQuery } from './rangeCommandLine';
import { promptForRange, type KnownInputs } from './rangePrompts';
import { spanOf, type RecordedRange } from './rangeItem';
import { RangeCanceled, type RangeProgress } from './rangeProgress';
import { offerToContinue, endingText, type showRangeEnd } from './rangeMessages';
import type { RangeDays, RangesView } from './rangesView';
import { watchWindow } from './windowWatch';

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
export interface RangeSources {
  readonly queries: Queries;
  readonly connections: Connections;
  readonly previousInputs: PreviousInputs;
  readonly workspaceState: StoredValues;
  readonly signIn: Pick<SignIn, 'requireVerifiedCertificates'>;
  readonly fetching: RangeParts;
  readonly rangesView: RangesView;
  /** The path of the command line. */
  readonly program: string;
}

/** Fetches ranges of delivery days into folders. Rejects with an `Error` ready to display. */
export class RangeRuns {
  constructor(
    private readonly sources: RangeSources,
    /** Shows a run while it lasts. */
    private readonly watch: RangeProgress['watch'],
    /** Tells the person how a run that they started ended, and offers what to do next. */
    private readonly told: typeof showRangeEnd,
  ) {}

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
    const previous = previousInputs.of(dataset.id, name);
    const given = known.given && withoutTimes({ dataset, parameters: known.given });
    const entered = await promptForRange(dataset, { previous, given, days: known.days }, Date.now());
    if (!entered) return undefined;
    const asked = { connection: name, ...entered };
    const line = named && rangeCommandLine(program, named, asked);
    return this.fetchAndTell(dataset, { dataset: dataset.id, ...asked }, line);
  }

  /**
   * Requests the missing days of an opened range; see `fetchMissingOf`. Resolves with false if the person didn't
   * sign in.
   */
  async fetchMissing({ query, source }: Result): Promise<boolean> {
    if (source.kind !== 'range') return false;
    const { dataset } = query;
    return this.fetchMissingOf(vscode.Uri.parse(source.uri, true), ({ manifest }) => {
      const { parameters } = rangeQuery(dataset, manifest.parameters, source.from, source.to);
      // Otherwise days that a person sees as present would be fetched again, with other parameters.
      if (manifest.dataset === dataset.id && isDeepStrictEqual(parameters, query.parameters)) return source;
      throw new Error(vscode.l10n.t('The folder now contains a different query. Open it again.'));
    });
  }

  /** Requests the missing days of all that were requested for a dataset's folder; see `fetchMissingOf`. */
  async fetchMissingIn(folder: vscode.Uri): Promise<void> {
    await this.fetchMissingOf(folder, (found) => spanOf(found, this.sources.rangesView.spanIn(folder)));
  }

  /**
   * Requests the missing days of a dataset's folder over the connection that fetched the others, and tells the
   * person how it ended. `daysOf` chooses the days. Resolves with false if the person didn't sign in.
   */
  private async fetchMissingOf(
    folder: vscode.Uri,
    daysOf: (found: RecordedRange) => RangeDays | undefined,
  ): Promise<boolean> {
    refuseUntrusted();
    const manifest = await manifestIn(placeOf(folder));
    if (!manifest) throw new Error(vscode.l10n.t('{0} was moved or deleted.', manifestName(nameOf(folder))));
    const dataset = requireDataset(manifest.dataset);
    const days = daysOf({ manifest, dataset });
    if (!days)
      throw new Error(vscode.l10n.t('{0} lists no delivery days yet.', manifestName(nameOf(folder))));
    if (nameOf(folder) !== dataset.id) {
      throw new Error(vscode.l10n.t('Rename the folder to "{0}" to fetch more days into it.', dataset.id));
    }
    const { parameters, format, connection } = manifest;
    if (!(await this.sources.queries.ensureSignedIn(connection))) return false;
    const { from, to } = days;
    const target = vscode.Uri.joinPath(folder, '..');
    // A person who sees which days are incomplete or empty wants these, however old they are.
    const again = 'unsettled' as const;
    const { suggestedWindowMinutes: windowMinutes } = dataset;
    const window = windowMinutes === undefined || format === 'json' ? {} : { windowMinutes };
    const asked = { dataset: dataset.id, parameters, format, connection, from, to, target, again, ...window };
    const summary = await this.headless(asked).catch((error: unknown) => {
      if (error instanceof RangeCanceled) return undefined;
      throw error;
    });
    // The tab and the Ranges view show which days are still missing, and offer to fetch them.
    if (!summary) return true;
    const text = endingText(dataset, summary);
    if (isLacking(summary)) void vscode.window.showWarningMessage(text);
    else void vscode.window.showInformationMessage(text);
    return true;
  }

  /**
   * Fetches a range and tells the person how it ended, with the command line that does the same if there is
   * one; `undefined` if they canceled it or didn't sign in.
   */
  private async fetchAndTell(
    dataset: Dataset,
    asked: CommandRange & { readonly connection: string },
    line: string | undefined,
  ): Promise<RangeSummary | undefined> {
    const { queries, workspaceState } = this.sources;
    const { connection } = asked;
    if (!(await queries.signedIn(connection))) return undefined;
    const summary = await this.fetchForPerson(dataset, asked);
    if (!summary) return undefined;
    void this.told(dataset, summary, () => this.fetchAndTell(dataset, asked, line), line);
    const source = { kind: 'service' } as const;
    void mentionLicense(
      workspaceState,
      { connection, source },
      vscode.Uri.parse(`${summary.target}/range`),
      false,
    );
    return summary;
  }

  /**
   * Fetches a range. After a cancellation, continues if the person chooses to; otherwise resolves with
   * `undefined`.
   */
  private async fetchForPerson(dataset: Dataset, asked: CommandRange): Promise<RangeSummary | undefined> {
    for (;;) {
      try {
        return await this.headless(asked);
      } catch (error) {
        if (!(error instanceof RangeCanceled)) throw error;
        if (!(await offerToContinue(dataset, error))) return undefined;
      }
    }
  }

  /** Fetches a range without prompts. */
  async headless(
    asked: CommandRange,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<RangeSummary> {
    refuseUntrusted();
    const dataset = requireDataset(asked.dataset);
    const { parameters = {}, windowMinutes, format, again, keepIncomplete } = asked;
    const { from, to } = firstAndLastDay(dataset, asked, Date.now());
    const partsOfDay = windowMinutes === undefined ? {} : { windowMinutes };
    const wishes = { again, keepIncomplete };
    const plan = plannedRange({ dataset, parameters, from, to, ...partsOfDay }, format, wishes);
    const { connections, signIn, fetching } = this.sources;
    if (asked.connection === undefined) connections.requireSelected();
    const connection = await connections.get(asked.connection ?? connections.selected);
    signIn.requireVerifiedCertificates(connection);
    const target = await targetInWorkspace(asked.target);
    const fetch = async (control: RangeControl) => {
      // A link inside the target would lead out of the workspace.
      await targetInWorkspace(vscode.Uri.joinPath(target, dataset.id));
      return fetchRange(fetching, plan, connection, placeOf(target), control);
    };
    const what = { dataset, days: plan.days.length };
    const isShown = asked.show !== false;
    const { rangesView } = this.sources;
    if (isShown) rangesView.note(vscode.Uri.joinPath(target, dataset.id), { from, to });
    // Made-up data is of no use to anybody if nobody is there.
    const window = connection.name === sandboxName ? watchWindow() : undefined;
    const signals = [signal, ...(window ? [window.signal] : [])];
    try {
      return await this.watch(what, fetch, signals, isShown);
    } finally {
      window?.dispose();
      if (isShown) rangesView.refresh();
    }
  }
}

import * as v from 'valibot';
import * as vscode from 'vscode';
import { carryOut, readingOutcome, type CarriedOut } from '../../engine/query/carryOut';
import { readAfterDrawing } from '../../engine/query/readAfterDrawing';
import { hasSeveralBodies, notedBytes, responseFileOf } from '../../engine/range/dayFiles';
import { knownDays, type FoundRange } from '../../engine/range/foundRange';
import { openedDay, responsesOf } from '../../engine/range/openedDays';
import { otherDataIn } from '../../engine/range/otherData';
import { manifestPlace } from '../../engine/range/rangeFolder';
import { hasRows, lackingSentence, type OpenedRange } from '../../protocol/openedRange';
import { rangeOf } from '../../protocol/source';
import type { Verdict } from '../../protocol/workerMessages';
import { dayFolderName } from '../../range/folderFiles';
import { deliveryDaysFrom } from '../../range/rangeDays';
import { rangeQuery } from '../../range/rangeQuery';
import { otherDataText, spansText } from '../../range/rangeReport';
import type { Outcome } from '../../request/outcome';
import { summaryOf, type Result, type ResultSummary } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import type { ShowResult } from '../query/queries';
import { joined } from '../../text/joined';
import { plainLabel } from '../../text/plainLabel';
import { uriOf } from '../shell/placeOf';
import { rangeNamed, rangeOfPerson } from './askForRange';
import { pickRangeFolder } from './pickRangeFolder';

/** A range folder and the delivery days to open without prompts. */
export const openRangeShape = v.object({
  target: v.unknown(),
  from: v.optional(v.string()),
  to: v.optional(v.string()),
  show: v.optional(v.boolean()),
});

/** The first and last day to open. Without a bound, the range begins or ends with the manifest. */
interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Opens range folders as results, without sending requests. Rejects with an `Error` ready to display. */
export class OpenRanges {
  constructor(
    private readonly store: ResultStore,
    private readonly show: ShowResult,
    /** Opens a single response. */
    private readonly openResponse: (file: vscode.Uri) => Promise<unknown>,
  ) {}

  /** Opens a range without prompts. */
  async headless(
    { target, show, ...days }: v.InferOutput<typeof openRangeShape>,
    signal: AbortSignal,
  ): Promise<ResultSummary> {
    const begun = (result: Result) => (show === false ? undefined : this.show(result));
    return summaryOf(await this.open(await rangeNamed(target), days, { begun, signal }));
  }

  /** Opens the range of a folder or manifest, or of the folder that the person selects. */
  async prompt(clicked?: vscode.Uri): Promise<ResultSummary | undefined> {
    const folder = clicked ?? (await pickRangeFolder(vscode.l10n.t('Open Range')));
    const found = folder && (await rangeOfPerson(folder));
    return found && this.showOpened(found, {}, { mayReplace: true });
  }

  /**
   * Opens one delivery day of a range as a separate result, from its response. A day that was sent in several
   * bodies has no JSON of its own.
   */
  async openDay(result: Result, day: string): Promise<void> {
    const found = await this.foundAgain(rangeOf(result));
    if (!found) return;
    const { signal } = result.controller;
    const response = responseFileOf(found, day);
    const bytes = response && (await notedBytes(response, signal));
    const isJson = found.manifest.format === 'json';
    if (response && bytes && (isJson || !(await hasSeveralBodies(bytes)))) {
      await this.openResponse(uriOf(response.file));
    } else await this.showOpened(found, { from: day, to: day }, {});
  }

  /** Reads a result's folder again and shows it in the same tab. */
  async openAgain(result: Result): Promise<void> {
    const range = rangeOf(result);
    const found = await this.foundAgain(range);
    if (found) await this.showOpened(found, range ?? {}, { inPlaceOf: result.id });
  }

  private async foundAgain(range: OpenedRange | undefined): Promise<FoundRange | undefined> {
    return range && rangeOfPerson(vscode.Uri.parse(range.uri, true));
  }

  private async showOpened(
    found: FoundRange,
    days: Days,
    where: Parameters<ShowResult>[1],
  ): Promise<ResultSummary> {
    return summaryOf(await this.open(found, days, { begun: (result) => this.show(result, where) }));
  }

  private async open(found: FoundRange, days: Days, carriedOut: CarriedOut): Promise<Result> {
    const { manifest, dataset, place } = found;
    const known = knownDays(found);
    const [from, to] = [days.from ?? known[0], days.to ?? known.at(-1)];
    if (from === undefined || to === undefined) throw new Error(noDays(found));
    const names = deliveryDaysFrom(from, to);
    const query = rangeQuery(dataset, manifest.parameters, from, to);
    this.store.prepare();
    const opened = await Promise.all(names.map((day) => openedDay(found, day)));
    const otherData = await otherDataIn(place, manifest.format);
    for (const day of opened) {
      if (otherData.some((path) => path.startsWith(dayFolderName(day.day)))) day.rowFile ??= 'doubled';
    }
    const there = opened.filter(hasRows);
    if (there.length === 0) {
      throw new Error(vscode.l10n.t('None of the delivery days from {0} to {1} has a response.', from, to));
    }
    const range: OpenedRange = {
      kind: 'range',
      uri: place.address,
      target: vscode.workspace.asRelativePath(uriOf(place)),
      from,
      to,
      days: opened,
    };
    const fileBytes = there.reduce((sum, { bytes }) => sum + bytes, 0);
    const result = this.store.beginOpened(query, plainLabel(manifest.connection, 100), range, fileBytes);
    const { signal } = result.controller;
    const read = async (drawn: Promise<void>) => {
      const changed = new Set<string>();
      const bodies = responsesOf(
        found,
        there.map(({ day }) => day),
        { signal, onChanged: (day) => changed.add(day) },
      );
      const verdict = await this.store.receive(
        result,
        readAfterDrawing(bodies, drawn, signal),
        manifest.format === 'json' ? 'identity' : 'gzip',
      );
      const gone = { outcome: 'responseChanged', rows: 0, bytes: 0, findings: [] } as const;
      for (const day of opened) if (changed.has(day.day)) Object.assign(day, gone);
      return rangeOutcome(range, otherData, result, verdict);
    };
    await carryOut(this.store, result, carriedOut, (drawn) => readingOutcome(result, () => read(drawn)));
    return result;
  }
}

const noDays = ({ place }: FoundRange) =>
  vscode.l10n.t('{0} lists no delivery days yet.', plainLabel(manifestPlace(place).name));

/** A range is as complete as its days. If the reader stopped, such as for lack of memory, says where. */
function rangeOutcome(
  { days }: OpenedRange,
  otherData: readonly string[],
  { table }: Result,
  verdict: Verdict,
): Outcome {
  if (verdict.kind !== 'broken') {
    const message = joined(' ', lackingSentence({ days }), otherData.length > 0 && otherDataText(otherData));
    return { kind: 'success', ...(message !== '' && { message }) };
  }
  let rowsLeft = table.rows;
  const read = days.filter(hasRows).filter(({ rows }) => (rowsLeft -= rows) >= 0);
  const until =
    read.length === 0
      ? vscode.l10n.t('No delivery day was read completely.')
      : vscode.l10n.t('Delivery days read: {0}.', spansText(read.map(({ day }) => day)));
  return { kind: 'unexpectedResponse', message: `${verdict.message} ${until}` };
}

import * as l10n from '@vscode/l10n';
import { hasRequestedData, isComing, mayBePublished } from '../../engine/query/whenPublished';
import { sandboxName } from '../../request/connection';
import { likelyReasons } from '../../market/integrity/likelyReasons';
import { adviceFor, adviceForFile, outcomeTitle, type NextStep } from '../../request/outcome';
import { daysOf } from '../../market/query/queryPeriod';
import type { Query } from '../../market/query/query';
import { partText, queryParts, takesSeveral } from '../../market/query/queryParts';
import { recordShapes } from '../../market/records/recordKinds';
import {
  type DeliveryDays,
  type Phase,
  type ResultState,
  type ShownComparison,
  type ShownParameter,
  type ShownRun,
  type View,
} from '../../protocol/messages';
import { sentenceOf } from '../../results/comparedResults';
import { isEmptyResponse, isReceivedWhole, type Result } from '../../results/result';
import { versusLabel } from '../../results/resultNames';
import { isWholeDay } from '../../protocol/openedRange';
import {
  comparisonOf,
  fileOf,
  isResponse,
  madeUpBy,
  rangeOf,
  sidesOf,
  type Comparison,
} from '../../protocol/source';
import type { OverlaidResult } from '../../protocol/workerMessages';
import type { ColumnChoice } from '../../protocol/tableTypes';
import { offeredZones } from '../shell/timeZones';
import { isReplaceable, type ShownTab } from './shownTab';

/** What the view shows that isn't part of its tab. */
export interface AroundTab {
  readonly overlays: readonly OverlaidResult[];
  /** Areas for which the result's dataset returned data in this session. */
  readonly areasWithData: ReadonlySet<string>;
  readonly columnChoice: ColumnChoice | null;
  readonly exportChoice: ResultState['exportChoice'];
  /** When the query, which waits until its data is published, is sent next; `undefined` if it doesn't wait. */
  readonly nextRequest: number | undefined;
  readonly hasDecimalCommas: boolean;
  /** The name of the selected connection. */
  readonly selected: string;
}

/** Everything that the view shows of a result except rows, charts, and JSON. */
export function stateOf(tab: ShownTab, around: AroundTab): ResultState {
  const { result, timeZone, failedAgain } = tab;
  const { overlays, areasWithData, nextRequest, ...choices } = around;
  const isJudged = tab.integrity !== 'unknown' && tab.integrity !== 'asked';
  const integrity = isJudged ? tab.integrity : null;
  const { query, table, source } = result;
  const parts = queryParts(query.dataset);
  const comparison = comparisonOf(result);
  const sides = sidesOf(result);
  const connections = [...new Set(sides.map((each) => fileOf(each)?.name ?? each.connection))];
  const { dataset } = query;
  const run = runOf(result);
  return {
    ...choices,
    ...run,
    timeZone,
    integrity,
    canGoBack: tab.earlier.length > 0,
    isReplaceable: isReplaceable(tab),
    id: result.id,
    dataset: {
      id: dataset.id,
      title: comparison ? `${dataset.title()}: ${versusLabel(comparison)}` : dataset.title(),
      summary: dataset.summary(),
      chart: dataset.chart,
      mainColumns: dataset.mainColumns,
      backgroundColumns: recordShapes[dataset.record].background,
      sample: comparison ? l10n.t('First {0} rows', '{0}') : recordShapes[dataset.record].first()[1],
    },
    connection: connections.join(', '),
    madeUp: madeUpOf(sides),
    source: source.kind === 'comparison' ? shownComparison(source, timeZone) : source,
    parameters: parametersOf(query),
    parts: parts.map((part) => ({
      name: part.name,
      label: part.label,
      text: partText(part, query, timeZone),
      needsNoName: part.needsNoName,
      sent: part.parameters
        .flatMap(({ name }) =>
          query.parameters[name] === undefined ? [] : `${name}=${query.parameters[name]}`,
        )
        .join(' '),
    })),
    canChangeParts: isResponse(source),
    listPart: parts.find(takesSeveral)?.name ?? null,
    deliveryDays: deliveryDaysOf(result),
    // The view shows a result as ended only once its integrity is known.
    phase: isJudged || run.phase.kind !== 'ended' ? run.phase : { kind: 'receiving' },
    failedAgain: failedAgain === undefined ? null : runOf(failedAgain, false),
    whenPublished:
      nextRequest !== undefined || mayWait(result, integrity)
        ? { isComing: isComing(query, Date.now()), nextRequest: nextRequest ?? null }
        : null,
    records: table.records,
    rows: table.rows,
    columns: table.columns,
    expectedWireBytes: result.expectedWireBytes,
    likelyReasons:
      isEmptyResponse(result) && !fileOf(result) && !comparison
        ? likelyReasons(query, result.startedEpochMs, timeZone, areasWithData)
        : [],
    overlays: overlays.map(({ result: id, label }) => ({ result: id, label })),
    revision: result.revision,
    timeZones: offeredZones(timeZone),
    defaultView: defaultViewOf(result),
  };
}

/** Whether the response was received and lacks something that may be published later. */
function mayWait(result: Result, findings: ResultState['integrity']): boolean {
  const { rows } = result.table;
  if (!isResponse(result.source) || !isReceivedWhole(result) || (rows > 0 && findings === null)) return false;
  return mayBePublished(result.query, Date.now()) && !hasRequestedData({ isWhole: true, rows, findings });
}

/** Delivery days whose quarter hours a chart can show without a thicket of lines. */
const mostDaysInChart = 3;

/** A range that is long, or has days that are missing or failed, opens with the list of its days. */
function defaultViewOf(result: Result): View {
  const days = rangeOf(result)?.days ?? [];
  if (days.length > mostDaysInChart || !days.every(isWholeDay)) return 'days';
  // Other comparisons have no chart.
  return comparisonOf(result) && result.query.dataset.record !== 'timeSeries' ? 'table' : 'chart';
}

/** The delivery days of the query, or those of the range. The query of a file or a comparison can't change. */
function deliveryDaysOf(result: Result): DeliveryDays | null {
  const range = rangeOf(result);
  if (range) return { from: range.from, to: range.to };
  return isResponse(result.source) ? daysOf(result.query) : null;
}

const shownComparison = (comparison: Comparison, timeZone: string): ShownComparison => ({
  kind: 'comparison',
  sentence: sentenceOf(comparison, timeZone),
  isInDoubt: (comparison.summary?.unplaced ?? 0) > 0,
  originals: [comparison.second, comparison.first].map(({ label, query, request }) => ({
    label,
    parameters: parametersOf(query),
    request,
  })),
});

/** Which of the results have made-up values, and by whom: the fixture generator or the sample service. */
function madeUpOf(results: readonly Pick<Result, 'connection' | 'source'>[]): ResultState['madeUp'] {
  const makers = results.map(madeUpBy);
  return makers.find((maker) => maker === 'synthetic') ?? makers.find((maker) => maker !== null) ?? null;
}

/** `isShown` is false if the view still shows the response of an earlier run. */
function runOf(result: Result, isShown = true): ShownRun {
  const { request, startedEpochMs, bytes, wireBytes, timings } = result;
  return { phase: phaseOf(result, isShown), request, startedEpochMs, bytes, wireBytes, timings };
}

function parametersOf({ dataset, parameters }: Query): ShownParameter[] {
  return dataset.parameters.flatMap(({ name, label }) => {
    const value = parameters[name];
    return value === undefined ? [] : [{ name, label: label(), value }];
  });
}

function phaseOf(result: Result, isShown: boolean): Phase {
  const { progress, query, connection, table } = result;
  if (progress.kind !== 'ended') return progress;
  const { outcome } = progress;
  if (fileOf(result)) {
    return { kind: 'ended', outcome, advice: adviceForFile(outcome, query.dataset, table.rows > 0, isShown) };
  }
  if (rangeOf(result)) {
    const isRead = outcome.kind === 'success';
    const said = isRead
      ? l10n.t('The responses of all delivery days were read.')
      : l10n.t('Opening the range was canceled.');
    const title = isRead ? l10n.t('Complete') : outcomeTitle(outcome, table.rows > 0);
    const next = isRead ? [] : (['openAgain'] as const);
    return {
      kind: 'ended',
      outcome,
      advice: { title, explanation: outcome.message ?? said, remedy: '', next },
    };
  }
  const advice = adviceFor(outcome, query.dataset, table.rows > 0, isShown);
  // The address of the sample service can't be edited.
  const isPossible = (step: NextStep) => step !== 'editConnection' || connection !== sandboxName;
  return { kind: 'ended', outcome, advice: { ...advice, next: advice.next.filter(isPossible) } };
}

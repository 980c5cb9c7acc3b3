import type { AskedPeriod } from '../../market/integrity/integrity';
import { periodLater } from '../../market/time/alignedDays';
import type { Resolution } from '../../market/time/resolutions';
import { isPreliminary } from '../../market/records/statusWords';
import type { JudgedChartQuestion } from '../../protocol/charts/chartQuestion';
import type { DurationChart } from '../../protocol/charts/durationChart';
import type { HeatChart } from '../../protocol/charts/heatChart';
import type { SeriesChart, SeriesSummary } from '../../protocol/charts/seriesChart';
import { eachIndex, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { absencesOf, movedAbsences } from './absences';
import { durationChart } from './duration';
import { heatChart } from './heat';
import { drawLines, digestedLines, maxLines, type Line, type Lines } from './lines';
import { shownLines } from './shownLines';
import { perTable, textsOf } from '../columns/perTable';
import { distinguishingColumns, seriesGroups } from '../series/seriesGroups';
import { IntervalList, type SeriesIntervals } from '../series/seriesIntervals';
import { seriesLabels } from '../series/seriesLabels';
import { attributeName } from '../series/seriesNames';

/** Everything that does not depend on the visible range: the series as sent. */
export const overview = perTable(function* (table): Sliced<Lines> {
  const filled = (yield* seriesGroups(table)).filter(({ intervals }) => intervals.length > 0);
  const groups = filled.slice(0, maxLines);
  const labels = seriesLabels(table, groups);
  const unit = textsOf(table, 'unit');
  const named = (name: string) =>
    distinguishingColumns(table).find((column) => attributeName(column) === name);
  const [status, endpoint] = [named('status'), named('endpoint')];
  const lines = groups.map(({ row, intervals }, index): Line => {
    const end = endpoint?.text(row) ?? '';
    return {
      label: labels[index] ?? '',
      unit: unit.text(row) ?? '',
      ...(isPreliminary(status?.text(row) ?? '') && { preliminary: true }),
      ...(end !== '' && { endpoint: end }),
      intervals,
      origin: intervals,
    };
  });
  return yield* digestedLines(
    lines,
    filled.map(({ intervals }) => intervals),
  );
});

/** The series as a person chose to see them. */
const chosenOverview = perTable(function* (
  table,
  resolution: Resolution | '',
  first: string,
  second: string,
): Sliced<Lines> {
  return yield* shownLines(yield* overview(table), { resolution, first, second });
});

/** Another result in the same chart. */
export interface OverlaidTable {
  readonly table: Table;
  /** Distinguishes it from the table that it's drawn over: "28 Mar 2026". */
  readonly label: string;
  /** Distinguishes that table from it: "29 Mar 2026". */
  readonly ownLabel: string;
  /** How many delivery days it is after the table that it's drawn over. */
  readonly days: number;
  /** The period that was requested for it. */
  readonly asked: AskedPeriod;
}

/** The overview, moved to other delivery days. Summaries still refer to the original days. */
const movedOverview = perTable(function* (table, days: number): Sliced<Lines> {
  const { drawn, omitted } = yield* overview(table);
  const lines: Line[] = [];
  const summaries: SeriesSummary[] = [];
  for (const line of drawn) {
    const intervals = yield* movedIntervals(line.intervals, days);
    if (intervals.length === 0) continue;
    lines.push({ ...line, intervals });
    summaries.push(line.digest.summary);
  }
  const all = lines.map(({ intervals }) => intervals);
  const moved = yield* digestedLines(lines, all);
  return {
    ...moved,
    omitted,
    drawn: moved.drawn.map((line, index) => ({
      ...line,
      digest: { ...line.digest, summary: summaries[index] ?? line.digest.summary },
    })),
  };
});

/**
 * Lines, bars, and flows: the series of the table, followed by those of the overlays. If there are overlays,
 * each label names the result that the series belongs to, and lines of the intervals as sent are the only
 * view.
 */
export function* seriesChart(
  table: Table,
  question: JudgedChartQuestion,
  overlays: readonly OverlaidTable[] = [],
): Sliced<SeriesChart | HeatChart | DurationChart> {
  const { asked, judged = false } = question;
  const absences = judged && asked ? { absences: yield* absencesOf(table, asked) } : {};
  if (overlays.length === 0) {
    const { resolution = '', spread = { first: '', second: '' } } = question;
    const { first, second } = spread;
    const lines = { ...(yield* chosenOverview(table, resolution, first, second)), ...absences };
    const { facts } = lines;
    if (facts && question.view === 'heat') return yield* heatChart({ ...lines, facts }, question);
    if (facts && question.view === 'duration') return yield* durationChart({ ...lines, facts }, question);
    return yield* drawLines([lines], question);
  }
  const own = { ...(yield* overview(table)), ...absences };
  const ownLabel = [...new Set(overlays.map((overlay) => overlay.ownLabel))].join(separator);
  const some = [labeled(own, ownLabel, 0)];
  for (const [index, { table: other, label, days, asked: askedThere }] of overlays.entries()) {
    const lines = yield* days === 0 ? overview(other) : movedOverview(other, -days);
    const absences = judged ? yield* absencesOf(other, askedThere) : undefined;
    const there = absences && (days === 0 ? absences : yield* movedAbsences(absences, -days));
    some.push(labeled({ ...lines, ...(there && { absences: there }) }, label, index + 1));
  }
  return yield* drawLines(some, question);
}

const separator = ' · ';

/** The lines with labels that also name their result, without repeating anything: "NO1 · 28 Mar 2026". */
function labeled(lines: Lines, resultLabel: string, result: number): Lines {
  const withResult = (label: string) =>
    [...new Set([label, resultLabel].flatMap((text) => text.split(separator)))]
      .filter(Boolean)
      .join(separator);
  return {
    ...lines,
    drawn: lines.drawn.map((line) => ({
      ...line,
      label: withResult(line.label),
      about: { subject: line.label, result },
    })),
    ...(lines.absences && {
      absences: lines.absences.map((absence) => ({ ...absence, label: withResult(absence.label) })),
    }),
  };
}

/**
 * The intervals moved to other delivery days, `days` days later, each to the same period of the day.
 * Periods that don't exist on those days are left out: hour 3 if it is skipped, 3a and 3b if there is
 * only one hour 3.
 */
function* movedIntervals(intervals: SeriesIntervals, days: number): Sliced<SeriesIntervals> {
  const moved = new IntervalList();
  yield* eachIndex(intervals.length, (index) => {
    const period = { start: intervals.start(index), end: intervals.end(index) };
    const { start, end } = periodLater(period, days);
    if (!Number.isNaN(start)) moved.add(intervals.row(index), start, end, intervals.value(index));
  });
  return moved.intervals(intervals.isText);
}

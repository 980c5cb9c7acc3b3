import * as l10n from '@vscode/l10n';
import { minuteMs } from '#src/market/time/zones';
import type { Absence, IncompleteBuckets, Series, Spans } from '#src/protocol/charts/seriesChart';
import { formatCount } from '#src/text/l10n';
import { incompleteWord, missingText, missingWord, noValueText, toComeText } from '../model/absenceWords';
import type { AxisIndex, CrosshairReadout, LegendEntry, Range, TooltipLine } from '../model/drawing';
import { seriesValue, seriesValueWithUnit } from '../model/valueText';
import { lastAtOrBefore } from '../model/visibleRange';
import { instantInBoth, intervalInBoth, intervalText, timeText } from '../model/axisTimes';

/** A series that is drawn, with its style and axis, and what the legend and the tooltip call it. */
export interface ShownSeries extends Pick<LegendEntry, 'short' | 'group' | 'style' | 'below'> {
  series: Series;
  axis: AxisIndex;
}

/** Index of the interval that contains the instant, -1 if none does. */
function indexAt({ start, end }: Series, at: number): number {
  const index = lastAtOrBefore(start, at);
  return index >= 0 && at < (end[index] ?? NaN) ? index : -1;
}

/** `54.20`, or the lowest and highest value if several intervals share a pixel. */
function valueText(series: Series, index: number): string {
  const { value, low, reduced } = series;
  const high = value[index] ?? NaN;
  const least = low?.[index] ?? high;
  if (!reduced || least === high) return seriesValue(high, series);
  return l10n.t('{0} to {1}', seriesValue(least, series), seriesValue(high, series));
}

/** The absent intervals of series that cover the period together, and which of those series are drawn. */
export interface ShownAbsence {
  absence: Absence;
  /** The series of `absence` that aren't hidden. */
  shown: readonly ShownSeries[];
}

/** The span that contains an instant, and how many intervals it has; `null` if there is none. */
function spanAt({ start, end, count }: Spans, at: number) {
  const index = lastAtOrBefore(start, at);
  const [from = NaN, to = NaN, several = 1] = [start[index], end[index], count[index]];
  return at < to ? { index, from, to, count: several } : null;
}

/** The interval at an instant, or the several that share its pixel; `null` if no span contains the instant. */
function intervalIn(spans: Spans, at: number): (Range & { count: number }) | null {
  const span = spanAt(spans, at);
  if (!span) return null;
  const { from, to, count } = span;
  const length = (to - from) / count;
  if (spans.merged || !Number.isInteger(length)) return span;
  const first = from + Math.floor((at - from) / length) * length;
  return { from: first, to: first + length, count: 1 };
}

/** What the readout states about one or several series at an instant. */
interface Statement {
  label: string;
  interval: Range;
  text: string;
  hasValue: boolean;
  /** Whether the interval is a pixel column, or several intervals. */
  isVague: boolean;
  /** A line of the tooltip for each series. */
  lines: readonly TooltipLine[];
}

/** What a line of the tooltip says of every series. */
const lineOf = ({ series, short, group, style, below }: ShownSeries, value = 0) => ({
  label: short ?? series.label,
  ...(group !== undefined && { group }),
  style: value < 0 ? (below ?? style) : style,
});

function statementOf(shown: ShownSeries, at: number): Statement | null {
  const { series } = shown;
  const { label, unit } = series;
  const index = indexAt(series, at);
  const partial = index < 0 && series.incomplete ? incompleteStatement(shown, series.incomplete, at) : null;
  if (partial) return partial;
  const nulls = index < 0 && series.nulls ? intervalIn(series.nulls, at) : null;
  if (index < 0 && !nulls) return null;
  const interval = nulls ?? { from: series.start[index] ?? at, to: series.end[index] ?? at };
  const isNull = nulls !== null || Number.isNaN(series.value[index]);
  const value = isNull ? noValueText(series.nulls !== undefined) : valueText(series, index);
  const line = { ...lineOf(shown, series.value[index]), value, unit: isNull ? '' : unit };
  return {
    label,
    interval,
    text: `${line.value} ${line.unit}`.trimEnd(),
    hasValue: !isNull,
    isVague: nulls ? nulls.count > 1 : series.reduced,
    lines: [line],
  };
}

/**
 * An incomplete bucket has no value: its text gives the sum or mean so far, and the minutes that this covers.
 */
function incompleteStatement(shown: ShownSeries, buckets: IncompleteBuckets, at: number): Statement | null {
  const { series } = shown;
  const span = spanAt(buckets, at);
  if (!span) return null;
  const { index, from, to, count } = span;
  const partial = buckets.value[index] ?? NaN;
  const known = seriesValueWithUnit(partial, series);
  const [has, of] = [buckets.covered[index] ?? NaN, to - from].map((length) =>
    formatCount(Math.round(length / minuteMs)),
  );
  const words =
    series.resampled?.rule === 'sum'
      ? l10n.t('incomplete: values for {0} of {1} min, sum {2}', has ?? '', of ?? '', known)
      : l10n.t('incomplete: values for {0} of {1} min, mean {2}', has ?? '', of ?? '', known);
  const text = Number.isNaN(partial) ? incompleteWord() : words;
  return {
    label: series.label,
    interval: { from, to },
    text,
    hasValue: false,
    isVague: count > 1,
    lines: [{ ...lineOf(shown), value: text, unit: '' }],
  };
}

/** An absent interval is stated only once for series that differ only in their status. */
function absenceStatement({ absence, shown }: ShownAbsence, at: number): Statement | null {
  const missing = intervalIn(absence.missing, at);
  const interval = missing ?? intervalIn(absence.toCome, at);
  if (!interval) return null;
  const text = missing ? missingText() : toComeText();
  return {
    label: shown.length === 1 ? (shown[0]?.series.label ?? absence.label) : absence.label,
    interval,
    text,
    hasValue: false,
    isVague: interval.count > 1,
    lines: shown.map((one) => ({ ...lineOf(one), value: missing ? missingWord() : text, unit: '' })),
  };
}

const widthOf = ({ interval: { from, to } }: Statement) => to - from;

/**
 * The values of all series at an instant, and which are absent. The text names the shortest interval at that
 * instant.
 */
export function seriesReadout(
  shown: readonly ShownSeries[],
  absences: readonly ShownAbsence[],
  at: number,
  zone: string,
): CrosshairReadout {
  const statements = shown.flatMap((one) => {
    // If several series lack an interval together, it's stated with the first of them, for all of them.
    const absent = absences.find((other) => other.shown[0] === one);
    return [statementOf(one, at), absent ? absenceStatement(absent, at) : null].filter(
      (each) => each !== null,
    );
  });
  const [first, ...others] = statements;
  if (!first) {
    return {
      text: l10n.t('No interval at {0}', instantInBoth(Math.round(at), zone)),
      heading: l10n.t('No interval at {0}', timeText(Math.round(at), zone)),
      lines: [],
      x: at,
    };
  }
  const { interval, isVague } = others.reduce((a, b) => (widthOf(b) < widthOf(a) ? b : a), first);
  // A pixel column rarely begins on a whole minute.
  const bounds = isVague
    ? [Math.floor(interval.from / minuteMs), Math.ceil(interval.to / minuteMs)].map((at) => at * minuteMs)
    : [interval.from, interval.to];
  const [from = at, to = at] = bounds;
  const when = (shownInterval: string) => (isVague ? l10n.t('Within {0}', shownInterval) : shownInterval);
  return {
    text: `${when(intervalInBoth(from, to, zone))}: ${textsOf(statements, shown.length).join(' · ')}`,
    heading: when(intervalText(from, to, zone)),
    lines: statements.flatMap(({ lines }) => lines),
    x: at,
    interval,
    dots: shown.flatMap((one) => {
      const y = one.series.value[indexAt(one.series, at)] ?? NaN;
      return Number.isNaN(y) ? [] : [{ x: at, y, axis: one.axis, style: lineOf(one, y).style }];
    }),
  };
}

/** Texts with labels, unless only one series is drawn, or all series lack a value for the same reason. */
function textsOf(statements: readonly Statement[], drawn: number): string[] {
  const [first] = statements;
  const isSame = statements.every(({ hasValue, text }) => !hasValue && text === first?.text);
  const series = statements.reduce((sum, { lines }) => sum + lines.length, 0);
  if (first && isSame && series >= drawn) return [first.text];
  return statements.map(({ label, text }) => (drawn === 1 ? text : `${label} ${text}`));
}

/**
 * Where the arrow keys move the crosshair, in ascending order: the middle of each interval of the series with
 * the most intervals, and of each interval that is missing or incomplete.
 */
export function stopsOf(shown: readonly ShownSeries[], absences: readonly ShownAbsence[]): Float64Array {
  const [first, ...others] = shown;
  if (!first) return new Float64Array();
  const { series } = others.reduce((a, b) => (b.series.start.length > a.series.start.length ? b : a), first);
  const middles = new Set<number>();
  for (let index = 0; index < series.start.length; index += 1) {
    middles.add(((series.start[index] ?? NaN) + (series.end[index] ?? NaN)) / 2);
  }
  const spans = [series.incomplete ?? [], absences.map(({ absence }) => absence.missing)].flat();
  for (const { from, to } of spans.flatMap(intervalsOf)) middles.add((from + to) / 2);
  return Float64Array.from(middles).sort();
}

/** With more stops than this in gaps, moving across them would take too long. */
const mostInGaps = 1000;

function intervalsOf({ start, end, count, merged }: Spans): Range[] {
  const total = count.reduce((sum, each) => sum + each, 0);
  const found: Range[] = [];
  start.forEach((from, span) => {
    const several = merged || total > mostInGaps ? 1 : (count[span] ?? 1);
    const length = ((end[span] ?? from) - from) / several;
    for (let index = 0; index < several; index += 1) {
      found.push({ from: from + index * length, to: from + (index + 1) * length });
    }
  });
  return found;
}

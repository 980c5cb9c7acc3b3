import * as l10n from '@vscode/l10n';
import { dayMs, hourMs, minuteMs, startOfDay, wallClock, zoneOffset } from '../../market/time/zones';
import { marketZone } from '../../market/time/deliveryDay';
import type { JudgedChartQuestion } from '../../protocol/charts/chartQuestion';
import {
  heatCells,
  heatContinued,
  heatKindBits,
  heatShared,
  type HeatChart,
} from '../../protocol/charts/heatChart';
import type { SeriesFacts } from '../../protocol/charts/seriesChart';
import { firstIndex } from '../columns/firstIndex';
import { slices, sliceRows, type Sliced } from '../columns/slices';
import { QuestionError } from '../questionError';
import type { SeriesIntervals } from '../series/seriesIntervals';
import { colorBounds } from './colorBounds';
import { headOf, shownRange, type Lines } from './lines';
import type { IntervalSpan } from './spans';

/** Nine bytes each, so less than a megabyte in all. */
const mostCells = 100_000;
/** The possible lengths of a cell, longest first; all of them divide an hour. */
const cellLengths = [60, 30, 15, 10, 5, 3, 2, 1].map((minutes) => minutes * minuteMs);
/** How often cells may be filled: overlapping intervals can fill the same ones again and again. */
const mostFilled = 50_000_000;
/** How many cells are filled at a time: about as much work as reading the rows of a slice. */
const cellsAtOnce = 4 * sliceRows;

/** The days and cells into which the visible time is divided. */
interface Grid {
  readonly zone: string;
  /** Starts of the columns, and the end of the last one. */
  readonly days: Float64Array;
  readonly daysEach: number;
  readonly step: number;
  readonly rows: number;
  readonly slots: number;
  readonly changes: HeatChart['changes'];
}

/**
 * A heat map of one line: days side by side; see `HeatChart`. Throws `QuestionError` if too many intervals
 * overlap.
 */
export function* heatChart(
  lines: Lines & { readonly facts: SeriesFacts },
  question: JudgedChartQuestion,
): Sliced<HeatChart> {
  const { facts, spread } = lines;
  const { drawn } = lines;
  const wanted = question.heated ?? spread?.label;
  const line = drawn.find(({ label }) => label === wanted) ?? drawn[0];
  if (!line) throw new RangeError('A heat map needs a line.');
  const { intervals, summary } = line.digest;
  const extent = { from: lines.from, to: lines.to };
  const { axis, from, to } = shownRange(extent, question);
  const zone = question.zone ?? marketZone;
  const grid = gridOf(
    { from, to, width: question.width, height: question.height },
    zone,
    yield* cellLengthOf(line.asSent?.intervals ?? intervals, zone),
  );
  const cells = new Cells(grid);
  yield* cells.fill(intervals);
  for (const { start, end, value } of line.incomplete ?? [])
    cells.set(start, end, value, heatCells.incomplete);
  if (line.asSent) yield* cells.fill(line.asSent.intervals, true);
  const absence = (lines.absences ?? []).find(({ turns }) => line.origin && turns.includes(line.origin));
  cells.setSpans(absence?.missing ?? [], heatCells.missing);
  cells.setSpans(absence?.toCome ?? [], heatCells.toCome);
  return {
    kind: 'heat',
    facts,
    ...(spread && { spread }),
    ...headOf(line),
    ...extent,
    ...(axis && { axis }),
    days: grid.days,
    daysEach: grid.daysEach,
    step: grid.step,
    rows: grid.rows,
    slots: grid.slots,
    value: cells.value,
    state: cells.state,
    changes: [...grid.changes],
    ...colorBounds(intervals, summary.min, summary.max),
    summary: { ...summary, nulls: (line.asSent ?? line.digest).summary.nulls },
    missingCount: absence?.missingCount ?? 0,
  };
}

/** The longest cell for which intervals begin and end only at cell bounds by the clock. */
function* cellLengthOf(intervals: SeriesIntervals, zone: string): Sliced<number> {
  let index = 0;
  yield* slices(intervals.length, (from, to) => {
    for (let at = from; at < to && index < cellLengths.length - 1; at += 1) {
      const clock = intervals.start(at) + zoneOffset(intervals.start(at), zone);
      const length = intervals.end(at) - intervals.start(at);
      while (index < cellLengths.length - 1 && !divides(cellLengths[index] ?? 1, clock, length)) index += 1;
    }
  });
  return cellLengths[index] ?? minuteMs;
}

const divides = (step: number, clock: number, length: number) => clock % step === 0 && length % step === 0;

interface Visible {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly height: number;
}

/** A grid with no more columns and rows than the pixels can show, and no more than `mostCells` cells. */
function gridOf({ from, to, width, height }: Visible, zone: string, length: number): Grid {
  const { year, month, day } = wallClock(from, zone);
  const dayStart = (days: number) => startOfDay(year, month, day + days, zone);
  const dateOf = (at: number) => Math.floor((at + zoneOffset(at, zone)) / dayMs);
  const count = Math.max(1, dateOf(to - 1) - dateOf(from) + 1);
  // A cell is at least one pixel high, and clocks change by whole cells.
  const lengths = cellLengths.filter((each) => each >= length && dayMs / each <= Math.max(24, height));
  const step = lengths.at(-1) ?? hourMs;
  const rows = dayMs / step;
  const most = Math.max(1, Math.min(width, Math.floor(mostCells / (rows + rows / 24))));
  const daysEach = Math.ceil(count / most);
  const columns = Math.ceil(count / daysEach);
  const days = Float64Array.from({ length: columns + 1 }, (_, column) => dayStart(column * daysEach));
  const changes = daysEach === 1 ? changesIn(days, zone, step) : [];
  const repeated = changes.reduce((more, change) => Math.max(more, change.rows), 0);
  return { zone, days, daysEach, step, rows, slots: rows + repeated, changes };
}

/** The days on which clocks change. */
function changesIn(days: Float64Array, zone: string, step: number): HeatChart['changes'] {
  const changes: HeatChart['changes'] = [];
  for (let column = 0; column + 1 < days.length; column += 1) {
    const [start, end] = [days[column] ?? NaN, days[column + 1] ?? NaN];
    // The offset just before the day starts: some time zones skip the hour after midnight.
    const offset = zoneOffset(start - 1, zone);
    const later = zoneOffset(end - 1, zone);
    if (offset === later) continue;
    let change = start;
    while (change < end && zoneOffset(change, zone) === offset) change += minuteMs;
    const rows = Math.round((offset - later) / step);
    // The first of two repeated hours began before the change; a skipped hour would have begun at it.
    const row = Math.round((change - start) / step) - Math.max(0, rows);
    if (rows !== 0) changes.push({ column, row, rows });
  }
  return changes;
}

/** The cells of a grid, filled one interval after the other. */
class Cells {
  readonly value: Float64Array;
  readonly state: Uint8Array;
  private filled = 0;
  /** The column of the last cell; the next cell is usually in the same one. */
  private last = 0;

  constructor(private readonly grid: Grid) {
    const size = (grid.days.length - 1) * grid.slots;
    this.value = new Float64Array(size).fill(NaN);
    this.state = new Uint8Array(size);
  }

  /** Fills the cells of all visible intervals or, if `isNullsOnly`, of those without a value. */
  *fill(intervals: SeriesIntervals, isNullsOnly = false): Sliced<void> {
    const { days } = this.grid;
    const [first, stop] = intervals.around(days[0] ?? NaN, days.at(-1) ?? NaN);
    let due = this.filled + cellsAtOnce;
    for (let at = first; at < stop; at += 1) {
      const value = intervals.value(at);
      const isNull = intervals.isNull(at);
      const isText = Number.isNaN(value) && !isNull;
      if (isNull || !(isNullsOnly || isText)) {
        this.set(intervals.start(at), intervals.end(at), value, isNull ? heatCells.null : heatCells.value);
      }
      // A single interval can fill many cells.
      if (at % sliceRows === 0 || this.filled >= due) {
        yield;
        due = this.filled + cellsAtOnce;
      }
    }
  }

  setSpans(spans: readonly IntervalSpan[], kind: number): void {
    for (const { start, end, count } of spans) {
      const length = (end - start) / count;
      const reach = this.grid.days.at(-1) ?? NaN;
      const first = Math.max(0, Math.floor(((this.grid.days[0] ?? NaN) - start) / length));
      for (let at = first; at < count && start + at * length < reach; at += 1) {
        this.set(start + at * length, start + (at + 1) * length, NaN, kind);
      }
    }
  }

  /** Fills every cell that the interval touches. */
  set(start: number, end: number, value: number, kind: number): void {
    const { days } = this.grid;
    const from = Math.max(start, days[0] ?? NaN);
    const to = Math.min(end, days.at(-1) ?? NaN);
    let continued = from > start;
    let before = -1;
    for (let at = from; at < to;) {
      const column = this.columnAt(at);
      const slot = this.slotAt(at, column);
      const cell = column * this.grid.slots + slot.number;
      if (cell !== before) this.put(cell, value, kind, continued && slot.number > 0);
      before = cell;
      continued = true;
      at = slot.end;
      this.filled += 1;
      if (this.filled > mostFilled) {
        throw new QuestionError(
          l10n.t('Too many intervals overlap for a heat map. See the line chart or the table instead.'),
        );
      }
    }
  }

  private put(cell: number, value: number, kind: number, isContinued: boolean): void {
    const state = this.state[cell] ?? 0;
    const held = state & heatKindBits;
    const bits = kind | (isContinued ? heatContinued : 0);
    if (held === heatCells.none) {
      this.value[cell] = value;
      this.state[cell] = bits;
      return;
    }
    const isBare = kind !== heatCells.value && kind !== heatCells.incomplete;
    // An interval without a value shows only in cells without any other interval.
    if (isBare) return;
    const known = this.value[cell] ?? NaN;
    if (Number.isNaN(known)) {
      this.value[cell] = value;
      this.state[cell] = kind | heatShared;
      return;
    }
    const lowest = Math.min(known, value);
    this.value[cell] = lowest < 0 ? lowest : Math.max(known, value);
    this.state[cell] = held | heatShared;
  }

  private columnAt(at: number): number {
    const { days } = this.grid;
    let column = this.last;
    if (!(at >= (days[column] ?? NaN) && at < (days[column + 1] ?? NaN))) {
      column = firstIndex(days.length, (index) => (days[index] ?? NaN) > at) - 1;
    }
    this.last = column;
    return column;
  }

  /** The number of the cell in its column, and the time at which the cell ends. */
  private slotAt(at: number, column: number): { number: number; end: number } {
    const { days, step, daysEach, zone, rows } = this.grid;
    if (daysEach === 1) {
      const start = days[column] ?? NaN;
      const number = Math.floor((at - start) / step);
      return { number, end: Math.min(start + (number + 1) * step, days[column + 1] ?? Infinity) };
    }
    const clock = at + zoneOffset(at, zone);
    const ofDay = ((clock % dayMs) + dayMs) % dayMs;
    const number = Math.min(rows - 1, Math.floor(ofDay / step));
    return { number, end: at + ((number + 1) * step - ofDay) };
  }
}

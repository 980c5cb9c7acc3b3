import type { Series } from '../../protocol/charts/seriesChart';
import { digestedTogether, type SeriesDigest } from '../series/seriesDigest';
import type { SeriesIntervals } from '../series/seriesIntervals';

/** What is drawn of a series: either the intervals as sent, or the extremes of each pixel column. */
type Drawn = Pick<Series, 'start' | 'end' | 'value' | 'reduced' | 'low'>;

/**
 * The part of the series between `from` and `to`. More than two intervals per pixel column are
 * reduced to the extremes of each column, so no spike is lost. Columns without a value are left out,
 * so no gap is lost either.
 */
export function drawnPart(digest: SeriesDigest, from: number, to: number, columns: number): Drawn {
  const [first, stop] = digest.intervals.around(from, to);
  return stop - first <= 2 * columns
    ? asSent(digest.intervals, first, stop, from)
    : reduced(digest, first, stop, from, to, columns);
}

function asSent(intervals: SeriesIntervals, first: number, stop: number, from: number): Drawn {
  const indexes: number[] = [];
  for (let index = first; index < stop; index += 1) {
    if (intervals.end(index) > from) indexes.push(index);
  }
  return {
    start: Float64Array.from(indexes, (index) => intervals.start(index)),
    end: Float64Array.from(indexes, (index) => intervals.end(index)),
    value: Float64Array.from(indexes, (index) => intervals.value(index)),
    reduced: false,
  };
}

function reduced(
  { intervals, highs, lows, ends }: SeriesDigest,
  first: number,
  stop: number,
  from: number,
  to: number,
  columns: number,
): Drawn {
  const extremes = new Extremes(columns);
  const perColumn = columns / (to - from);
  const columnOf = (time: number) => Math.max(0, Math.floor((time - from) * perColumn));
  const lastColumnOf = (end: number) => Math.min(columns, Math.ceil((end - from) * perColumn)) - 1;
  for (let index = first; index < stop; index += 1) {
    const left = columnOf(intervals.start(index));
    if (left >= columns) break;
    if (index % digestedTogether === 0 && index + digestedTogether <= stop) {
      // Intervals of a digest that are all in one column, or left of it, need not be read one by one.
      const digest = index / digestedTogether;
      if (lastColumnOf(ends[digest] as number) <= left) {
        if ((ends[digest] as number) > from && (highs[digest] as number) > -Infinity) {
          extremes.add(left, left, highs[digest] as number);
          extremes.add(left, left, lows[digest] as number);
        }
        index += digestedTogether - 1;
        continue;
      }
    }
    const value = intervals.value(index);
    const end = intervals.end(index);
    if (Number.isNaN(value) || end <= from) continue;
    extremes.add(left, Math.max(left, lastColumnOf(end)), value);
  }
  const { high, low } = extremes.settled();
  const kept = [...high.keys()].filter((column) => high[column] !== -Infinity);
  const width = (to - from) / columns;
  return {
    start: Float64Array.from(kept, (column) => from + column * width),
    end: Float64Array.from(kept, (column) => from + (column + 1) * width),
    value: Float64Array.from(kept, (column) => high[column] ?? NaN),
    low: Float64Array.from(kept, (column) => low[column] ?? NaN),
    reduced: true,
  };
}

/**
 * Highest and lowest value per column. A value that covers many columns is recorded as two overlapping
 * spans whose width is a power of two, so its cost does not grow with its width.
 */
class Extremes {
  private readonly levels: { high: Float64Array; low: Float64Array }[] = [];

  constructor(private readonly columns: number) {
    for (let span = 1; span <= columns; span *= 2) {
      this.levels.push({
        high: new Float64Array(columns).fill(-Infinity),
        low: new Float64Array(columns).fill(Infinity),
      });
    }
  }

  add(left: number, right: number, value: number): void {
    const level = 31 - Math.clz32(right - left + 1);
    this.note(level, left, value);
    if (level > 0) this.note(level, right - (1 << level) + 1, value);
  }

  private note(level: number, column: number, value: number): void {
    const { high, low } = this.levels[level] as { high: Float64Array; low: Float64Array };
    if (value > (high[column] as number)) high[column] = value;
    if (value < (low[column] as number)) low[column] = value;
  }

  /** By column; -Infinity and Infinity for columns without a value. */
  settled(): { high: Float64Array; low: Float64Array } {
    for (let level = this.levels.length - 1; level > 0; level -= 1) {
      const { high, low } = this.levels[level] as { high: Float64Array; low: Float64Array };
      const half = 1 << (level - 1);
      for (let column = 0; column + 2 * half <= this.columns; column += 1) {
        if (high[column] === -Infinity) continue;
        for (const value of [high[column] as number, low[column] as number]) {
          this.note(level - 1, column, value);
          this.note(level - 1, column + half, value);
        }
      }
    }
    return this.levels[0] as { high: Float64Array; low: Float64Array };
  }
}

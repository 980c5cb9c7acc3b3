import { resolutions, type Resolution } from '../../market/time/resolutions';
import type { SeriesFacts } from '../../protocol/charts/seriesChart';
import type { Sliced } from '../columns/slices';
import { digestOf } from '../series/seriesDigest';
import type { Lines } from './lines';
import { resampled, ruleOf } from '../series/resampling';
import { spreadOf } from './spread';

/** What a person chose to see of the series. */
interface LinesChoice {
  /** Empty for the intervals as sent. */
  readonly resolution: Resolution | '';
  /** Labels of two lines; empty for no spread. */
  readonly first: string;
  readonly second: string;
}

type DrawnLine = Lines['drawn'][number];

/**
 * The lines as they are shown: combined into buckets if a resolution is chosen and, if a spread is chosen,
 * only its two lines, followed by their difference. Lines in different units have no difference.
 */
export function* shownLines(lines: Lines, choice: LinesChoice): Sliced<Lines> {
  const { first, second } = choice;
  const resolution = resolutions.find((one) => one === choice.resolution);
  const facts = factsOf(lines);
  const pair = [first, second].map((label) => lines.drawn.find((line) => line.label === label));
  const [one, other] = pair;
  const isSpread = one !== undefined && other !== undefined && one !== other && one.unit === other.unit;
  const chosen = isSpread ? [one, other] : lines.drawn;
  const shown: DrawnLine[] = [];
  for (const line of chosen) {
    shown.push(resolution ? yield* inBuckets(line, resolution) : line);
  }
  const own = { ...lines, drawn: resolution ? evened(shown) : shown, ...(facts && { facts }) };
  const [minuend, subtrahend] = [shown[1], shown[0]];
  if (!isSpread || !minuend || !subtrahend) return own;
  const spread = yield* spreadOf(subtrahend, minuend);
  const digest = yield* digestOf(spread.line.intervals);
  const resampled = minuend.resampled && { ...minuend.resampled, incomplete: 0, kept: 0 };
  const all = [...shown, { ...spread.line, digest, ...(resampled && { resampled }) }];
  return { ...own, omitted: 0, drawn: resolution ? evened(all) : all, spread: spread.facts };
}

/** The lines with one number of decimals, as in the table: calculated values are read as columns of numbers. */
function evened(lines: readonly DrawnLine[]): DrawnLine[] {
  const decimals = Math.max(...lines.map(({ digest }) => digest.summary.decimals));
  return lines.map((line) => ({
    ...line,
    digest: { ...line.digest, summary: { ...line.digest.summary, decimals } },
  }));
}

function* inBuckets(line: DrawnLine, to: Resolution): Sliced<DrawnLine> {
  const made = yield* resampled(line.intervals, to, ruleOf(line.unit));
  const digest = yield* digestOf(made.intervals);
  return { ...line, ...made, digest, asSent: line.digest };
}

function factsOf({ drawn, from, to }: Lines): SeriesFacts | undefined {
  if (drawn.length === 0) return undefined;
  return {
    lines: drawn.map(({ label, unit }) => ({ label, unit })),
    from,
    to,
    shortest: Math.min(...drawn.map(({ digest }) => digest.intervals.shortest)),
  };
}

import { resolutions, type Resolution } from '../../market/time/resolutions';
import type { SeriesFacts } from '../../protocol/chartTypes';
import type { Sliced } from '../columns/slices';
import { digestOf } from '../series/seriesDigest';
import type { Lines } from './lines';
import { resampled, ruleOf } from '../series/resampling';
import { spreadOf } from './spread';

/** What a person chose to see of the series. */
export interface LinesChoice {
  /** Empty for the intervals as sent. */
  readonly resolution: Resolution | '';
  /** Labels of two lines; empty for no spread. */
  readonly first: string;
  readonly second: string;
}

/** The choice in a question, with defaults for everything that it leaves out. */
export const linesChoice = (question: {
  resolution?: Resolution;
  spread?: { first: string; second: string };
}): LinesChoice => ({
  resolution: question.resolution ?? '',
  first: question.spread?.first ?? '',
  second: question.spread?.second ?? '',
});

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
  const own = { ...lines, drawn: shown, ...(facts && { facts }) };
  const [minuend, subtrahend] = [shown[1], shown[0]];
  if (!isSpread || !minuend || !subtrahend) return own;
  const spread = yield* spreadOf(subtrahend, minuend);
  const digest = yield* digestOf(spread.line.intervals);
  const resampled = minuend.resampled && { ...minuend.resampled, incomplete: 0, kept: 0 };
  return {
    ...own,
    omitted: 0,
    drawn: [...shown, { ...spread.line, digest, ...(resampled && { resampled }) }],
    spread: spread.facts,
  };
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

import type { Chart, ChartQuestion } from '../../src/table/chartTypes';
import type { Host } from '../host/pane';
import { errorText } from '../../src/text/errorText';

export interface Asking {
  /** Asks, or asks next: the newest question wins. */
  ask(question: ChartQuestion): void;
  /** Whether this is what was asked for last. */
  wants(question: ChartQuestion): boolean;
  /** Whatever is under way is no longer wanted. */
  forget(): void;
}

/** What makes another picture of it; range and size only show more or less of the same one. */
const subjectOf = ({ period, contract, allPrices, depth, pair }: ChartQuestion) =>
  JSON.stringify([period, contract, allPrices, depth, pair]);

/**
 * One question is under way, the newest waits. An answer about another range than the one wanted by
 * then is shown all the same: it is nearer to it than the picture at hand. A question about another
 * subject goes at once, and what was under way is given up for it. A picture is of the rows that there
 * are as its question goes out, of this `revision` or a later one.
 */
export function createAsking(
  host: Host,
  revision: () => number,
  answered: (chart: Chart, revision: number) => void,
  failed: (message: string) => void,
): Asking {
  /** What was asked for last; it waits where it is not what is under way. */
  let wanted: ChartQuestion | null = null;
  let underWay: ChartQuestion | null = null;

  async function run(question: ChartQuestion): Promise<void> {
    underWay = question;
    const asked = revision();
    const isGivenUp = () => underWay !== question;
    try {
      const chart = await host.ask('chart', question);
      if (!isGivenUp()) answered(chart, asked);
    } catch (error) {
      if (!isGivenUp() && wanted === question) {
        failed(errorText(error));
      }
    }
    if (isGivenUp()) return;
    underWay = null;
    if (wanted && wanted !== question) void run(wanted);
  }

  return {
    ask(question) {
      wanted = question;
      if (!underWay || subjectOf(underWay) !== subjectOf(question)) void run(question);
    },
    wants: (question) => JSON.stringify(wanted) === JSON.stringify(question),
    forget() {
      wanted = underWay = null;
    },
  };
}

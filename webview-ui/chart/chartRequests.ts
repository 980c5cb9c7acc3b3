import type { Chart, ChartQuestion } from '../../src/table/chartTypes';
import type { Host } from '../host/pane';
import { errorText } from '../../src/text/errorText';

export interface ChartRequests {
  /** Sends the question now or next; the newest one wins. */
  ask(question: ChartQuestion): void;
  /** Whether this was the last question. */
  isLatest(question: ChartQuestion): boolean;
  /** Any question in progress is no longer wanted. */
  forget(): void;
}

/** What makes it a different chart; range and size only show more or less of the same one. */
const subjectOf = ({ from: _from, to: _to, width: _width, height: _height, ...subject }: ChartQuestion) =>
  JSON.stringify(subject);

/**
 * One question is in progress, and the newest waits. An answer for another range than the one wanted by
 * then is still shown: it is closer to it than the current chart. A question about another
 * subject is sent at once and cancels the one in progress. A chart is drawn from the rows that exist
 * when its question is sent, of this `revision` or a later one.
 */
export function createChartRequests(
  host: Host,
  revision: () => number,
  answered: (chart: Chart, revision: number) => void,
  failed: (message: string) => void,
): ChartRequests {
  /** The last question; it waits if it isn't the one in progress. */
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
    isLatest: (question) => JSON.stringify(wanted) === JSON.stringify(question),
    forget() {
      wanted = underWay = null;
    },
  };
}

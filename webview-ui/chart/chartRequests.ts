import type { Chart } from '#src/protocol/charts/chart';
import type { ChartQuestion } from '#src/protocol/charts/chartQuestion';
import type { Host } from '../host/pane';
import { errorText } from '#src/text/errorText';

/** Identifies the chart that a question is about; range and size only change how much of it is shown. */
const subjectOf = ({ from: _from, to: _to, width: _width, height: _height, ...subject }: ChartQuestion) =>
  JSON.stringify(subject);

/**
 * One question is in progress, and only the newest of the others waits. An answer for an outdated range is
 * still shown, because it is closer to the wanted range than the current chart. A question about another
 * subject is sent at once and cancels the one in progress. A chart is drawn from the rows that exist
 * when its question is sent: those of `revision()`, or newer ones.
 */
export function createChartRequests(
  host: Host,
  revision: () => number,
  answered: (chart: Chart, revision: number) => void,
  failed: (message: string) => void,
) {
  /** The newest question; it waits while another one is in progress. */
  let newest: ChartQuestion | null = null;
  let inProgress: ChartQuestion | null = null;

  async function run(question: ChartQuestion): Promise<void> {
    inProgress = question;
    const askedRevision = revision();
    const isOutdated = () => inProgress !== question;
    try {
      const chart = await host.ask('chart', question);
      if (!isOutdated()) answered(chart, askedRevision);
    } catch (error) {
      if (!isOutdated() && newest === question) {
        failed(errorText(error));
      }
    }
    if (isOutdated()) return;
    inProgress = null;
    if (newest && newest !== question) void run(newest);
  }

  return {
    /** Sends the question now, or after the one in progress; the newest one wins. */
    ask(question: ChartQuestion) {
      newest = question;
      if (!inProgress || subjectOf(inProgress) !== subjectOf(question)) void run(question);
    },
    /** Whether this was the last question. */
    isLatest: (question: ChartQuestion) => JSON.stringify(newest) === JSON.stringify(question),
    /** Drops all questions; the answer to the one in progress is ignored. */
    forget() {
      newest = inProgress = null;
    },
  };
}

import type { Chart, ChartQuestion } from '../../src/table/chartTypes';
import type { Host } from '../pane';

export interface Asking {
  /** Asks, or asks next: the newest question wins. */
  ask(question: ChartQuestion): void;
  /** Whether this is what was asked for last. */
  wants(question: ChartQuestion): boolean;
  /** Whatever is under way is no longer wanted. */
  forget(): void;
}

/**
 * At most one question is under way. An answer to a question that is no longer the wanted one is
 * dropped; the same question asked again, because rows have come in, does not make it so.
 */
export function createAsking(
  host: Host,
  answered: (chart: Chart) => void,
  failed: (message: string) => void,
): Asking {
  let wanted: string | null = null;
  let waiting: ChartQuestion | null = null;
  let busy = false;

  async function run(question: ChartQuestion): Promise<void> {
    busy = true;
    const key = JSON.stringify(question);
    try {
      const chart = await host.ask('chart', question);
      if (key === wanted) answered(chart);
    } catch (error) {
      if (key === wanted) failed(error instanceof Error ? error.message : String(error));
    }
    busy = false;
    const next = waiting;
    waiting = null;
    if (next) void run(next);
  }

  return {
    ask(question) {
      wanted = JSON.stringify(question);
      if (busy) waiting = question;
      else void run(question);
    },
    wants: (question) => wanted === JSON.stringify(question),
    forget() {
      wanted = waiting = null;
    },
  };
}

import * as vscode from 'vscode';
import type { RangeControl } from '../../engine/range/fetchRange';
import { progressText, reportLines } from '../../engine/range/runSummary';
import type { Dataset } from '../../market/datasets/dataset';
import { RequestPace } from '../../range/requestPace';
import { endedDays, RangeReport, type RangeOutcome } from '../../range/rangeReport';
import type { RangeSummary } from '../../range/rangeRun';
import { retryWaitText, type RetryWait } from '../../request/retryWait';
import { abortWith } from '../../service/abortWith';
import { settings } from '../shell/settings';
import { showProgress, type ShownProgress } from '../shell/shownMessages';

/** A person canceled a run in its notification. The fetched days are kept. */
export class RangeCanceled extends Error {
  constructor(readonly outcome: RangeOutcome) {
    super(vscode.l10n.t('Fetching was canceled.'));
  }
}

/** A run, and where it's shown. */
interface ShownRun {
  readonly dataset: Dataset;
  /** False for runs that a program starts with `show: false`. */
  readonly isShown: boolean;
  /** Gets what a terminal would say at the end. */
  readonly log: Pick<vscode.LogOutputChannel, 'info'>;
}

/**
 * Carries out a run until one of the signals is aborted. A notification shows its progress, and rejects with
 * `RangeCanceled` if a person cancels it.
 */
export async function runInNotification(
  { dataset, isShown, log }: ShownRun,
  signals: readonly AbortSignal[],
  run: (control: RangeControl) => Promise<RangeSummary>,
): Promise<RangeSummary> {
  const stop = new AbortController();
  const listening = signals.map((signal) => abortWith(stop, signal));
  /** The wait that ends last, of the run itself or within one of its queries. */
  let longest: RetryWait = { untilEpochMs: 0 };
  const onWait = (wait: RetryWait) => {
    if (wait.untilEpochMs > longest.untilEpochMs) longest = wait;
  };
  const report = new RangeReport();
  const control: RangeControl = {
    signal: stop.signal,
    pace: new RequestPace(onWait),
    onWait,
    report,
    longestWaitSeconds: settings.ofRequest().maxRetryWaitSeconds,
    onProgress: () => undefined,
  };

  const began = Date.now();
  const message = (): string => {
    const now = Date.now();
    const text = progressText(report.counts, now - began);
    return longest.untilEpochMs > now ? `${text} · ${retryWaitText(longest, now)}` : text;
  };
  const show = async (showStep: (step: ShownProgress) => void, token: vscode.CancellationToken) => {
    token.onCancellationRequested(() => stop.abort());
    let shown = 0;
    const tell = () => {
      const done = endedDays(report.counts);
      const increment = (100 * (done - shown)) / Math.max(1, report.counts.days);
      showStep({ message: message(), increment });
      shown = done;
    };
    const ticking = setInterval(tell, 1000);
    try {
      return await run(control);
    } catch (error) {
      throw token.isCancellationRequested ? new RangeCanceled(report.outcome) : error;
    } finally {
      clearInterval(ticking);
      const lines = report.counts.days > 0 ? reportLines(report.outcome) : [];
      for (const line of lines) log.info(`${dataset.title()}: ${line}`);
    }
  };

  const title = vscode.l10n.t('Fetching {0}', dataset.title());
  try {
    return isShown ? await showProgress(title, show) : await run(control);
  } finally {
    listening.forEach((letGo) => letGo());
  }
}

import * as vscode from 'vscode';
import type { RangeControl } from '../../engine/range/fetchRange';
import { progressText, reportLines } from '../../engine/range/rangeWords';
import type { Dataset } from '../../market/datasets/dataset';
import { RequestPace } from '../../range/requestPace';
import { endedDays, RangeReport } from '../../range/rangeReport';
import type { RangeSummary } from '../../range/rangeRun';
import { retryWaitText, type RetryWait } from '../../request/retryWait';
import { abortWith } from '../../service/abortWith';
import { formatCount } from '../../text/l10n';
import { commandIds } from '../shell/commands';

/** A run in progress. */
interface Running {
  readonly name: string;
  readonly days: number;
  /** The number of days that are done, whatever their outcome. */
  done: number;
  readonly pace: RequestPace;
  resume: (() => void) | undefined;
  /** When it was paused, in epoch milliseconds, and how long it was paused before, in milliseconds. */
  pausedAt: number | undefined;
  pausedMs: number;
  readonly tell: () => void;
}

/** A person canceled a run in its notification. The fetched days are kept. */
export class RangeCanceled extends Error {
  constructor(
    /** How many delivery days are saved, and how many the range has. */
    readonly there: number,
    readonly days: number,
  ) {
    super(vscode.l10n.t('Fetching was canceled.'));
  }
}

/**
 * Shows each run while it lasts: a notification with Cancel, and a status bar item that pauses and continues
 * it. Neither is shown for runs that a program starts with `show: false`.
 */
export class RangeProgress implements vscode.Disposable {
  private readonly running = new Set<Running>();
  private readonly session = new AbortController();
  private readonly item = vscode.window.createStatusBarItem(
    'marketData.range',
    vscode.StatusBarAlignment.Left,
    0,
  );

  constructor(
    private readonly log: Pick<vscode.LogOutputChannel, 'info'>,
    /** The longest wait that a service may ask for, in seconds; see `RunOptions`. */
    private readonly longestWaitSeconds: () => number,
  ) {
    this.item.name = vscode.l10n.t('Market Data Range');
    this.item.command = commandIds.pauseRange;
  }

  /** Ends all runs with the session. Otherwise, the remaining days would be recorded as failed. */
  dispose(): void {
    this.session.abort();
    this.item.dispose();
  }

  /**
   * Carries out a run and shows its progress; see `RangeRuns`. Rejects with `RangeCanceled` if a person
   * cancels it in its notification.
   */
  async watch(
    { dataset, days }: { dataset: Dataset; days: number },
    run: (control: RangeControl) => Promise<RangeSummary>,
    given: readonly AbortSignal[],
    isShown: boolean,
  ): Promise<RangeSummary> {
    const stop = new AbortController();
    const listening = [...given, this.session.signal].map((signal) => abortWith(stop, signal));
    const release = () => listening.forEach((letGo) => letGo());
    const { signal } = stop;
    /** The wait that ends last, of the run itself or within one of its queries. */
    let longest: RetryWait = { untilEpochMs: 0, isRequested: false };
    const onWait = (wait: RetryWait) => {
      if (wait.untilEpochMs > longest.untilEpochMs) longest = wait;
    };
    const pace = new RequestPace(onWait);
    const report = new RangeReport();
    const onProgress = () => undefined;
    const longestWaitSeconds = this.longestWaitSeconds();
    const control = { signal, pace, onWait, report, longestWaitSeconds, onProgress };
    if (!isShown) return run(control).finally(release);
    const location = vscode.ProgressLocation.Notification;
    const title = vscode.l10n.t('Fetching {0}', dataset.title());
    return vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
      token.onCancellationRequested(() => stop.abort());
      let shown = 0;
      const began = Date.now();
      const running: Running = {
        name: dataset.title(),
        days,
        done: 0,
        pace,
        resume: undefined,
        pausedAt: undefined,
        pausedMs: 0,
        tell: () => {
          const done = endedDays(report.counts);
          const message = this.messageOf(running, report, began, longest);
          progress.report({ message, increment: (100 * (done - shown)) / Math.max(1, days) });
          shown = done;
          running.done = done;
          this.show();
        },
      };
      this.running.add(running);
      const ticking = setInterval(running.tell, 1000);
      running.tell();
      try {
        return await run(control);
      } catch (error) {
        if (!token.isCancellationRequested) throw error;
        const { fetched, kept, preliminary, incomplete } = report.counts;
        throw new RangeCanceled(fetched + kept + preliminary + incomplete, days);
      } finally {
        release();
        clearInterval(ticking);
        const lines = report.counts.days > 0 ? reportLines(report.outcome) : [];
        for (const line of lines) this.log.info(`${dataset.title()}: ${line}`);
        this.running.delete(running);
        this.show();
      }
    });
  }

  private messageOf(
    { resume, pausedAt, pausedMs }: Running,
    { counts }: RangeReport,
    began: number,
    longest: RetryWait,
  ): string {
    const text = progressText(counts, (pausedAt ?? Date.now()) - began - pausedMs);
    if (resume) return vscode.l10n.t('{0} · paused', text);
    const now = Date.now();
    return longest.untilEpochMs > now ? `${text} · ${retryWaitText(longest, now)}` : text;
  }

  private show(): void {
    const [first] = this.running;
    if (!first) {
      this.item.hide();
      return;
    }
    const isPaused = [...this.running].every(({ resume }) => resume);
    const icon = isPaused ? '$(debug-continue)' : '$(debug-pause)';
    const done = vscode.l10n.t('{0} of {1} days', formatCount(first.done), formatCount(first.days));
    this.item.text = `${icon} ${first.name}: ${done}`;
    this.item.tooltip = isPaused
      ? vscode.l10n.t('Fetching is paused. Select to continue.')
      : vscode.l10n.t('Delivery days are being fetched. Select to pause.');
    this.item.show();
  }

  /**
   * Pauses all runs, or continues them if they're paused. Responses to requests that were already sent still
   * arrive.
   */
  pauseOrContinue(): void {
    const all = [...this.running];
    if (all.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('No delivery days are being fetched.'));
    }
    const isPaused = all.length > 0 && all.every(({ resume }) => resume);
    for (const running of all) {
      if (isPaused) {
        running.resume?.();
        running.resume = undefined;
        running.pausedMs += Date.now() - (running.pausedAt ?? Date.now());
        running.pausedAt = undefined;
      } else {
        running.resume ??= running.pace.pause();
        running.pausedAt ??= Date.now();
      }
      running.tell();
    }
  }
}

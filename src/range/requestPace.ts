import { setTimeout as wait } from 'node:timers/promises';
import type { RetryWait } from '../request/retryWait';

/** The most days that are requested at the same time. */
export const mostAtOnce = 2;
/**
 * After a day with more rows, only one day is requested at a time: two responses and tables of that size
 * would need twice the memory.
 */
const mostRowsForTwo = 50_000;
/** A response that takes this many times as long as usual means that the service is busy. */
const slowFactor = 3;
/** In milliseconds: smaller differences mean nothing. */
const slowMs = 1000;
/**
 * Wait in milliseconds after a first "too many requests" that doesn't say how long to wait; doubled each
 * time.
 */
const firstWaitMs = 5000;
const longestGuessMs = 5 * 60_000;

/** How fast a service is queried: as fast as it allows, and slower once its responses take longer. */
export class RequestPace {
  private running = 0;
  private usualMs = Infinity;
  private isSlow = false;
  /** Also true before the first day, whose size isn't known yet. */
  private isLarge = true;
  private refusals = 0;
  private notBefore = 0;
  private waiting: (() => void)[] = [];

  /** `onWait` is called before every wait. */
  constructor(
    private readonly onWait: (wait: RetryWait) => void = () => undefined,
    private readonly clock: () => number = Date.now,
  ) {}

  /**
   * Resolves when the next request may be sent, and counts it as running. Rejects with the signal's reason.
   */
  async turn(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const rest = this.notBefore - this.clock();
      if (rest > 0) await wait(Math.min(rest, 60_000), undefined, { signal }).catch(reasonOf(signal));
      else if (this.running >= (this.isSlow || this.isLarge ? 1 : mostAtOnce)) {
        await until(new Promise<void>((resolve) => this.waiting.push(resolve)), signal);
      } else break;
    }
    this.running += 1;
  }

  /** Call when a request has ended. */
  done(): void {
    this.running -= 1;
    this.waiting.splice(0).forEach((resume) => resume());
  }

  /** Call when the service has responded, with the time in milliseconds and the number of rows of the day. */
  responded(tookMs: number, rows: number): void {
    this.refusals = 0;
    this.isLarge = rows > mostRowsForTwo;
    this.isSlow = tookMs > this.usualMs * slowFactor && tookMs - this.usualMs > slowMs;
    this.usualMs = Math.min(this.usualMs, tookMs);
  }

  /** Call when the service has too many requests, with the seconds to wait if it named them. */
  refused(retryAfterSeconds: number | undefined): void {
    this.isSlow = true;
    const guess = Math.min(firstWaitMs * 2 ** this.refusals, longestGuessMs);
    this.refusals += 1;
    const waitMs = retryAfterSeconds === undefined ? guess : retryAfterSeconds * 1000;
    const untilEpochMs = this.clock() + waitMs;
    this.notBefore = Math.max(this.notBefore, untilEpochMs);
    this.onWait({ untilEpochMs });
  }

  /** How many responses in a row were "too many requests". */
  get refusedInARow(): number {
    return this.refusals;
  }
}

const reasonOf = (signal: AbortSignal) => (error: unknown) => {
  signal.throwIfAborted();
  throw error;
};

/** Waits for the promise, but only until the signal is aborted. */
async function until(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  const listening = new AbortController();
  const aborted = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true, signal: listening.signal }),
  );
  await Promise.race([promise, aborted]);
  listening.abort();
}

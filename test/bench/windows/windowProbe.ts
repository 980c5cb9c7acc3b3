/**
 * Functions that `frame.evaluate` runs inside the result view, so each must be self-contained. All times are
 * milliseconds.
 */

/**
 * Resolves with the epoch time at which the status shows that the query has finished and its response was judged.
 * Rejects after two minutes with the status, because nothing limits how long a page may take to answer.
 */
export function endedAt(): Promise<number> {
  const longestMs = 120_000;
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const look = () => {
      const text = document.querySelector('[role="status"]')?.textContent ?? '';
      if (/, complete|received;/.test(text)) resolve(Date.now());
      else if (performance.now() - began > longestMs) reject(new Error(`Not finished: ${text}`));
      else requestAnimationFrame(look);
    };
    look();
  });
}

/**
 * Runs the query again. Resolves with the epoch time at which the first rows of the new response are shown.
 */
export function rowsAgainAt(): Promise<number> {
  const status = () => document.querySelector('[role="status"]')?.textContent ?? '';
  const isRunning = () => /^(Receiving|Waiting)/.test(status());
  const again = document.querySelector('[aria-label="Run Again"], [title="Run Again"]');
  if (!(again instanceof HTMLElement)) throw new Error('Button not found.');
  again.click();
  return new Promise((resolve) => {
    let began = false;
    const look = () => {
      began ||= isRunning();
      const cell = document.querySelector('[role="grid"] tbody tr td');
      const isThere = cell instanceof HTMLElement && cell.offsetParent !== null;
      if (began && isThere && /[1-9]/.test(status())) requestAnimationFrame(() => resolve(Date.now()));
      else requestAnimationFrame(look);
    };
    look();
  });
}

/**
 * On every frame, scrolls the table by some rows or zooms the chart in and out with the wheel. Resolves with
 * the duration of each frame.
 */
export function frameTimes({ frames, by }: { frames: number; by: 'scroll' | 'wheel' }): Promise<number[]> {
  const moved = document.querySelector(by === 'scroll' ? 'regular-table' : '[role="img"]');
  if (moved === null) throw new Error('Nothing to scroll or zoom.');
  const { left, top, width, height } = moved.getBoundingClientRect();
  const wheeled = document.elementFromPoint(left + width / 2, top + height / 2) ?? moved;
  const at = { clientX: left + width * 0.6, clientY: top + height / 2 };
  const move = (frame: number) => {
    if (by === 'scroll') {
      moved.scrollTop += 240;
      return;
    }
    const deltaY = frame % 40 < 20 ? -60 : 60;
    wheeled.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY, bubbles: true, cancelable: true }));
  };
  return new Promise((resolve) => {
    const taken: number[] = [];
    let before = performance.now();
    const step = () => {
      const now = performance.now();
      taken.push(now - before);
      before = now;
      if (taken.length > frames) {
        resolve(taken.slice(1));
        return;
      }
      move(taken.length);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}

/** When a person last pressed Enter in the window, in epoch milliseconds. */
export type Entered = typeof globalThis & { enteredAt?: number };

/**
 * Records when Enter is pressed, because a test that waits for the prompt to close notices that only later.
 */
export function noteEnter(): void {
  const note = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') (globalThis as Entered).enteredAt = Date.now();
  };
  document.addEventListener('keydown', note, { capture: true });
}

/** When a frame first showed each element, in epoch milliseconds by selector. */
export type Sighted = typeof globalThis & { firstSights?: Record<string, number> };

/** Runs in every frame before its scripts: records when it first draws elements with these selectors. */
export function noteFirstSight(selectors: readonly string[]): void {
  const page = globalThis as Sighted;
  const sights: Record<string, number> = (page.firstSights = {});
  // Timers outlive the document that VS Code writes into a frame; observers don't.
  const look = () => {
    for (const selector of selectors) {
      if (sights[selector] !== undefined || document.querySelector(selector) === null) continue;
      sights[selector] = Infinity;
      requestAnimationFrame(() => (sights[selector] = Date.now()));
    }
    setTimeout(look, 4);
  };
  look();
}

/** Goes to the previous day. Resolves with the milliseconds until its chart is drawn. */
export function chartAgainAt(): Promise<number> {
  const words = () => document.querySelector('.chart-plot')?.getAttribute('aria-label') ?? '';
  const before = words();
  const previous = document.querySelector('[aria-label="Previous Day"]');
  if (!(previous instanceof HTMLElement)) throw new Error('Button not found.');
  const began = performance.now();
  previous.click();
  return new Promise((resolve) => {
    const look = () => {
      const isThere = words() !== before && / values /.test(words());
      if (isThere) requestAnimationFrame(() => resolve(performance.now() - began));
      else requestAnimationFrame(look);
    };
    look();
  });
}

/**
 * Sorts the table by the column with this header. Resolves with the milliseconds until other rows are shown.
 */
export function sortedAt(title: string): Promise<number> {
  const headers = [...document.querySelectorAll('[role="grid"] thead th')];
  const header = headers.find((each) => each.textContent.trim().startsWith(title));
  const button = header?.querySelector('button, [role="button"]') ?? header;
  if (!(button instanceof HTMLElement)) throw new Error(`There is no column ${title}.`);
  const shown = () => document.querySelector('[role="grid"] tbody')?.textContent ?? '';
  const before = shown();
  const began = performance.now();
  button.click();
  return new Promise((resolve) => {
    const look = () => {
      if (shown() !== before) requestAnimationFrame(() => resolve(performance.now() - began));
      else requestAnimationFrame(look);
    };
    look();
  });
}

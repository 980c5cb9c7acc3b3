/**
 * What runs inside the result view, by `frame.evaluate`: each function must stand on its own. All
 * times are milliseconds.
 */

/** Resolves with the epoch time at which the element is there and the frame with it was drawn. */
export function shownAt(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(selector) === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => resolve(Date.now()));
    };
    look();
  });
}

/** Resolves with the epoch time at which the status says that the query has ended. */
export function endedAt(): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const text = document.querySelector('[role="status"]')?.textContent ?? '';
      if (/complete/.test(text)) resolve(Date.now());
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Runs the query again; resolves with the epoch time at which the new answer's first rows are there. */
export function rowsAgainAt(): Promise<number> {
  const status = () => document.querySelector('[role="status"]')?.textContent ?? '';
  const isRunning = () => /^(Asking|Receiving|Waiting)/.test(status());
  const again = document.querySelector('[aria-label="Run again"], [title="Run again"]');
  if (!(again instanceof HTMLElement)) throw new Error('There is no button.');
  again.click();
  return new Promise((resolve) => {
    let began = false;
    const look = () => {
      began ||= isRunning();
      const cell = document.querySelector('[role="grid"] tbody tr td');
      const isThere = cell instanceof HTMLElement && cell.offsetParent !== null;
      if (began && isThere && /[1-9]/.test(status()))
        requestAnimationFrame(() => resolve(Date.now()));
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Scrolls by some rows with every frame; resolves with how long each frame took. */
export function scrolled(frames: number): Promise<number[]> {
  const table = document.querySelector('regular-table');
  if (!(table instanceof HTMLElement)) throw new Error('There is no table.');
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
      table.scrollTop += 240;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}

/** Turns the wheel over the chart with every frame, in and out again; resolves with how long each took. */
export function zoomed(frames: number): Promise<number[]> {
  const chart = document.querySelector('[role="img"]');
  if (chart === null) throw new Error('There is no chart.');
  const { left, top, width, height } = chart.getBoundingClientRect();
  const target = document.elementFromPoint(left + width / 2, top + height / 2) ?? chart;
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
      const isIn = taken.length % 40 < 20;
      target.dispatchEvent(
        new WheelEvent('wheel', {
          deltaY: isIn ? -60 : 60,
          clientX: left + width * 0.6,
          clientY: top + height / 2,
          bubbles: true,
          cancelable: true,
        }),
      );
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}

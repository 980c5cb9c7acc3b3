/**
 * Functions that `frame.evaluate` runs inside the result view, so each must be self-contained. All times are
 * milliseconds.
 */

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

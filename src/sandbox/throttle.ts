/** Seconds that a refused caller has to wait. */
const waitSeconds = 1;

/**
 * Refuses until its own Retry-After is over, lets one request through, refuses again. The header
 * comes by turns in its two forms, whole seconds and an HTTP date (docs/api.md, "Waiting"). Works on the real
 * clock, since callers wait in real time. Returns the header's value, `undefined` to let through.
 */
export function throttle(): () => string | undefined {
  let freeAt: number | undefined;
  let refusals = 0;
  return () => {
    const now = Date.now();
    if (freeAt !== undefined && now >= freeAt) {
      freeAt = undefined;
      return undefined;
    }
    if (freeAt === undefined) {
      refusals++;
      // The next whole second that is at least the wait away: an HTTP date has no fraction.
      freeAt = Math.ceil(now / 1000 + waitSeconds) * 1000;
    }
    const inSeconds = refusals % 2 === 1;
    return inSeconds ? String(Math.ceil((freeAt - now) / 1000)) : new Date(freeAt).toUTCString();
  };
}

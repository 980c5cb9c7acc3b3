/** Seconds that a rejected client has to wait. */
const waitSeconds = 1;

/**
 * Rejects requests until the time in its last Retry-After has passed, lets one request through, and rejects
 * again. The header alternates between its two forms, whole seconds and an HTTP date (docs/api.md,
 * "Waiting"). Uses the real clock, because clients wait in real time. The returned function gives the
 * header's value, or `undefined` to let the request through.
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
      // Rounded up to a whole second, because an HTTP date has no fraction.
      freeAt = Math.ceil(now / 1000 + waitSeconds) * 1000;
    }
    const inSeconds = refusals % 2 === 1;
    return inSeconds ? String(Math.ceil((freeAt - now) / 1000)) : new Date(freeAt).toUTCString();
  };
}

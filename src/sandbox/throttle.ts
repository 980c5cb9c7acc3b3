/** Seconds that a rejected client has to wait. */
const waitSeconds = 1;

/**
 * Rejects until its own Retry-After has passed, accepts one request, and rejects again. The header
 * alternates between its two forms, whole seconds and an HTTP date (docs/api.md, "Waiting"). Uses
 * the real clock, because clients wait in real time. Returns the header's value, or `undefined` to
 * accept.
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
      // The first whole second after at least the full wait, because an HTTP date has no fractions.
      freeAt = Math.ceil(now / 1000 + waitSeconds) * 1000;
    }
    const inSeconds = refusals % 2 === 1;
    return inSeconds ? String(Math.ceil((freeAt - now) / 1000)) : new Date(freeAt).toUTCString();
  };
}

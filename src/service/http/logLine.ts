/**
 * Starts a stopwatch and returns a function that returns the request's log line: method, host, path, how it
 * ended, announced size in bytes, and time. Never a header, a body, or a query.
 */
export function stopwatchLine(
  method: string,
  url: string,
): (ending: string, announcedBytes?: number | null) => string {
  const { host, pathname } = new URL(url);
  const started = performance.now();
  return (ending, announcedBytes = null) => {
    const size = announcedBytes === null ? '' : `, ${announcedBytes} bytes`;
    const time = Math.round(performance.now() - started);
    return `${method} ${host}${pathname}: ${ending}${size}, ${time} ms`;
  };
}

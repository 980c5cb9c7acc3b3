/**
 * Starts a stopwatch and gives the writer of the request's one line in the log: method, host, path,
 * how it ended, announced size and time. No header, no body and no query ever.
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

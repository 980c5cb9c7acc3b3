/** The message of a caught `Error`; any other value as text. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * What can be shown of an error of unknown origin, whose message may quote a secret or a path: its
 * system code, such as `ENOSPC`, or its name.
 */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : error.name;
}

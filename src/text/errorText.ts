/** The message of a caught `Error`; any other value as text. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

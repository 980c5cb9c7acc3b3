/** What a caught value says of itself: the message of an `Error`, else the value as text. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The parts that aren't empty, with the separator between them. */
export const joined = (separator: string, ...parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(separator);

/**
 * A scheme other than a file's or the editor's own, or a host, as in `//host/share`. A single letter before a
 * colon is a drive.
 */
const remote = /^(?:(?!file:|vscode:)[a-z][a-z0-9+.-]+:|(?:file:)?[\\/]{2}(?!\/[^\\/]))/i;

/**
 * Whether a `$schema` is an address outside this machine. An editor may request it when it opens the file,
 * and that would tell whoever wrote the file who reads it.
 */
export const isRemoteSchema = (schema: string): boolean => remote.test(schema.trim());

/**
 * Another scheme than that of a file or of the editor's own schemas, or a host, as in `//host/share`. One letter before
 * a colon is a drive.
 */
const remote = /^(?:(?!file:|vscode:)[a-z][a-z0-9+.-]+:|(?:file:)?[\\/]{2}(?!\/[^\\/]))/i;

/**
 * Whether a `$schema` is the address of something that isn't on this machine. An editor may request it when it opens
 * the file, and then whoever wrote the file learns who reads it.
 */
export const isRemoteSchema = (schema: string): boolean => remote.test(schema.trim());

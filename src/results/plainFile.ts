import { constants } from 'node:fs';

/**
 * Flags for reading a file that others may have created: symbolic links aren't followed, and opening a pipe
 * doesn't wait for a writer. Windows has neither flag; there, each counts as 0.
 */
export const plainFileFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

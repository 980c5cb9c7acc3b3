import { constants } from 'node:fs';

/**
 * Flags to read a file that others may have put there: a link isn't followed, and a pipe without a writer
 * isn't waited for. Windows has neither flag, which counts as 0.
 */
export const plainFileFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

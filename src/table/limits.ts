/** Where reading stops with a plain word instead of filling memory or disk. Stated in the README. */

/** One record; a year of quarter hours is 3 MB, a day of curves some 10 MB. V8's strings end at 512 MB. */
export const maxRecordBytes = 128 * 1024 * 1024;
/** A string in place of records ("no data"): a sentence, not a page. */
export const maxMessageBytes = 64 * 1024;
/** Of a body that is not what was promised so much is kept after the place where that showed. */
export const maxUnreadBytes = 64 * 1024 * 1024;
/** Attributes, and fields that are not documented; each one is a column. */
export const maxFurtherColumns = 256;
/** The API's records nest 5 levels deep. */
export const maxDepth = 64;
/** A body after decompression, kept in the spool file. */
export const maxBodyBytes = 16 * 1024 ** 3;
/** gzip packs orders 11 to 30 times; more than this beyond 64 MB is a bomb. */
export const maxCompressionRatio = 200;
export const ratioCheckedFromBytes = 64 * 1024 * 1024;

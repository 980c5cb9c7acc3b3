/**
 * Limits at which reading stops with a message, so that memory and disk don't fill up. Stated in
 * docs/privacy-and-limits.md.
 */

/**
 * For one record: a year of quarter hours is 3 MB, a day of curves about 10 MB. V8's longest string is 512
 * MB.
 */
export const maxRecordBytes = 128 * 1024 * 1024;
/** For a string in place of records ("no data"): a sentence, not a page. */
export const maxMessageBytes = 64 * 1024;
/** How much of a body is kept after the point at which it turned out not to be in the dataset's format. */
export const maxUnreadBytes = 64 * 1024 * 1024;
/** For attributes and undocumented fields; each of them is a column. */
export const maxFurtherColumns = 256;
/** For the fields of an object and the attributes of a record, before they're parsed. */
export const maxMembers = 10_000;
/** For a table with one column per series. */
export const maxSeriesColumns = 1000;
/** The API's records nest 5 levels deep. */
export const maxDepth = 64;
/** For a body after decompression, as stored in the spool file. */
export const maxBodyBytes = 16 * 1024 ** 3;
/** gzip compresses orders by a factor of 11 to 30; more than this beyond 64 MB is a decompression bomb. */
export const maxCompressionRatio = 200;
export const ratioCheckedFromBytes = 64 * 1024 * 1024;
/** What people set the limit of a table's memory with. The command line sets another name. */
export const memoryLimit = { name: 'marketData.maxResultMegabytes' };

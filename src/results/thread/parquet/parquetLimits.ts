/** The most rows of a group. Writers make groups of at most a million, unless configured otherwise. */
export const mostGroupRows = 1 << 23;
export const mostColumns = 1024;
/** A day that is fetched minute by minute has a group for each response. */
export const mostGroups = 4096;
/** A row takes far more than a 200th of a byte: its times differ from those of other rows. */
export const mostRowsPerByte = 200;
/** The most bytes that are read from a file at once. */
export const mostBytesAtOnce = 512 * 1024 ** 2;

/** The most bytes of a column in one row group, after decompression. */
const mostBytes = 512 * 1024 ** 2;
/** Up to this many bytes, anything may be compressed as well as it can be. */
const freeBytes = 64 * 1024 ** 2;
/** The most that larger data shrinks by, as for responses. */
const mostRatio = 200;

/** Whether data of `stored` bytes may have this size after decompression, so that it may be decompressed. */
export const isDecompressible = (size: number, stored: number): boolean =>
  size >= 0 && size <= mostBytes && (size <= freeBytes || size <= stored * mostRatio);

/**
 * Whether a file of so many bytes can contain these columns of row groups, and may be decompressed: a file can
 * declare that all of them are in the same place.
 */
export function areReadable(
  chunks: readonly { readonly stored: number; readonly size: number }[],
  fileBytes: number,
): boolean {
  const [stored, size] = chunks.reduce((sum, chunk) => [sum[0] + chunk.stored, sum[1] + chunk.size], [0, 0]);
  return stored <= fileBytes && size <= Math.max(freeBytes, fileBytes * mostRatio);
}

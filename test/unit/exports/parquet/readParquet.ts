import { gunzipSync } from 'node:zlib';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';

/** Microseconds come as they are stored; a `Date` would not show the last digits. */
export async function readParquet(bytes: Uint8Array) {
  const file = new Uint8Array(bytes).buffer;
  const compressors = { GZIP: (input: Uint8Array) => new Uint8Array(gunzipSync(input)) };
  const parsers = { timestampFromMicroseconds: (microseconds: bigint) => microseconds };
  return {
    rows: await parquetReadObjects({ file, compressors, parsers }),
    facts: parquetMetadata(file, { parsers }),
  };
}

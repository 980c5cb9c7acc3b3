import { gunzipSync } from 'node:zlib';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';

/** As they are stored: a `Date` would not show the last digits. */
const asMicroseconds = { timestampFromMicroseconds: (microseconds: bigint) => microseconds };

/** The rows of a file and what it says about them. With no `parsers`, times are dates. */
export async function readParquet(
  bytes: Uint8Array,
  parsers: Partial<typeof asMicroseconds> = asMicroseconds,
) {
  const file = new Uint8Array(bytes).buffer;
  const compressors = { GZIP: (input: Uint8Array) => new Uint8Array(gunzipSync(input)) };
  return {
    rows: await parquetReadObjects({ file, compressors, parsers }),
    facts: parquetMetadata(file, { parsers }),
  };
}

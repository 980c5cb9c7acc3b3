/** The first byte of everything that is compressed with gzip (RFC 1952, section 2.3.1). */
export const firstOfGzip = 0x1f;

/** Whether bytes are compressed with gzip, whatever somebody says about them. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === firstOfGzip && bytes[1] === 0x8b;

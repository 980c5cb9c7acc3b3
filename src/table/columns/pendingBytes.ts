/** Bytes with a view of the same memory, for comparing four of them at once. */
export interface Bytes {
  readonly buffer: Buffer;
  readonly view: DataView;
}

/** The buffer and a view of its memory. */
export const withView = (buffer: Buffer): Bytes => ({
  buffer,
  view: new DataView(buffer.buffer, buffer.byteOffset, buffer.length),
});

/** The bytes of a body that have arrived but have not been read yet, in one piece. */
export class PendingBytes implements Bytes {
  buffer: Buffer;
  view: DataView;
  /** Number of these bytes. Bytes after them in the buffer are meaningless. */
  length = 0;
  /** Offset of the first of these bytes in the body. */
  offset = 0;

  constructor(room: number) {
    ({ buffer: this.buffer, view: this.view } = withView(Buffer.allocUnsafeSlow(room)));
  }

  append(chunk: Uint8Array): void {
    if (this.length + chunk.length > this.buffer.length) {
      const room = Math.max(this.buffer.length * 2, this.length + chunk.length);
      const larger = withView(Buffer.allocUnsafeSlow(room));
      this.buffer.copy(larger.buffer, 0, 0, this.length);
      ({ buffer: this.buffer, view: this.view } = larger);
    }
    this.buffer.set(chunk, this.length);
    this.length += chunk.length;
  }

  /** Discards the first `bytes` bytes. */
  drop(bytes: number): void {
    this.buffer.copyWithin(0, bytes, this.length);
    this.length -= bytes;
    this.offset += bytes;
  }

  /** Discards everything: the next bytes are the first of a body. */
  restart(): void {
    this.length = 0;
    this.offset = 0;
  }

  /** Also releases the memory. */
  clear(): void {
    this.drop(this.length);
    ({ buffer: this.buffer, view: this.view } = withView(Buffer.alloc(0)));
  }
}

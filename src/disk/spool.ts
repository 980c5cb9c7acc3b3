import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { errorKind } from '../text/errorText';
import { LostResult } from './lostResult';
import { removeQuietly } from './removeQuietly';

/** The message when the disk fails: the error's code, without the path. */
export const notKeptMessage = (error: unknown): string =>
  l10n.t("Couldn't store the response on disk ({0}).", errorKind(error));

/** The message when a stored response no longer exists. */
export const notFoundMessage = (): string =>
  l10n.t('The stored response is no longer on disk. Run the query again.');

/** The message when a stored response can't be read: the error's code, without the path. */
export const notReadMessage = (error: unknown): string =>
  errorKind(error) === 'ENOENT'
    ? notFoundMessage()
    : l10n.t("Couldn't read the stored response ({0}).", errorKind(error));

/** Up to this many bytes of a body that is needed only briefly are in memory. Its file begins after them. */
const briefBytes = 1 << 20;

/**
 * The file for a body after decompression, so that memory doesn't limit a result and the `json` export
 * contains the service's own bytes. Used in the worker thread, where synchronous writes keep the order and
 * never block the host.
 */
export class Spool {
  length = 0;
  private writer: number | null = null;
  private reader: Promise<FileHandle> | null = null;
  /** As long as the body has no file: it, and room for more. */
  private inMemory: Buffer | null = null;

  /**
   * Creates the file, only if it's large if the body `isBrief`, or opens an existing one of `length` bytes for
   * reading only.
   */
  constructor(
    readonly path: string,
    { length, isBrief = false }: { length?: number; isBrief?: boolean | undefined } = {},
  ) {
    this.length = length ?? 0;
    if (isBrief) this.inMemory = Buffer.alloc(0);
    else if (length === undefined) this.writer = this.create();
  }

  private create(): number {
    return openSync(this.path, 'w', 0o600);
  }

  append(bytes: Uint8Array): void {
    const length = this.length + bytes.length;
    if (this.inMemory && length > briefBytes) {
      this.writer = this.create();
      this.write(this.inMemory.subarray(0, this.length));
      this.inMemory = null;
    }
    if (this.inMemory && length > this.inMemory.length) {
      this.inMemory = Buffer.concat([this.inMemory], Math.min(briefBytes, length * 2));
    }
    if (this.inMemory) this.inMemory.set(bytes, this.length);
    else this.write(bytes);
    this.length = length;
  }

  private write(bytes: Uint8Array): void {
    for (let at = 0; this.writer !== null && at < bytes.length;) at += writeSync(this.writer, bytes, at);
  }

  finish(): void {
    if (this.writer !== null) closeSync(this.writer);
    this.writer = null;
  }

  /**
   * The bytes `from` to `to` (exclusive), or fewer at the end of the file. Rejects with a `LostResult`, as
   * `body` does.
   */
  async read(from: number, to: number): Promise<Buffer> {
    if (this.inMemory) return this.inMemory.subarray(from, Math.min(to, this.length));
    const size = Math.max(0, Math.min(to, this.length) - from);
    const bytes = Buffer.alloc(size);
    if (size === 0) return bytes;
    this.reader ??= open(this.path, 'r').catch((error: unknown) => {
      this.reader = null; // fewer files may be open next time
      throw error;
    });
    try {
      const handle = await this.reader;
      const { bytesRead } = await handle.read(bytes, 0, size, from);
      return bytes.subarray(0, bytesRead);
    } catch (error) {
      throw new LostResult(notReadMessage(error));
    }
  }

  async *body(): AsyncGenerator<Uint8Array> {
    if (this.inMemory) yield this.inMemory.subarray(0, this.length);
    if (this.inMemory || this.length === 0) return;
    const stream = createReadStream(this.path, { highWaterMark: 1 << 18, end: this.length - 1 });
    try {
      for await (const chunk of stream) yield chunk as Buffer;
    } catch (error) {
      throw new LostResult(notReadMessage(error));
    }
  }

  /** Closes and deletes the file. */
  async remove(): Promise<void> {
    this.finish();
    const handle = await this.reader?.catch(() => null);
    this.reader = null;
    await handle?.close();
    if (!this.inMemory) removeQuietly(this.path);
  }
}

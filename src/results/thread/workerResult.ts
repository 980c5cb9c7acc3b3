import type { SpoolReader } from '../../table/json/spoolWindow';
import { createGunzip, type Gunzip } from 'node:zlib';
import { statSync } from 'node:fs';
import * as l10n from '@vscode/l10n';
import type { RecordKind } from '../../market/records/recordKinds';
import { firstOfGzip, isGzip } from '../../request/gzipBytes';
import { BodyReader, type BodyForm } from '../../table/body/bodyReader';
import type { TableState, ToWorker, Verdict } from '../../protocol/workerMessages';
import { jsonCharset, Utf8Bytes } from '../../table/body/utf8Bytes';
import { maxBodyBytes, maxCompressionRatio, ratioCheckedFromBytes } from '../../table/tableLimits';
import { SortedRows } from '../../table/rows/rows';
import type { Table } from '../../table/columns/table';
import { notKeptMessage, Spool } from '../../disk/spool';
import { errorKind } from '../../text/errorText';

/** zlib's default of 16 kB of output at a time takes almost three times as long. */
const gunzipChunkBytes = 256 * 1024;

/** How many bytes are passed on at once: as many as the reader has room for. */
const readBytes = 1 << 16;

/** The subject of a question: a table and the body it was read from. A comparison has no body. */
export interface Held {
  readonly table: Table;
  readonly sorted: SortedRows;
  /** Approximate limit for the memory of the table together with another form of it, in bytes. */
  readonly maxTableBytes: number;
  readonly body: {
    readonly spool: Spool;
    readonly runs: BodyReader['runs'];
    readonly record: RecordKind;
  } | null;
}

/** Reads the body in parts. Rejects once the signal is aborted. */
export const readerOf = (spool: Spool, signal: AbortSignal): SpoolReader => ({
  get length() {
    return spool.length;
  },
  async read(from, to) {
    signal.throwIfAborted();
    return spool.read(from, to);
  },
});

/** A table derived from others. */
export const derived = (table: Table, maxTableBytes = Infinity): Held => ({
  table,
  maxTableBytes,
  sorted: new SortedRows(table),
  body: null,
});

/** The state of a table whose body has this many bytes. */
export const stateOfTable = (table: Table, bytes: number): TableState => ({
  records: table.records,
  rows: table.rows,
  bytes,
  memory: table.bytes(),
  columns: table.describe(),
});

/** What is known about a body, besides its compression, before it's read. */
type ReceivedForm = Pick<Extract<ToWorker, { kind: 'open' }>, 'charset'> & BodyForm;

/** One result in the worker thread: its bytes are on disk, unless nobody asks for them, its columns in memory. */
export class WorkerResult implements Held {
  readonly reader: BodyReader;
  readonly sorted: SortedRows;
  private readonly utf8: Utf8Bytes;
  private gunzip: Gunzip | null = null;
  /** The first bytes of a body that is said to be compressed, until they tell whether it is. */
  private start: Buffer | null;
  /** Ends the wait for a chunk: a failed stream calls no write callback, but closes. */
  private endWait: () => void = () => undefined;
  private gunzipClosed = Promise.resolve();
  private wireBytes = 0;
  private length = 0;
  private fault: string | null = null;

  constructor(
    private readonly record: RecordKind,
    encoding: 'gzip' | 'identity',
    readonly spool: Spool | null,
    readonly maxTableBytes: number,
    form: ReceivedForm = { charset: jsonCharset },
  ) {
    this.reader = new BodyReader(record, maxTableBytes, form);
    this.utf8 = new Utf8Bytes(form.charset);
    this.sorted = new SortedRows(this.reader.table);
    this.start = encoding === 'gzip' ? Buffer.alloc(0) : null;
  }

  /** Reads a body that is already on disk. */
  static async load(
    record: RecordKind,
    path: string,
    maxTableBytes: number,
    isSingle?: boolean,
  ): Promise<[WorkerResult, Verdict]> {
    const spool = new Spool(path, { length: statSync(path).size });
    const result = new WorkerResult(record, 'identity', spool, maxTableBytes, {
      charset: jsonCharset,
      isSingle,
    });
    for await (const bytes of spool.body()) result.reader.push(bytes);
    result.length = spool.length;
    return [result, await result.end(true)];
  }

  /** Resolves when the chunk has been read, so that another one can be sent. */
  async push(chunk: Uint8Array): Promise<void> {
    this.wireBytes += chunk.length;
    if (this.fault !== null) return;
    const bytes = this.start === null ? chunk : this.begin(Buffer.concat([this.start, chunk]));
    const { gunzip } = this;
    if (gunzip === null) {
      this.take(bytes);
      return;
    }
    await new Promise<void>((resolve) => {
      this.endWait = resolve;
      gunzip.write(bytes, () => resolve());
    });
  }

  /** The first bytes, or none as long as they don't tell whether they are compressed. */
  private begin(start: Buffer): Buffer {
    const isOpen = start.length === 0 || (start.length === 1 && start[0] === firstOfGzip);
    this.start = isOpen ? start : null;
    if (isOpen) return Buffer.alloc(0);
    if (isGzip(start)) this.decompress();
    return start;
  }

  private decompress(): void {
    const gunzip = createGunzip({ chunkSize: gunzipChunkBytes });
    this.gunzip = gunzip;
    this.gunzipClosed = new Promise((resolve) =>
      gunzip.once('close', () => {
        this.endWait();
        resolve();
      }),
    );
    // Later than in this event, after which the next bytes are decompressed while these are read.
    gunzip.on('data', (bytes: Buffer) => queueMicrotask(() => this.take(bytes)));
    gunzip.on('error', () => (this.fault ??= l10n.t('The compressed response is corrupted or incomplete.')));
  }

  private take(received: Uint8Array): void {
    if (this.fault !== null) return;
    this.takeUtf8(this.utf8.push(received));
    this.fault ??= this.utf8.problem;
  }

  private takeUtf8(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    const size = this.length + bytes.length;
    if (size > maxBodyBytes) {
      this.fault = l10n.t('The response is larger than {0}.', `${maxBodyBytes / 1024 ** 3} GB`);
    } else if (size > ratioCheckedFromBytes && this.gunzip && size > this.wireBytes * maxCompressionRatio) {
      this.fault = l10n.t('The response decompresses to more than {0} times its size.', maxCompressionRatio);
    } else {
      this.keep(bytes);
    }
  }

  private keep(bytes: Uint8Array): void {
    try {
      this.spool?.append(bytes);
      this.length += bytes.length;
    } catch (error) {
      this.fault = notKeptMessage(error);
      return;
    }
    try {
      for (let from = 0; from < bytes.length; from += readBytes) {
        this.reader.push(bytes.subarray(from, from + readBytes));
      }
    } catch (error) {
      // Usually out of memory. An error thrown in gunzip's callback would not be caught.
      this.fault = l10n.t("Couldn't read the response ({0}).", errorKind(error));
    }
  }

  async end(complete: boolean): Promise<Verdict> {
    if (this.start !== null) this.take(this.start);
    this.gunzip?.end();
    await this.gunzipClosed;
    if (this.fault === null) this.takeUtf8(this.utf8.end(complete));
    this.fault ??= this.utf8.problem;
    this.spool?.finish();
    const verdict = this.reader.end(complete && this.fault === null);
    return this.fault === null ? verdict : { kind: 'broken', message: this.fault };
  }

  /** Whether reading can stop because the rest can change neither rows nor verdict. */
  get isHopeless(): boolean {
    return this.fault !== null || this.reader.isHopeless;
  }

  get table(): Table {
    return this.reader.table;
  }

  get body(): Held['body'] {
    return this.spool && { spool: this.spool, runs: this.reader.runs, record: this.record };
  }

  state(): TableState {
    const { charset } = this.utf8;
    const state = { ...stateOfTable(this.table, this.length), ...(charset ? { charset } : {}) };
    return { ...state, rows: this.reader.forgottenRows + state.rows };
  }
}

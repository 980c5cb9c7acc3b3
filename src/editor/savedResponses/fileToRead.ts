import { createReadStream } from 'node:fs';
import { constants, createGunzip } from 'node:zlib';
import * as vscode from 'vscode';
import { isGzip } from '../../request/gzipBytes';
import {
  mostProvenanceBytes,
  readProvenance,
  provenanceSuffix,
  type ReadProvenance,
} from '../../request/provenance';
import { provenanceOfDay } from '../../engine/range/openedDays';
import { errorKind } from '../../text/errorText';
import { plainLabel } from '../../text/plainLabel';
import { placeOf } from '../shell/placeOf';

/** The largest file that isn't on this machine: the editor reads such files whole, into memory. */
const mostElsewhere = 256 * 1024 ** 2;
const chunkBytes = 256 * 1024;
/** Enough for the first records, even of a long series. */
const headBytes = 64 * 1024;

/** A file that exists and may be read. */
export interface FileToRead {
  readonly uri: vscode.Uri;
  readonly name: string;
  /** As stored, in bytes. */
  readonly size: number;
  readonly changedEpochMs: number;
  readonly encoding: 'gzip' | 'identity';
  /** The first bytes of the response, after decompression. */
  readonly head: Uint8Array;
  readonly provenance: ReadProvenance | undefined;
  /** The stored bytes. Rejects with an `Error` ready to display. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** Rejects with an `Error` ready to display if there is no such file, or if it can't be read. */
export async function fileToRead(uri: vscode.Uri): Promise<FileToRead> {
  const name = plainLabel(uri.path.split('/').at(-1) ?? '');
  const stat = await Promise.resolve(vscode.workspace.fs.stat(uri)).catch((error: unknown) => {
    throw isMissing(error) ? new Error(vscode.l10n.t('File not found: {0}', name)) : unreadable(name, error);
  });
  if ((stat.type & vscode.FileType.Directory) !== 0) {
    throw new Error(vscode.l10n.t('{0} is a folder.', name));
  }
  if ((stat.type & vscode.FileType.File) === 0) throw new Error(vscode.l10n.t("{0} isn't a file.", name));
  const bytes = uri.scheme === 'file' ? () => streamed(uri, name) : await loaded(uri, name, stat.size);
  const stored = await firstOf(bytes(), headBytes);
  const isCompressed = isGzip(stored);
  return {
    uri,
    name,
    size: stat.size,
    changedEpochMs: stat.mtime,
    encoding: isCompressed ? 'gzip' : 'identity',
    head: isCompressed ? await decompressed(stored) : stored,
    provenance: await provenanceOf(uri),
    bytes,
  };
}

const isMissing = (error: unknown) =>
  error instanceof vscode.FileSystemError && ['FileNotFound', 'FileNotADirectory'].includes(error.code);

/** Names the file and the error's code only, because the error's text may contain the whole path. */
const unreadable = (name: string, error: unknown) =>
  new Error(vscode.l10n.t("Couldn't read {0} ({1}).", name, errorKind(error)));

async function* streamed(uri: vscode.Uri, name: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(uri.fsPath, { highWaterMark: chunkBytes })) {
      yield chunk as Buffer;
    }
  } catch (error) {
    throw unreadable(name, error);
  }
}

async function loaded(uri: vscode.Uri, name: string, size: number) {
  if (size > mostElsewhere) {
    throw new Error(
      vscode.l10n.t(
        '{0} is too large to be read from its current location: the limit is {1} MB. Copy it to this machine first.',
        name,
        mostElsewhere / 1024 ** 2,
      ),
    );
  }
  const whole = await Promise.resolve(vscode.workspace.fs.readFile(uri)).catch((error: unknown) => {
    throw unreadable(name, error);
  });
  return async function* () {
    for (let at = 0; at < whole.length; at += chunkBytes) {
      yield await Promise.resolve(whole.subarray(at, at + chunkBytes));
    }
  };
}

/** The first `most` bytes, or all if there are fewer. */
async function firstOf(read: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of read) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

/**
 * The start of a compressed file, as far as it can be decompressed from its first bytes. The rest may be
 * damaged or missing; reading the whole file reports that.
 */
async function decompressed(stored: Uint8Array): Promise<Uint8Array> {
  const start = await decompressedFrom([stored]);
  // What is decompressed together with a damaged byte is lost.
  return start.length > 0 ? start : decompressedFrom(Array.from(stored, (byte) => Uint8Array.of(byte)));
}

async function decompressedFrom(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  const chunks: Uint8Array[] = [];
  let length = 0;
  await new Promise<void>((resolve) => {
    gunzip.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= headBytes) gunzip.destroy();
    });
    gunzip.on('error', () => resolve()).on('close', () => resolve());
    for (const part of parts) gunzip.write(part);
    gunzip.end();
  });
  return Buffer.concat(chunks);
}

async function provenanceOf(uri: vscode.Uri): Promise<ReadProvenance | undefined> {
  const beside = uri.with({ path: uri.path + provenanceSuffix });
  try {
    // A link could lead out of the workspace, or to a device, which has no end.
    const { type, size } = await vscode.workspace.fs.stat(beside);
    if (type !== vscode.FileType.File || size > mostProvenanceBytes) return undefined;
    return readProvenance(new TextDecoder().decode(await vscode.workspace.fs.readFile(beside)));
  } catch {
    return provenanceOfDay(placeOf(uri)); // most files have none
  }
}

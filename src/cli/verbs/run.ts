import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { localPlace, type Place } from '../../disk/place';
import { removeQuietly } from '../../disk/removeQuietly';
import { refuseUnfit } from '../../engine/export/exportable';
import { freeName } from '../../engine/export/freeName';
import { ResultExports } from '../../engine/export/resultExports';
import { fileNameOf } from '../../engine/export/suggestedName';
import { askableQuery, queryNamed } from '../../engine/query/querySource';
import { tokenPathOf } from '../../exports/mocks/mockedQuery';
import { nothingBeside } from '../../protocol/beside';
import type { ExportOrder, FileExport } from '../../protocol/exportOrder';
import { exportFormats, hasSuffix, type ExportFormat } from '../../protocol/formats';
import { leavesOut } from '../../protocol/tableTypes';
import type { Connection } from '../../request/connection';
import { retryWaitText } from '../../request/retryWait';
import type { Result, ResultSummary } from '../../results/result';
import { formatRows } from '../../text/l10n';
import { oneLine } from '../../text/plainText';
import { safeRelativePath } from '../../text/safePath';
import { exitCodes } from '../exitCodes';
import { sourceAt } from '../queryFiles';
import { Session } from '../session';
import { connectionOptions, verb } from '../verb';

/** Runs one query of a file and writes its response. */
export const run = verb({
  takes: 'FILE QUERY',
  help: 'Run a query and write its response: to --target, as its "export" says, or as JSON to standard output.',
  example: 'prices.market.json "tomorrow" --target prices.parquet',
  options: {
    format: { value: 'FORMAT', help: exportFormats.join(', ') },
    target: { value: 'FILE', help: "write this file in place of the query's own" },
    overwrite: { help: 'replace an existing file' },
    ...connectionOptions,
  },
  async run({ options, rest }, terminal, signal) {
    const [path, name, ...more] = rest;
    if (path === undefined || name === undefined || more.length > 0) {
      throw new Error('Name a query file and one of its queries.');
    }
    const source = await sourceAt(path);
    const query = queryNamed(source, name);
    const asked = askableQuery(source, query);
    const format = formatOf(options.format, options.target, query.export?.format);
    if (options.target !== undefined && !hasSuffix(options.target, format)) {
      throw new Error(`--target must end in .${format} for the format ${format}. See --format.`);
    }
    const overwrite = options.overwrite || query.export?.overwrite === true;
    await refuseExisting(options.target ?? query.export?.target, overwrite);
    const session = await Session.open(options);
    try {
      const connection = await session.connectionOf(asked.connection);
      const summary = await session.runs.run(
        asked.query,
        connection,
        'command',
        { begun: () => undefined, signal },
        { onWait: (wait) => terminal.progressNow(`${name}: ${retryWaitText(wait, Date.now())}`) },
      );
      signal.throwIfAborted();
      const isReceived = summary.outcome === 'success' || summary.outcome === 'noData';
      terminal.say(saidOf(summary));
      if (!isReceived) return session.isSignInRefused ? exitCodes.unable : exitCodes.lacking;
      const result = session.store.get(summary.id);
      const isFile = options.target !== undefined || query.export !== undefined;
      if (summary.outcome === 'noData' && (!isFile || format === 'json')) {
        if (isFile) terminal.say('Without data there is no JSON: no file was written.');
        return exitCodes.well;
      }
      if (!isFile) {
        await print(session, result, format, signal);
        return exitCodes.well;
      }
      const dialect = format === 'csv' ? query.export?.dialect : undefined;
      const order = { ...query.export, format, dialect, overwrite };
      const file = await write(session, connection, result, order, options.target, signal);
      terminal.say(`Wrote ${file.address}.`);
      return exitCodes.well;
    } finally {
      await session.close();
    }
  },
});

function formatOf(
  given: string | undefined,
  target: string | undefined,
  own: ExportFormat | undefined,
): ExportFormat {
  if (given === undefined) {
    const named = target === undefined ? undefined : exportFormats.find((each) => hasSuffix(target, each));
    return named ?? own ?? 'json';
  }
  const format = exportFormats.find((each) => each === given);
  if (!format) throw new Error(`--format must be one of ${exportFormats.join(', ')}.`);
  return format;
}

/** Before anything is requested; files beside it are looked for later. */
async function refuseExisting(target: unknown, overwrite: boolean): Promise<void> {
  if (typeof target !== 'string' || overwrite || !(await localPlace(resolve(target)).look())) return;
  throw new Error(`${target} already exists. Pass --overwrite to replace it.`);
}

function saidOf({ outcome, message, rows }: ResultSummary): string {
  const words = message === undefined ? '' : ` ${oneLine(message, 600)}`;
  return outcome === 'success' ? `${formatRows(rows)}.${words}` : `${outcome}.${words}`;
}

/** Writes the response to standard output; as JSON, it's the service's own bytes. */
async function print(session: Session, result: Result, format: ExportFormat, signal: AbortSignal) {
  const { store, folder, extensionVersion } = session;
  refuseUnfit(result, format);
  const send = (file: string) => pipeline(createReadStream(file), process.stdout, { end: false, signal });
  if (format === 'json') {
    await send(folder.bodyPath(result.id));
    return;
  }
  const path = folder.exportPath(result.id, format);
  try {
    await store.export(result.id, { format, beside: nothingBeside }, { path, extensionVersion }, { signal });
    await send(path);
  } finally {
    removeQuietly(path);
  }
}

async function write(
  { store, folder, extensionVersion }: Session,
  connection: Connection,
  result: Result,
  order: FileExport,
  target: string | undefined,
  signal: AbortSignal,
): Promise<Place> {
  const exports = new ResultExports({
    store,
    folder,
    extensionVersion,
    tokenPathOf: () => tokenPathOf(connection),
    onWritten: () => undefined,
  });
  const place =
    target === undefined
      ? (own: unknown, { rows, beside, ...form }: ExportOrder) =>
          typeof own === 'string'
            ? belowHere(own)
            : freeName(
                localPlace(process.cwd()),
                fileNameOf(result, order.format, leavesOut(rows), form),
                beside,
              )
      : () => Promise.resolve(localPlace(resolve(target)));
  const asked = target === undefined ? order : { ...order, target };
  return exports.write(result, asked, place, { signal, onProgress: () => undefined });
}

/** A file's own target stays below the working directory: whoever wrote the file may be somebody else. */
async function belowHere(target: string): Promise<Place> {
  const segments = safeRelativePath(target);
  if (!segments) throw new Error(`"${oneLine(target, 100)}" isn't a safe path below the working directory.`);
  for (let count = 1; count <= segments.length; count += 1) {
    const found = await localPlace(join(process.cwd(), ...segments.slice(0, count))).look();
    if (found?.kind === 'link')
      throw new Error(`The path "${oneLine(target, 100)}" contains a symbolic link.`);
  }
  return localPlace(join(process.cwd(), ...segments));
}

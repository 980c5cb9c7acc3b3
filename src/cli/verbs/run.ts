import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { localPlace, type Place } from '../../disk/place';
import { writeExport, type ChoosePlace } from '../../engine/export/resultFiles';
import { refuseSuffix } from '../../engine/export/exportable';
import { fileNameOf, freeName } from '../../engine/export/suggestedName';
import { refuseTaken } from '../../engine/export/writeTogether';
import { askableQuery, queryNamed, sourceOfText, type AskableQuery } from '../../engine/query/querySource';
import type { Dataset } from '../../market/datasets/dataset';
import { findDataset } from '../../market/datasets/datasets';
import type { ExportOrder, FileExport } from '../../protocol/exportOrder';
import { furtherFinding } from '../../market/integrity/findings';
import { exportFormats, hasSuffix, type ExportFormat } from '../../protocol/formats';
import { leavesOut } from '../../protocol/tableTypes';
import type { FileQuery } from '../../queryFiles/queryFile';
import { queryOfFile } from '../../queryFiles/queryOfFile';
import { fileVersion } from '../../queryFiles/read/fileFormat';
import { retryWaitText } from '../../request/retryWait';
import { furtherPagesOf, type Result, type ResultSummary } from '../../results/result';
import { formatRows } from '../../text/l10n';
import { oneLine } from '../../text/plainText';
import { exitCodes } from '../exitCodes';
import { belowHere } from '../reportFiles';
import { printArriving } from '../printArriving';
import { sayWarnings, sourceAt } from '../queryFiles';
import { Session } from '../session';
import { connectionOptions, verb } from '../verb';

/** Where the response goes in place of a file: our name of standard output, and the system's. */
const standardOutput: ReadonlySet<string> = new Set(['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']);

/** Runs one query and writes its response. */
export const run = verb({
  takes: 'FILE QUERY | DATASET NAME=VALUE...',
  example: 'prices.market.json "tomorrow" --target prices.parquet',
  options: {
    format: { value: 'FORMAT', help: exportFormats.join(', ') },
    target: { value: 'FILE', help: "write this file instead of the query's own; - is standard output" },
    overwrite: { help: 'replace an existing file' },
    ...connectionOptions,
  },
  async run({ options, rest }, terminal, signal) {
    const { query, asked } = await readQuery(rest);
    const { name, export: exported } = query;
    const isPrinted = options.target === undefined ? !exported : standardOutput.has(options.target);
    const target = isPrinted ? undefined : options.target;
    const format = formatOf(options.format, target, exported?.format);
    if (target !== undefined && !hasSuffix(target, format)) {
      throw new Error(`--target must end in .${format} for the format ${format}. See --format.`);
    }
    const overwrite = options.overwrite || exported?.overwrite === true;
    const place = isPrinted ? undefined : await placeOf(target, exported?.target);
    if (place) {
      // Before anything is requested.
      refuseSuffix(place, format);
      await refuseTaken([place], overwrite, '--overwrite');
    }
    sayWarnings([query], terminal);
    const isStreamed = isPrinted && format === 'json' && exported?.rows === undefined;
    const session = await Session.open(options, terminal);
    try {
      let printing: Promise<boolean> | undefined;
      const begun = (result: Result) => {
        if (isStreamed) printing = printArriving(session, result, signal);
        printing?.catch(() => undefined); // nobody awaits it before the query has ended
        return undefined;
      };
      const connection = await session.connectionOf(asked.connection);
      const summary = await session.runs.run(
        asked.query,
        connection,
        'command',
        { begun, signal },
        {
          isCounted: isStreamed,
          onWait: (wait) => terminal.progressNow(`${name}: ${retryWaitText(wait, Date.now())}`),
        },
      );
      const isStarted = await printing;
      signal.throwIfAborted();
      const isReceived = summary.outcome === 'success' || summary.outcome === 'noData';
      terminal.say(saidOf(summary, session.hasSignInFailed));
      const further = furtherPagesOf(session.store.get(summary.id));
      if (further) terminal.say(`Incomplete: ${furtherFinding(further).text}.`);
      if (isStarted && !isReceived) terminal.say('The JSON on standard output is incomplete.');
      if (!isReceived) return session.hasSignInFailed ? exitCodes.usage : exitCodes.failed;
      const result = session.store.get(summary.id);
      if (summary.outcome === 'noData' && format === 'json') {
        if (!isPrinted) terminal.say('The response contains no data, so no JSON file was written.');
        return exitCodes.ok;
      }
      if (isStreamed) return exitCodes.ok;
      const dialect = format === 'csv' ? exported?.dialect : undefined;
      const order = { ...exported, format, dialect, overwrite };
      if (isPrinted) {
        // Removed with everything else when the session is closed.
        const path = `${session.folder.exportPath(result.id, format)}.${format}`;
        await write(session, result, { ...order, provenance: false }, localPlace(path), signal);
        await pipeline(createReadStream(path), process.stdout, { end: false, signal });
        return exitCodes.ok;
      }
      const file = await write(session, result, order, place, signal);
      terminal.say(`Wrote ${file.address}.`);
      return exitCodes.ok;
    } finally {
      await session.close();
    }
  },
});

/** The query that the arguments name, or describe. */
async function readQuery([first, ...more]: readonly string[]): Promise<{
  query: FileQuery;
  asked: AskableQuery;
}> {
  const dataset = first === undefined ? undefined : findDataset(first);
  if (dataset) return typedQuery(dataset, more);
  const [name, ...others] = more;
  if (first === undefined || name === undefined || others.length > 0) {
    throw new Error('Name a query file and one of its queries, or a dataset and its parameters.');
  }
  const source = await sourceAt(first);
  const query = queryNamed(source, name);
  return { query, asked: askableQuery(source, query) };
}

/**
 * The query of a dataset with `NAME=VALUE` arguments, read as from a query file that has nothing else. The case of
 * names doesn't matter. Throws an `Error` ready to print that names every problem.
 */
function typedQuery({ id, parameters: known }: Dataset, args: readonly string[]) {
  const parameters = new Map<string, string>();
  for (const argument of args) {
    const at = argument.indexOf('=');
    if (at < 1) throw new Error(`"${oneLine(argument, 60)}" must be NAME=VALUE, such as deliveryarea=NO1.`);
    const typed = argument.slice(0, at);
    const name = known.find((each) => each.name.toLowerCase() === typed.toLowerCase())?.name ?? typed;
    if (parameters.has(name)) throw new Error(`${oneLine(name, 60)} was given twice.`);
    parameters.set(name, argument.slice(at + 1));
  }
  const queries = { [id]: { dataset: id, parameters: Object.fromEntries(parameters) } };
  const source = sourceOfText(id, JSON.stringify({ version: fileVersion, queries }));
  const query = queryNamed(source, id);
  const asked = queryOfFile(query, source.file.timeZone, Date.now());
  if ('query' in asked) return { query, asked: { query: asked.query, connection: undefined } };
  throw new Error(asked.problems.map(({ message }) => message).join(' '));
}

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

/** The file that the person typed, through a link anywhere, or the query's own; `undefined` if none is named. */
async function placeOf(typed: string | undefined, own: unknown): Promise<Place | undefined> {
  if (typed === undefined) return typeof own === 'string' ? belowHere(own) : undefined;
  const place = localPlace(resolve(typed));
  return (await place.linkedFile()) ?? place;
}

function saidOf({ outcome, message, rows }: ResultSummary, hasSignInFailed: boolean): string {
  const words = message === undefined ? [] : [oneLine(message, 600)];
  if (hasSignInFailed && words.length > 0) return words.join('');
  return [outcome === 'success' ? `${formatRows(rows)}.` : `${outcome}.`, ...words].join(' ');
}

async function write(
  session: Session,
  result: Result,
  order: FileExport,
  place: Place | undefined,
  signal: AbortSignal,
): Promise<Place> {
  const free = ({ rows, beside, ...form }: ExportOrder) => {
    const name = fileNameOf(result, order.format, leavesOut(rows), form);
    return freeName(localPlace(process.cwd()), name, beside);
  };
  const choose: ChoosePlace = (_, asked) => (place ? Promise.resolve(place) : free(asked));
  const asked = { ...order, target: place?.address };
  return writeExport(session, result, asked, choose, { signal, onProgress: () => undefined });
}

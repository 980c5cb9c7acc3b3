import * as l10n from '@vscode/l10n';
import { exportedExtent, type ExportSource } from '../../exports/exportSource';
import { QuestionError } from '../../table/questionError';
import { paced } from '../../table/columns/slices';
import { placementIn, rowsStartingIn } from '../../table/series/startRows';
import type { Finding } from '../../market/integrity/findings';
import { finalityOf } from '../../table/integrity/finalityOf';
import { integrityOf } from '../../table/integrity/integrityOf';
import type { Finality, Placement } from '../../market/records/dayFacts';
import type { DayFileQuestion, WrittenDay } from '../../protocol/workerMessages';
import { bodyPart } from '../../table/json/bodyPart';
import { writeToFile } from './exportFile';
import { inRange, columnsOf, writeRows } from './ownFiles/rangeFile';
import { readerOf, type Held } from './workerResult';

/**
 * Compares the responses to the requests of a delivery day with what was asked, and writes their rows to one
 * file, in their order. A row that starts outside of its request's period is left out, because it belongs to
 * another request. Rejects like `writeToFile`.
 */
export async function writeDayFile(
  { format, path, record, day, origin, pieces, columns: settled }: DayFileQuestion,
  heldOf: (id: string) => Held,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (rows: number) => void },
): Promise<WrittenDay> {
  const tables = pieces.map(({ result }) => heldOf(result).table);
  // JSON contains the service's own records.
  const columns = format === 'json' ? [] : (settled ?? columnsOf(tables));
  const placements: Placement[] = [];
  const finalities: Finality[] = [];
  const findings: Finding[][] = [];
  const sources: ExportSource[] = [];
  for (const { result, period, asked } of pieces) {
    const { table, body } = heldOf(result);
    findings.push(await paced(integrityOf(table, asked), signal));
    const rows = await paced(rowsStartingIn(table, record, period), signal);
    placements.push(await paced(placementIn(table, record, { period, day }, rows), signal));
    if (record === 'timeSeries') finalities.push(await paced(finalityOf(table, period), signal));
    const readBody = async (take: (bytes: Uint8Array) => Promise<void>) => {
      if (!body) throw new Error(`${result} has no body.`);
      if (rows) return bodyPart({ ...body, spool: readerOf(body.spool, signal) }, table, rows, take);
      for await (const bytes of body.spool.body()) await take(bytes);
      return exportedExtent({ table, rows });
    };
    sources.push(inRange({ table, rows, origin, readBody }, columns));
  }
  const [first, ...others] = sources;
  if (!first || (format === 'json' && others.length > 0)) {
    throw new QuestionError(l10n.t('This day has no response that can be written as {0}.', format));
  }
  const options = { signal, onProgress };
  const written = await writeToFile(path, true, async (out) => {
    if (format === 'json') {
      return first.readBody((bytes) => out.write(bytes));
    }
    return writeRows(format, [first, ...others], out, options);
  });
  const finality = finalities.length > 0 ? { finality: finalities.reduce(together) } : {};
  return { ...written, columns, placement: placements.reduce(summed), ...finality, findings };
}

const summed = (one: Placement, other: Placement): Placement => ({
  placed: one.placed + other.placed,
  strays: one.strays + other.strays,
  unreadable: one.unreadable + other.unreadable,
});

const together = (one: Finality, other: Finality): Finality => ({
  isStated: one.isStated || other.isStated,
  preliminary: one.preliminary + other.preliminary,
  isInEuros: one.isInEuros && other.isInEuros,
});

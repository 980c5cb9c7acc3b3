import { gzipSync } from 'node:zlib';
import type { Place } from '../../disk/place';
import { findDataset } from '../../market/datasets/datasets';
import { parseDay } from '../../market/time/deliveryDay';
import { hasRows, type DayOutcome, type OpenedDay } from '../../protocol/openedRange';
import { betweenBodies } from '../../protocol/workerMessages';
import { isDue } from '../../range/dueDays';
import { dayOfResponse, folderOfResponses } from '../../range/folderFiles';
import { isFetchedByDay, rangeDays } from '../../range/rangeDays';
import type { ReadProvenance } from '../../request/provenance';
import { entryOf, fileState, notedBytes, responseFileOf, rowsFileOf, type FileState } from './dayFiles';
import type { FoundRange } from './foundRange';
import { manifestIn } from './rangeNotes';

/** How a day of the folder ended, by its manifest and, if known, the state of its response. */
export function dayOutcome(
  found: Pick<FoundRange, 'manifest' | 'dataset'>,
  day: string,
  response: FileState = 'unchanged',
): DayOutcome {
  const entry = entryOf(found, day);
  switch (entry?.state) {
    case 'fetched':
    case 'preliminary':
    case 'incomplete':
      if (response === 'missing') return 'responseMissing';
      if (response === 'changed') return 'responseChanged';
      return entry.state === 'fetched' ? 'success' : entry.state;
    case 'empty':
      return 'noData';
    case 'failed':
      return entry.outcome;
    case 'pending':
      return 'pending';
    case undefined:
      return isDue(found.dataset, day, Date.now()) ? 'notAsked' : 'pending';
  }
}

/** What is known about a day before its response is read: files are compared by size only, which is known at once. */
export async function openedDay(found: FoundRange, day: string): Promise<OpenedDay> {
  const [rows, response] = [rowsFileOf(found, day), responseFileOf(found, day)];
  const outcome = dayOutcome(found, day, response && (await fileState(response)));
  const isJson = found.manifest.format === 'json';
  const ofRows = rows && !isJson ? await fileState(rows) : 'unchanged';
  const entry = hasRows({ outcome }) ? entryOf(found, day) : undefined;
  return {
    day,
    outcome,
    rows: entry?.rows ?? 0,
    bytes: entry ? (response?.noted.bytes ?? 0) : 0,
    findings: (entry?.integrity ?? []).map(({ kind, count }) => ({ kind, count })),
    ...(ofRows === 'unchanged' ? {} : { rowFile: ofRows }),
  };
}

/**
 * The responses of days, one after the other, as the reader of bodies expects them. A day whose response isn't
 * as noted is left out, and `onChanged` is told. Rejects with the system's error, or with the signal's reason.
 */
export async function* responsesOf(
  found: FoundRange,
  days: readonly string[],
  { signal, onChanged }: { readonly signal: AbortSignal; readonly onChanged: (day: string) => void },
): AsyncGenerator<Uint8Array> {
  const separator = Uint8Array.of(betweenBodies);
  const between = found.manifest.format === 'json' ? separator : gzipSync(separator);
  let isFirst = true;
  for (const day of days) {
    signal.throwIfAborted();
    const response = responseFileOf(found, day);
    const bytes = response && (await notedBytes(response, signal));
    if (!bytes) {
      onChanged(day);
      continue;
    }
    if (!isFirst) yield between;
    isFirst = false;
    yield* bytes;
  }
}

/**
 * What the manifest says about a file that has a day's records, as its provenance; `undefined` if it's no such file,
 * or if the day was sent in several bodies by their hours.
 */
export async function provenanceOfDay(file: Place): Promise<ReadProvenance | undefined> {
  const { folder } = file;
  const beside = folderOfResponses(folder.name);
  const day = beside === undefined ? /^day=(.+)$/.exec(folder.name)?.[1] : dayOfResponse(file.name);
  if (day === undefined || !parseDay(day)) return undefined;
  const place = beside === undefined ? folder.folder : folder.beside(beside);
  const manifest = await manifestIn(place).catch(() => undefined);
  const dataset = findDataset(manifest?.dataset ?? '');
  if (!manifest || !dataset || !isFetchedByDay(dataset)) return undefined;
  const response = responseFileOf({ place, manifest }, day);
  const entry = entryOf({ manifest }, day);
  if (response?.file.name !== file.name || !entry) return undefined;
  const { parameters, connection } = manifest;
  const [requested] = rangeDays({ dataset, parameters, from: day, to: day });
  const query = requested?.requests[0]?.query;
  const { requestedAt, outcome, integrity } = entry;
  const { sha256 } = response.noted;
  return {
    version: 1,
    dataset: dataset.id,
    connection,
    ...(query && { parameters: query.parameters }),
    requestedAt,
    outcome,
    sha256,
    integrity: [...integrity],
  };
}

import * as l10n from '@vscode/l10n';
import type { Place } from '../../disk/place';
import { removeQuietly } from '../../disk/removeQuietly';
import type { ExportOrder, FileExport } from '../../protocol/exportOrder';
import { noCompanionFiles, type CompanionFiles } from '../../protocol/companionFiles';
import { namesBeside } from '../../exports/fileNames';
import { typesOf } from '../../exports/types/types';
import { provenanceSuffix, writtenProvenance } from '../../request/provenance';
import { provenanceOf } from '../../results/provenanceOf';
import type { Result } from '../../results/result';
import { isSynthetic, refuse } from '../../protocol/source';
import type { ResultStore } from '../../results/store/resultStore';
import type { SpoolFolder } from '../../results/store/spoolFolder';
import type { ExportedFile } from '../../protocol/workerMessages';
import { refuseColumns, refuseIncomplete, refuseSuffix, refuseUnfit } from './exportable';
import { refuseTaken, writeTogether, type NewFile } from './writeTogether';

export interface WriteOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (rows: number) => void;
}

/** For calls without progress that can't be canceled. */
export const unattended = (): WriteOptions => ({
  signal: new AbortController().signal,
  onProgress: () => undefined,
});

/** What writing files needs. */
export interface WriteSources {
  readonly store: ResultStore;
  readonly folder: SpoolFolder;
  readonly extensionVersion: string;
  /** Called when files have been written, with copies of replaced files that couldn't be deleted. */
  readonly onWritten?: (left: readonly Place[]) => void;
}

/**
 * A file and everything beside it that is replaced. A provenance is always included: one left from an earlier
 * file would be taken for this file's.
 */
export function exportFilesOf(target: Place, wanted: CompanionFiles): Place[] {
  const { types } = namesBeside(target.name, wanted);
  return [provenanceFile(target), ...types.map(({ name }) => target.beside(name)), target];
}

const provenanceFile = (target: Place) => target.beside(target.name + provenanceSuffix);

/** Throws an `Error` ready to display if an option isn't available for this format or result. */
function refuseMismatch(
  result: Result,
  { format, values, dialect, deliveryColumns, resolution, layout, beside }: ExportOrder,
): void {
  if (format !== 'csv' && dialect) {
    throw new Error(l10n.t('{0} is only available for CSV.', 'dialect'));
  }
  for (const [name, option] of Object.entries({ deliveryColumns, resolution, layout })) {
    if (format === 'json' && option) throw new Error(l10n.t("{0} isn't available for JSON.", name));
  }
  if (format !== 'json' && values) {
    throw new Error(
      l10n.t('Only JSON exports can have seeded values. Export as JSON, or keep the values as sent.'),
    );
  }
  if (format !== 'json' && beside.types.length > 0) {
    throw new Error(l10n.t('Types are available only for JSON. Export as JSON, or without them.'));
  }
  if (beside.provenance) refuse('saveProvenance', result.source);
}

/**
 * Writes all or part of a result to a file, and the chosen files beside it. Resolves with the files, the
 * result first. The thread writes the file in the extension's storage; then all files are put in place
 * together. Rejects with an `Error` ready to display, or with the signal's reason; no file is changed then.
 */
export async function writeFiles(
  sources: WriteSources,
  result: Result,
  asked: ExportOrder,
  target: Place,
  overwrite: boolean,
  { signal, onProgress }: WriteOptions,
): Promise<Place[]> {
  const { store, folder, extensionVersion, onWritten } = sources;
  refuseMismatch(result, asked);
  // Without provenance, generated values couldn't be told from the service's.
  const isMadeUp = asked.values !== undefined || isSynthetic(result);
  const order = isMadeUp ? { ...asked, beside: { ...asked.beside, provenance: true } } : asked;
  await refuseTaken(exportFilesOf(target, order.beside), overwrite);
  const path = folder.exportPath(result.id, order.format);
  try {
    const options = { signal, onProgress };
    const file = await store.export(result.id, order, { path, extensionVersion }, options);
    const texts = await besideFiles(sources, result, order, file, target, signal);
    const left = await writeTogether([...texts, { target, content: { path } }], overwrite, signal);
    if (!order.beside.provenance)
      await provenanceFile(target)
        .remove()
        .catch(() => undefined);
    onWritten?.(left);
    return [target, ...texts.map((text) => text.target)];
  } finally {
    removeQuietly(path);
  }
}

/** Where a file is written: at the place that the order names, or at a free one if it names none. */
export type ChoosePlace = (target: unknown, order: ExportOrder) => Promise<Place>;

/**
 * Exports a result as a command, a query file, or a script says. Resolves with the file that was written. Rejects with
 * an `Error` ready to display.
 */
export async function writeExport(
  sources: WriteSources,
  result: Result,
  { target, incomplete, overwrite = false, provenance = false, ...asked }: FileExport,
  placeOf: ChoosePlace,
  options: WriteOptions,
): Promise<Place> {
  const order = { ...asked, beside: { ...noCompanionFiles, provenance } };
  refuseUnfit(result, order.format);
  refuseColumns(order);
  refuseMismatch(result, order);
  if (target !== undefined && incomplete !== 'allow') refuseIncomplete(result);
  const place = await placeOf(target, order);
  refuseSuffix(place, order.format);
  await writeFiles(sources, result, order, place, overwrite, options);
  return place;
}

async function besideFiles(
  { store, extensionVersion }: WriteSources,
  result: Result,
  order: ExportOrder,
  file: ExportedFile,
  target: Place,
  signal: AbortSignal,
): Promise<NewFile[]> {
  const { query } = result;
  const { name } = target;
  const { provenance, types } = namesBeside(name, order.beside);
  const texts: { name: string; text: string }[] = [];
  if (provenance !== null) {
    const integrity = await store.ask(result.id, 'integrity', {}, { signal });
    const text = writtenProvenance(provenanceOf(result, file, integrity, order, extensionVersion));
    texts.push({ name: provenance, text });
  }
  for (const each of types) texts.push({ name: each.name, text: typesOf(each.target, query.dataset) });
  return texts.map(({ name: other, text }) => ({ target: target.beside(other), content: { text } }));
}

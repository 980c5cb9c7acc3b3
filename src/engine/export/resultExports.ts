import type { Place } from '../../disk/place';
import { noCompanionFiles } from '../../protocol/companionFiles';
import type { ExportOrder, FileExport } from '../../protocol/exportOrder';
import type { Result } from '../../results/result';
import { refuseColumns, refuseIncomplete, refuseSuffix, refuseUnfit } from './exportable';
import { refuseMismatch, writeFiles, type WriteOptions, type WriteSources } from './resultFiles';

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

import type { Place } from '../../disk/place';
import { exportFileName, numbered, saysIncomplete, saysPart } from '../../exports/fileNames';
import { deliveryDays } from '../../market/query/enteredDays';
import type { Query } from '../../market/query/query';
import type { CompanionFiles } from '../../protocol/companionFiles';
import type { ExportFormat } from '../../protocol/formats';
import { comparisonOf, fileOf } from '../../protocol/source';
import type { TableForm } from '../../protocol/rowsQuestion';
import { isReceivedWhole, type Result } from '../../results/result';
import { versusLabel } from '../../results/resultNames';
import { exportFilesOf } from './resultFiles';

/**
 * The suggested file name for a result. It says if rows are left out or the response is incomplete, including
 * for a result that was opened from such a file.
 */
export function fileNameOf(
  result: Result,
  format: ExportFormat | 'png',
  isPart = false,
  form: TableForm = {},
): string {
  const { query } = result;
  const comparison = comparisonOf(result);
  const words = [...aboutOf(query), ...(comparison ? [versusLabel(comparison)] : [])];
  const file = fileOf(result);
  return exportFileName(query.dataset.id, words, format, {
    form,
    isPart: isPart || (file !== undefined && (file.chosenFrom !== null || saysPart(file.name))),
    isIncomplete: !isReceivedWhole(result) || (file !== undefined && saysIncomplete(file.name)),
  });
}

/**
 * The query for a file name. A period of whole delivery days is given as dates, because its UTC instants
 * depend on the season.
 */
function aboutOf(query: Query): string[] {
  const days = deliveryDays(query);
  const { parameters } = query.dataset;
  return Object.entries(query.parameters).flatMap(([name, value]) => {
    const bound = days && parameters.find((each) => each.name === name)?.bound;
    if (!bound) return [value];
    if (bound === 'start') return [days[0]];
    return days[0] === days[1] ? [] : [days[1]];
  });
}

/** The name in the folder, numbered if needed so that neither the file nor those beside it exist yet. */
export async function freeName(folder: Place, name: string, beside: CompanionFiles): Promise<Place> {
  for (let count = 1; ; count += 1) {
    const place = folder.below(count === 1 ? name : numbered(name, count));
    const found = await Promise.all(exportFilesOf(place, beside).map((file) => file.look()));
    if (found.every((each) => each === undefined)) return place;
  }
}

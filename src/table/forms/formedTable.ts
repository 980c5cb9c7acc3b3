import * as l10n from '@vscode/l10n';
import { coarserResolutions } from '../../market/time/resolutions';
import { isSent, type TableForm } from '../../protocol/rowsQuestion';
import type { FormAnswer } from '../../protocol/tableTypes';
import type { Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { QuestionError } from '../questionError';
import { hasSeries, seriesGroups } from '../series/seriesGroups';
import { resampledTable } from './resampledTable';
import { wideTable } from './wideTable';

/** Whether the rows of the table can be combined and put side by side. A comparison has no values of its own. */
const hasForms = (table: Table) => hasSeries(table) && table.column('value')?.kind === 'numeric';

/**
 * The table in another resolution and layout: itself, or one that's derived from it. Throws `QuestionError` if it
 * has no such form, or if both need more than `maxBytes` of memory.
 */
export function* formedTable(table: Table, form: TableForm, maxBytes: number): Sliced<Table> {
  const { resolution, layout } = form;
  if (isSent(form)) return table;
  if (!hasForms(table)) {
    throw new QuestionError(
      l10n.t('{0} and {1} are only available for time series.', 'resolution', 'layout'),
    );
  }
  const combined = resolution === undefined ? table : yield* resampledTable(table, resolution);
  return layout === 'wide' ? yield* wideTable(combined, maxBytes) : combined;
}

/** What the table can be shown in instead, and how long its shortest interval is. */
export function* offeredForms(table: Table): Sliced<Pick<FormAnswer, 'offered' | 'shortest'>> {
  if (!hasForms(table)) return { offered: null, shortest: null };
  let [start, end, shortest] = [Infinity, -Infinity, Infinity];
  for (const { intervals } of yield* seriesGroups(table)) {
    if (intervals.length === 0) continue;
    start = Math.min(start, intervals.start(0));
    end = Math.max(end, intervals.reach);
    shortest = Math.min(shortest, intervals.shortest);
  }
  if (start >= end) return { offered: [], shortest: null };
  return { offered: coarserResolutions({ start, end, shortest }), shortest };
}

import * as l10n from '@vscode/l10n';
import type { Place } from '../../disk/place';
import type { ExportOrder } from '../../protocol/exportOrder';
import { hasSuffix, type ExportFormat } from '../../protocol/formats';
import { refuse } from '../../protocol/source';
import { hasTable, isEmptyResponse, isReceivedWhole, type Result } from '../../results/result';

const isArriving = ({ progress }: Result) => progress.kind !== 'ended' && progress.kind !== 'gone';

/**
 * Throws an `Error` ready to display if the result can't be exported, for example because it is still
 * arriving.
 */
export function refuseUnfit(result: Result, format: ExportFormat): void {
  if (result.progress.kind === 'gone') {
    throw new Error(l10n.t('This result is no longer in memory. Run the query again, then export it.'));
  }
  if (isArriving(result)) {
    throw new Error(l10n.t('This result is still loading. Export it when the query has finished.'));
  }
  if (format === 'json') refuse('exportJson', result.source);
  if (hasTable(result)) return;
  if (!isEmptyResponse(result)) {
    throw new Error(
      l10n.t('There is nothing to export because no data was received. Try another day or area.'),
    );
  }
  if (format === 'json') {
    throw new Error(
      l10n.t(
        'The service responded without data, so there is no JSON. Export the empty table in a different format.',
      ),
    );
  }
}

/** Throws an `Error` ready to display if the columns can't be chosen. */
export function refuseColumns({ format, rows }: Pick<ExportOrder, 'format' | 'rows'>): void {
  const columns = rows?.columns;
  if (columns && format === 'json') {
    throw new Error(
      l10n.t(
        "JSON contains records as the service sent them, so columns can't be chosen. Omit {0}, or export in a different format.",
        'columns',
      ),
    );
  }
  if (columns?.length === 0) throw new Error(l10n.t('Select at least one column to export.'));
}

/**
 * Throws an `Error` ready to display if the file's suffix isn't the format's, so that no source file is
 * replaced.
 */
export function refuseSuffix({ name }: Place, format: ExportFormat): void {
  if (hasSuffix(name, format)) return;
  throw new Error(l10n.t('"{0}" must end with "{1}".', 'target', `.${format}`));
}

/** Throws an `Error` ready to display if the response is incomplete. */
export function refuseIncomplete(result: Result): void {
  if (isReceivedWhole(result)) return;
  throw new Error(
    l10n.t(
      'The response is incomplete. To export what was received anyway, pass {0}, or omit the target to use the suggested name, which marks the file as incomplete.',
      'incomplete: "allow"',
    ),
  );
}

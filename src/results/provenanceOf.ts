import type { ExportOrder } from '../protocol/exportOrder';
import { generator } from '../exports/seeded/seededValues';
import { datasetAt } from '../market/datasets/datasets';
import type { Finding } from '../market/integrity/findings';
import { usualVenue } from '../request/connection';
import type { Provenance } from '../request/provenance';
import { pathWithParameters } from '../request/requestTarget';
import { originOf } from './origin';
import type { Result } from './result';
import { fileOf } from '../protocol/source';
import type { ExportedFile } from '../protocol/workerMessages';

/** The provenance of a file with rows of a result, which must not be a comparison. */
export function provenanceOf(
  result: Result,
  file: ExportedFile,
  integrity: readonly Finding[],
  { values, resolution, layout }: Pick<ExportOrder, 'values' | 'resolution' | 'layout'>,
  version: string,
): Provenance {
  const { progress, request, table } = result;
  const opened = fileOf(result);
  const { dataset, connection, parameters, requestedAt, outcome, extensionVersion } = originOf(
    result,
    version,
  );
  const ended = progress.kind === 'ended' ? progress.outcome : undefined;
  return {
    version: 1,
    dataset,
    // If the query of a file isn't known, a guess would be taken for the truth.
    ...(opened?.hasQuery !== false && {
      connection,
      parameters,
      path: targetOfResult(result),
      requestedAt,
    }),
    outcome,
    status: opened ? opened.status : (ended?.status ?? request.status),
    records: file.records,
    rows: file.rows,
    of: opened?.chosenFrom ?? table.rows,
    ...(resolution && { resolution }),
    ...(layout && { layout }),
    bytes: file.bytes,
    sha256: file.sha256,
    integrity: integrity.map(({ kind, count }) => ({ kind, count })),
    ...madeUpOf(result, values),
    extensionVersion,
  };
}

/** What is known about replaced values: from this export, or from the file that the result was read from. */
function madeUpOf(result: Result, values: ExportOrder['values']) {
  if (values) return { synthetic: true, seed: values.seed, generator };
  const file = fileOf(result);
  if (file?.madeUp !== 'synthetic') return { synthetic: false };
  return {
    synthetic: true,
    ...(file.seed === null ? {} : { seed: file.seed }),
    ...(file.generator === null ? {} : { generator: file.generator }),
  };
}

/**
 * The requested path and parameters, without anything before the dataset's path, such as the host. Only the
 * venue can't be taken from the query; for a file, its URI doesn't contain it either.
 */
function targetOfResult(result: Result): string {
  const { query, request } = result;
  const file = fileOf(result);
  const { id, path } = query.dataset;
  const [address = ''] = (file ? (file.requestedPath ?? '') : request.url).split('?');
  const requested = address.split('/').slice(1 - path.split('/').length);
  const isOfDataset = datasetAt(address)?.id === id;
  const known = isOfDataset ? `/${requested.join('/')}` : path.replace('{venue}', usualVenue);
  return pathWithParameters(known, query.parameters);
}

import { generator } from '../exports/seeded/seededValues';
import { datasetAt } from '../market/datasets/datasets';
import type { Finding } from '../market/integrity/findings';
import { usualVenue } from '../request/connection';
import type { Provenance } from '../request/provenance';
import { withParameters } from '../request/requestTarget';
import { originOf } from './origin';
import type { Result } from './result';
import type { ExportedFile, SeededValues } from './workerMessages';

/** The provenance of a file with rows of a result, which is no comparison. */
export function provenanceOf(
  result: Result,
  file: ExportedFile,
  integrity: readonly Finding[],
  values: SeededValues | undefined,
  version: string,
): Provenance {
  const { progress, request, table } = result;
  const { dataset, connection, parameters, requestedAt, outcome, extensionVersion } = originOf(
    result,
    version,
  );
  const ended = progress.kind === 'ended' ? progress.outcome : undefined;
  return {
    version: 1,
    dataset,
    // Of a file whose query isn't known, a made-up one would be believed.
    ...(result.file?.hasQuery !== false && {
      connection,
      parameters,
      path: targetOfResult(result),
      requestedAt,
    }),
    outcome,
    status: result.file ? result.file.status : (ended?.status ?? request.status),
    records: file.records,
    rows: file.rows,
    of: result.file?.chosenFrom ?? table.rows,
    bytes: file.bytes,
    sha256: file.sha256,
    integrity: integrity.map(({ kind, count }) => ({ kind, count })),
    ...madeUpOf(result, values),
    extensionVersion,
  };
}

/** What is known of replaced values: by this export, or in the file that the result was read from. */
function madeUpOf({ file }: Result, values: SeededValues | undefined) {
  if (values) return { synthetic: true, seed: values.seed, generator };
  if (file?.madeUp !== 'synthetic') return { synthetic: false };
  return {
    synthetic: true,
    ...(file.seed === null ? {} : { seed: file.seed }),
    ...(file.generator === null ? {} : { generator: file.generator }),
  };
}

/**
 * The path and parameters that were requested, without what precedes the dataset's path, such as the host.
 * Only the venue isn't known from the query; the address of a file says nothing about it.
 */
function targetOfResult({ query, request, file }: Result): string {
  const { id, path } = query.dataset;
  const [address = ''] = (file ? (file.requestedPath ?? '') : request.url).split('?');
  const requested = address.split('/').slice(1 - path.split('/').length);
  const isOfDataset = datasetAt(address)?.id === id;
  const known = isOfDataset ? `/${requested.join('/')}` : path.replace('{venue}', usualVenue);
  return withParameters(known, query.parameters);
}

import { generator } from '../exports/seeded/seededValues';
import type { Query } from '../market/query/query';
import type { Finding } from '../market/integrity/findings';
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
  const { query, progress, request, table } = result;
  const { dataset, connection, parameters, requestedAt, outcome, extensionVersion } = originOf(
    result,
    version,
  );
  const ended = progress.kind === 'ended' ? progress.outcome : undefined;
  return {
    version: 1,
    dataset,
    connection,
    parameters,
    path: targetIn(request.url, query),
    requestedAt,
    outcome,
    status: ended?.status ?? request.status,
    records: file.records,
    rows: file.rows,
    of: result.file?.chosenFrom ?? table.rows,
    bytes: file.bytes,
    sha256: file.sha256,
    integrity: integrity.map(({ kind, count }) => ({ kind, count })),
    synthetic: values !== undefined || result.file?.madeUp === 'synthetic',
    ...(values ? { seed: values.seed, generator } : {}),
    extensionVersion,
  };
}

/**
 * The path and parameters of a data address, without what precedes the dataset's path, such as the host. A saved
 * response has no address; then those of its query.
 */
function targetIn(url: string, { dataset, parameters }: Query): string {
  if (!URL.canParse(url)) return withParameters(dataset.path, parameters);
  const { pathname, search } = new URL(url);
  const segments = pathname.split('/').slice(1 - dataset.path.split('/').length);
  return `/${segments.join('/')}${search}`;
}

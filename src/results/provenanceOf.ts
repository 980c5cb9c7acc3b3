import { generator } from '../exports/seeded/seededValues';
import type { Dataset } from '../market/datasets/dataset';
import type { Finding } from '../market/integrity/findings';
import type { Provenance } from '../request/provenance';
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
    path: targetIn(request.url, query.dataset),
    requestedAt,
    outcome,
    status: ended?.status ?? request.status,
    records: file.records,
    rows: file.rows,
    of: table.rows,
    bytes: file.bytes,
    sha256: file.sha256,
    integrity: integrity.map(({ kind, count }) => ({ kind, count })),
    synthetic: values !== undefined,
    ...(values ? { seed: values.seed, generator } : {}),
    extensionVersion,
  };
}

/** The path and parameters of a data address, without what precedes the dataset's path, such as the host. */
function targetIn(url: string, { path }: Dataset): string {
  const { pathname, search } = new URL(url);
  const segments = pathname.split('/').slice(1 - path.split('/').length);
  return `/${segments.join('/')}${search}`;
}

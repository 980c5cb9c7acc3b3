import type { Dataset } from '../../market/datasets/dataset';
import type { MonthFileQuestion } from '../../protocol/workerMessages';
import type { Manifest } from '../../range/manifest';

/** What the files of a range's months have in common. The same days always give the same file. */
export function monthOf(
  { parameters, format, connection }: Pick<Manifest, 'parameters' | 'format' | 'connection'>,
  { id, record }: Dataset,
  extensionVersion: string,
): Pick<MonthFileQuestion, 'format' | 'record' | 'origin'> {
  if (format === 'json') throw new Error('Responses as sent have a file for each day.');
  return {
    format,
    record,
    origin: { dataset: id, parameters, connection, outcome: 'success', complete: true, extensionVersion },
  };
}

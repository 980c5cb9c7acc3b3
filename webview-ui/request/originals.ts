import type { ResultState } from '../../src/messages';
import { element } from '../dom';
import type { Host } from '../pane';
import { addressLine, parameterTable, section } from './parts';

/** The requests of the two results that a comparison was made of. */
export function originalSections(
  host: Host,
  originals: NonNullable<ResultState['comparison']>['originals'],
  sentence: string,
  timeZone: string,
): HTMLElement[] {
  const order = ['First', 'Second'];
  return [
    section(
      'Comparison',
      element('p', {}, `${sentence}. A difference is the second value less the first.`),
    ),
    ...originals.map(({ label, parameters, request }, place) =>
      section(
        `${order[place] ?? ''}: ${label}`,
        addressLine(host, request, `Copy address of ${label}`),
        parameterTable(`Parameters of ${label}`, parameters, timeZone),
      ),
    ),
  ];
}

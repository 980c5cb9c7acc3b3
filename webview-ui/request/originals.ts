import { t } from '../../src/text/l10n';
import type { ResultState } from '../../src/messages';
import { element } from '../controls/dom';
import type { Host } from '../host/pane';
import { addressLine, parameterTable, section } from './parts';

/** The requests of the two results that a comparison was made of. */
export function originalSections(
  host: Host,
  originals: NonNullable<ResultState['comparison']>['originals'],
  sentence: string,
  timeZone: string,
): HTMLElement[] {
  const order = [t('First'), t('Second')];
  return [
    section(
      t('Comparison'),
      element('p', {}, t('{0}. A difference is the second value less the first.', sentence)),
    ),
    ...originals.map(({ label, parameters, request }, index) =>
      section(
        `${order[index] ?? ''}: ${label}`,
        addressLine(host, request, t('Copy address of {0}', label)),
        parameterTable(t('Parameters of {0}', label), parameters, timeZone),
      ),
    ),
  ];
}

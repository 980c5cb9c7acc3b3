import * as l10n from '@vscode/l10n';
import type { ShownComparison } from '../../src/protocol/messages';
import { element } from '../controls/dom';
import type { Host } from '../host/pane';
import { addressLine, parameterTable, section } from './parts';

/** The requests of a comparison's two results. */
export function originalSections(
  host: Host,
  originals: ShownComparison['originals'],
  sentence: string,
  /** Whether there are values that could be subtracted. */
  hasDifferences: boolean,
  timeZone: string,
): HTMLElement[] {
  const order = [l10n.t('First'), l10n.t('Second')];
  return [
    section(
      l10n.t('Comparison'),
      element(
        'p',
        {},
        hasDifferences
          ? l10n.t('{0}. Each difference is the second value minus the first.', sentence)
          : `${sentence}.`,
      ),
    ),
    ...originals.map(({ label, parameters, request }, index) =>
      section(
        `${order[index] ?? ''}: ${label}`,
        addressLine(host, request, l10n.t('Copy Address of {0}', label)),
        parameterTable(l10n.t('Parameters of {0}', label), parameters, timeZone),
      ),
    ),
  ];
}

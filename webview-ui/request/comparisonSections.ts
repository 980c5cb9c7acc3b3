import * as l10n from '@vscode/l10n';
import type { ShownComparison, ResultState } from '#src/protocol/messages';
import { element } from '../controls/dom';
import type { Host } from '../host/pane';
import { addressLine, parameterTable, section } from './sections';

/** The requests of a comparison's two results. */
export function comparisonSections(
  host: Host,
  { columns, timeZone }: ResultState,
  { originals, sentence }: ShownComparison,
): HTMLElement[] {
  /** Whether there are values that could be subtracted. */
  const hasDifferences = columns.some(({ key }) => /(^|\.)difference$/.test(key));
  const letters = ['A', 'B'];
  return [
    section(
      l10n.t('Comparison'),
      element(
        'p',
        {},
        hasDifferences ? l10n.t('{0}. Each difference is A minus B.', sentence) : `${sentence}.`,
      ),
    ),
    ...originals.map(({ label, parameters, request }, index) =>
      section(
        `${letters[index] ?? ''}: ${label}`,
        addressLine(host, request, l10n.t('Copy Address of {0}', label)),
        parameterTable(l10n.t('Parameters of {0}', label), parameters, timeZone),
      ),
    ),
  ];
}

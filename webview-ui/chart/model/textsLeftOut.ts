import * as l10n from '@vscode/l10n';
import { formatCounted } from '../../../src/text/l10n';

/** How many values the service sent as text, which aren't drawn and aren't part of any figure. */
export const textsLeftOut = (count: number): string[] =>
  count === 0
    ? []
    : [
        formatCounted(count, [
          l10n.t('{0} value is text and left out'),
          l10n.t('{0} values are text and left out'),
        ]),
      ];

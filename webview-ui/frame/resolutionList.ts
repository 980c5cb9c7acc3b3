import * as l10n from '@vscode/l10n';
import { formatLength } from '#src/market/time/intervalText';
import { minuteMs } from '#src/market/time/zones';
import { resolutions, type Resolution } from '#src/market/time/resolutions';
import { select } from '../controls/controls';
import { resolutionName, type ShownResolution } from './shownResolution';

/**
 * A list of resolutions. `show` gets those that are offered besides the chosen one, and the length of the shortest
 * interval as sent, in milliseconds; `null` if it isn't known.
 */
export function resolutionList(shown: Pick<ShownResolution, 'get' | 'set'>) {
  const list = select<Resolution | 'sent'>({
    label: l10n.t('Resolution'),
    onChange: (value) => shown.set(value === 'sent' ? null : value),
  });
  return {
    element: list.element,
    show(offered: readonly Resolution[], shortest: number | null) {
      const chosen = shown.get();
      const listed = resolutions.filter((each) => each === chosen || offered.includes(each));
      list.element.hidden = listed.length === 0;
      list.show(['sent', ...listed], chosen ?? 'sent', (value) => {
        if (value !== 'sent') return resolutionName(value);
        const isKnown = shortest !== null && shortest % minuteMs === 0;
        return isKnown ? l10n.t('As Sent ({0})', formatLength(shortest)) : l10n.t('As Sent');
      });
    },
  };
}

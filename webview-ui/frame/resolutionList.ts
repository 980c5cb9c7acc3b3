import * as l10n from '@vscode/l10n';
import { formatLength } from '#src/market/time/intervalText';
import { minuteMs } from '#src/market/time/zones';
import { resolutions, type Resolution } from '#src/market/time/resolutions';
import { select } from '../controls/controls';
import { resolutionName, type ShownResolution } from './shownResolution';

/** The entry of the list for the values as sent. */
const asSent = 'sent';

/**
 * A list of resolutions. `show` gets those that are offered besides the chosen one, and the length of the shortest
 * interval as sent, in milliseconds; `null` if it isn't known.
 */
export function resolutionList(shown: Pick<ShownResolution, 'get' | 'set'>) {
  const list = select({
    label: l10n.t('Resolution'),
    onChange: (value) => shown.set(resolutions.find((each) => each === value) ?? null),
  });
  return {
    element: list.element,
    show(offered: readonly Resolution[], shortest: number | null) {
      const chosen = shown.get();
      const listed = resolutions.filter((each) => each === chosen || offered.includes(each));
      list.element.hidden = listed.length === 0;
      list.show([asSent, ...listed], chosen ?? asSent, (value) => {
        const found = resolutions.find((each) => each === value);
        if (found) return resolutionName(found);
        const isKnown = shortest !== null && shortest % minuteMs === 0;
        return isKnown ? l10n.t('As Sent ({0})', formatLength(shortest)) : l10n.t('As Sent');
      });
    },
  };
}

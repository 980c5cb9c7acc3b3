import { tableOf } from '../../results/result';
import { pickTimeZone } from '../shell/timeZones';
import type { ViewActions } from '../shell/viewActions';
import type { ColumnChoices } from './columnChoices';
import type { ResultPanels } from './resultPanels';

/** The actions that change only the tab itself. */
export const tabActions = (panels: Pick<ResultPanels, 'tabOf'>, columnChoices: ColumnChoices) =>
  ({
    back: ({ id }) => panels.tabOf(id)?.back(),
    keep: ({ id }) => panels.tabOf(id)?.keep(),
    removeFromChart: ({ id }, { result }) => panels.tabOf(id)?.removeOverlay(result),
    timeZone: ({ id }, { zone }) => panels.tabOf(id)?.showZone(zone),
    otherZone: async ({ id }) => {
      const tab = panels.tabOf(id);
      tab?.showZone(await pickTimeZone());
    },
    columns: (result, { choice }) => columnChoices.remember(tableOf(result), choice),
  }) satisfies Partial<ViewActions>;

import { tableOf } from '../../results/result';
import type { ColumnChoice } from '../../protocol/tableTypes';
import type { Remembered } from '../shell/remembered';
import { pickTimeZone } from '../shell/timeZones';
import type { ViewActions } from '../shell/viewActions';
import type { ResultPanels } from './resultPanels';

/** The actions that change only the tab itself. */
export const tabActions = (panels: Pick<ResultPanels, 'tabOf'>, columnChoices: Remembered<ColumnChoice>) =>
  ({
    back: ({ id }) => panels.tabOf(id)?.change({ kind: 'back' }),
    keep: ({ id }) => panels.tabOf(id)?.change({ kind: 'keep' }),
    removeFromChart: ({ id }, { result }) => panels.tabOf(id)?.change({ kind: 'removeOverlay', id: result }),
    timeZone: ({ id }, { zone }) => panels.tabOf(id)?.change({ kind: 'timeZone', zone }),
    otherZone: async ({ id }) => {
      const tab = panels.tabOf(id);
      tab?.change({ kind: 'timeZone', zone: await pickTimeZone() });
    },
    columns: (result, { choice }) => columnChoices.remember(tableOf(result), choice),
  }) satisfies Partial<ViewActions>;

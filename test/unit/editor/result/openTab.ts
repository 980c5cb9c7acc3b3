import type { AroundTab } from '#src/editor/result/resultState';
import { newTab, type ShownTab } from '#src/editor/result/shownTab';
import type { Result } from '#src/results/result';

/** A tab whose result is judged, and what is around it, with what differs. */
export const openTab = (
  result: Result,
  { overlays = [], nextRequest, ...differing }: Partial<ShownTab & AroundTab> = {},
): [ShownTab, AroundTab] => [
  { ...newTab(result, 'UTC'), integrity: null, ...differing },
  {
    overlays,
    areasWithData: new Set(),
    columnChoice: null,
    exportChoice: null,
    nextRequest,
    hasDecimalCommas: false,
    selected: result.connection,
  },
];

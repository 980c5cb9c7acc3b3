import type { TabState } from '#src/editor/result/resultState';

/** What a new tab knows besides its result, with what differs. */
export const tabState = (differing: Partial<TabState> = {}): TabState => ({
  timeZone: 'UTC',
  integrity: null,
  isJudged: true,
  overlays: [],
  areasWithData: new Set(),
  columnChoice: null,
  exportChoice: null,
  failedAgain: undefined,
  nextRequest: undefined,
  canGoBack: false,
  isReplaceable: true,
  hasDecimalCommas: false,
  ...differing,
});

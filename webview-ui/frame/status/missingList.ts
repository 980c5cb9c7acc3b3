import * as l10n from '@vscode/l10n';
import type { FindingKey } from '#src/market/integrity/findings';
import { formatCount, formatCounted } from '#src/text/l10n';
import { formatWithOffset } from '#src/market/time/zones';
import type { ResultState } from '#src/protocol/messages';
import type { Gaps } from '#src/protocol/tableTypes';
import { plainButton } from '../../controls/controls';
import { element } from '../../controls/dom';
import type { Host } from '../../host/pane';
import { errorText } from '#src/text/errorText';

/** Nobody reads more than this many; the list says how many others there are. */
const most = 200;

/** The missing intervals of the requested period, each with a button that goes to the rows nearby. */
export function createMissingList(host: Host, onNeighbors: (key: FindingKey) => void) {
  const list = element('div', {
    id: 'missing-intervals',
    class: 'missing-intervals',
    role: 'region',
    'aria-label': l10n.t('Missing intervals'),
    tabindex: '0',
  });
  list.hidden = true;
  let state: ResultState | undefined;
  let answer: Gaps | undefined;

  function lineOf({ start, end, missing, series }: Gaps['gaps'][number], index: number) {
    const zone = state?.timeZone ?? 'UTC';
    const [from = '', to = ''] = [start, end].map((at) => formatWithOffset(at, zone));
    const show = plainButton(
      { class: 'link', 'aria-label': l10n.t('Nearby Rows: missing interval from {0}, {1}', from, series) },
      () => onNeighbors({ kind: 'missing', of: String(index) }),
      l10n.t('Nearby Rows'),
    );
    const cells = [series, from, to, formatCount(missing)].map((text) => element('td', {}, text));
    return element('tr', {}, element('td', {}, show), ...cells);
  }

  function draw(): void {
    if (!answer) {
      list.replaceChildren(l10n.t('Looking for missing intervals…'));
      return;
    }
    const titles = [l10n.t('Series'), l10n.t('Start'), l10n.t('End'), l10n.t('Missing')].map((title) =>
      element('th', { scope: 'col' }, title),
    );
    const rest = answer.total - answer.gaps.length;
    list.replaceChildren(
      element(
        'table',
        {},
        element('thead', {}, element('tr', {}, element('td'), ...titles)),
        element('tbody', {}, ...answer.gaps.map(lineOf)),
      ),
    );
    if (rest > 0)
      list.append(
        formatCounted(rest, [
          l10n.t('{0} more missing interval not listed. Query a shorter period to see it.'),
          l10n.t('{0} more missing intervals not listed. Query a shorter period to see them.'),
        ]),
      );
  }

  async function load(id: string): Promise<void> {
    try {
      const found = await host.ask('gaps', { most });
      if (state?.id !== id) return;
      answer = found;
      draw();
    } catch (error) {
      if (state?.id === id) list.replaceChildren(errorText(error));
    }
  }

  return {
    element: list,
    show(next: ResultState) {
      const another = state?.id !== next.id;
      const sameZone = state?.timeZone === next.timeZone;
      state = next;
      if (another) {
        answer = undefined;
        list.hidden = true;
      } else if (!sameZone && answer) draw();
    },
    toggle() {
      list.hidden = !list.hidden;
      if (list.hidden || !state) return;
      draw();
      if (!answer) void load(state.id);
    },
    close() {
      list.hidden = true;
    },
  };
}

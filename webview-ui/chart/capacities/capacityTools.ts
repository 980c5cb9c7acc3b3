import * as l10n from '@vscode/l10n';
import type { CapacityChart, CapacityKey } from '../../../src/table/chartTypes';
import { select } from '../../controls/controls';
import { element } from '../../controls/dom';
import { timeText } from '../model/times';

const everything = () => l10n.t('All pairs, last publication');

/** Chooses the pair and hour whose publications are shown over time. */
export function createCapacityTools(onPair: (pair: CapacityKey | null) => void): {
  readonly element: HTMLElement;
  /** `pairs` is left out while a history is shown: those known before stay. */
  show(pairs: CapacityChart['pairs'] | null, asked: CapacityKey | null, zone: string): void;
} {
  let known: readonly CapacityKey[] = [];
  let choices = new Map<string, CapacityKey>();
  const picker = select({
    label: l10n.t('Pair and hour'),
    onChange: (text) => onPair(choices.get(text) ?? null),
  });
  return {
    element: element('div', { class: 'chart-tools' }, picker.element),
    show(pairs, asked, zone) {
      const textOf = ({ areaFrom, areaTo, deliveryStart }: CapacityKey) =>
        l10n.t('{0} → {1} · {2} · history', areaFrom, areaTo, timeText(deliveryStart, zone));
      // Only an hour that is known can be asked for.
      if (pairs) known = pairs.filter(({ deliveryStart }) => !Number.isNaN(deliveryStart));
      const keys = known.length === 0 && asked ? [asked] : known;
      choices = new Map(
        keys.map((key) => {
          const { areaFrom, areaTo, deliveryStart } = key;
          return [textOf(key), { areaFrom, areaTo, deliveryStart }];
        }),
      );
      picker.show([everything(), ...choices.keys()], asked ? textOf(asked) : everything());
    },
  };
}

import * as l10n from '@vscode/l10n';
import type { ResultState } from '#src/protocol/messages';
import { select } from '../controls/controls';
import { element } from '../controls/dom';
import type { Host } from '../host/pane';
import { isNarrow, onNarrowChange } from './narrowView';

/** Doesn't collide with a time zone: none has this name. */
const otherZone = 'other';

/** The list of time zones in which times can be shown. */
export function createZoneSwitch(host: Host) {
  const zone = select({
    label: l10n.t('Time zone'),
    onChange: (chosen) =>
      host.act(chosen === otherZone ? { kind: 'otherZone' } : { kind: 'timeZone', zone: chosen }),
  });
  let shown: Pick<ResultState, 'timeZones' | 'timeZone'> = { timeZones: [], timeZone: '' };

  function draw(): void {
    const { timeZones, timeZone } = shown;
    const zones = new Map(timeZones.map((each) => [each.zone, each.label]));
    // The list is only as wide as the name of the zone itself, or of its city.
    const name = isNarrow() ? timeZone.replace(/^.*\//, '').replaceAll('_', ' ') : timeZone;
    const labelOf = (value: string) =>
      value === timeZone ? name : (zones.get(value) ?? l10n.t('Other Time Zone…'));
    zone.show([...zones.keys(), otherZone], timeZone, labelOf);
  }

  onNarrowChange(draw);
  return {
    element: element('div', { class: 'zone' }, zone.element),
    show(state: ResultState) {
      shown = state;
      draw();
    },
  };
}

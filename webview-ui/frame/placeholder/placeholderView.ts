import * as l10n from '@vscode/l10n';
import type { LikelyReason, OtherQuery } from '#src/market/integrity/likelyReasons';
import { button, secondaryButton } from '../../controls/controls';
import { element } from '../../controls/dom';
import { icon } from '../../controls/icons';
import type { Host } from '../../host/pane';
import { stepButtons } from '../nextSteps';
import { isAboutWaiting } from '../waiting';
import type { Placeholder } from './placeholder';

/** Draws a placeholder; `show(null)` hides it. */
export function createPlaceholder(host: Host, showRequest: () => void) {
  const made = element('div', { class: 'placeholder' });
  made.hidden = true;
  let shown = '';

  const queryButton = (look: 'primary' | 'secondary', { label, parameters, dataset }: OtherQuery) =>
    button({ label, look, onClick: () => host.act({ kind: 'runInstead', parameters, dataset }) }).element;

  const buttons = () => [...made.querySelectorAll('button')];

  const reasonItem = ({ text, instead }: LikelyReason, primary: OtherQuery | undefined) =>
    element(
      'li',
      { class: 'lines' },
      element('span', {}, text),
      ...instead.filter((query) => query !== primary).map((query) => queryButton('secondary', query)),
    );

  return {
    element: made,
    show(placeholder: Placeholder | null) {
      made.hidden = placeholder === null;
      const key = JSON.stringify(placeholder);
      if (key === shown || placeholder === null) return;
      shown = key;
      const before = buttons();
      const focused = before.findIndex((each) => each === document.activeElement);
      const { instead = [], reasons = [], next = [] } = placeholder;
      // The primary button, below the reasons.
      const likeliest = instead[0] ?? reasons[0]?.instead[0];
      const fix = next[0] && isAboutWaiting(next[0]) ? undefined : likeliest;
      const reasonList = element(
        'ol',
        { class: 'reasons', 'aria-label': l10n.t('Likely reasons') },
        ...reasons.map((reason) => reasonItem(reason, fix)),
      );
      const primary = fix && queryButton('primary', fix);
      const steps = stepButtons(next, host, placeholder.labels, primary);
      const offer = (label: string, onClick: () => void) =>
        steps.append(secondaryButton(label, onClick).element);
      for (const query of instead) if (query !== fix) steps.append(queryButton('secondary', query));
      if (placeholder.canCancel) offer(l10n.t('Cancel'), () => host.act({ kind: 'cancel' }));
      if (placeholder.offerRequest) offer(l10n.t('Show Request'), showRequest);
      for (const index of [0, 1] as const) {
        const label = placeholder.originals?.[index];
        if (label === undefined) continue;
        offer(l10n.t('Open {0}', label), () => host.act({ kind: 'openOriginal', index }));
      }
      made.replaceChildren(
        icon(placeholder.icon),
        element('h2', {}, placeholder.title),
        ...(placeholder.text === undefined ? [] : [element('p', {}, placeholder.text)]),
        ...(reasons.length > 0 ? [reasonList] : []),
        steps,
      );
      // What was pressed may have another label now.
      const after = buttons();
      if (after.length === before.length) after[focused]?.focus();
    },
  };
}

import { button } from './controls';
import { element } from './dom';
import { icon } from './icons';
import type { StepAction } from './nextSteps';
import { stepButtons } from './nextSteps';
import type { Placeholder } from './placeholder';

/** Draws placeholders; `show(null)` hides it. */
export function createPlaceholder(
  onStep: StepAction,
  onShowRequest: () => void,
  onOpenOriginal: (place: 0 | 1) => void,
): { readonly element: HTMLElement; show(placeholder: Placeholder | null): void } {
  const made = element('div', { class: 'placeholder' });
  made.hidden = true;
  let shown = '';
  return {
    element: made,
    show(placeholder) {
      made.hidden = placeholder === null;
      const key = JSON.stringify(placeholder);
      if (key === shown || placeholder === null) return;
      shown = key;
      const steps = stepButtons(placeholder.next, onStep);
      if (placeholder.offerRequest) {
        const show = button({
          label: 'Show the request',
          look: 'secondary',
          onClick: onShowRequest,
        });
        steps.append(show.element);
      }
      for (const place of [0, 1] as const) {
        const label = placeholder.originals?.[place];
        if (label === undefined) continue;
        const onClick = () => onOpenOriginal(place);
        steps.append(button({ label: `Open ${label}`, look: 'secondary', onClick }).element);
      }
      made.replaceChildren(
        icon(placeholder.icon),
        element('h2', {}, placeholder.title),
        element('p', {}, placeholder.text),
        steps,
      );
    },
  };
}

import type {} from './controlLibrary';
import { element } from './dom';
import type { IconName } from './icons';
import { icon } from './icons';
import { scriptLoader } from './scripts';

/**
 * Loads the library of controls, for which a new tab would wait about 40 ms. Until then, its controls look the same
 * (`controls.css`), and buttons can be clicked. Rejects if the library can't be loaded; the next call tries again.
 */
export const loadControls: () => Promise<unknown> = scriptLoader(
  'controlLibrary.js',
  () => import('./controlLibrary'),
);

/** Does what only a control of the library can, as soon as this is one. */
function onceLoaded(control: HTMLElement, act: () => void): void {
  void customElements.whenDefined(control.localName).then(() => {
    // One that isn't in the page would become the library's only there.
    customElements.upgrade(control);
    act();
  });
}

export interface ButtonTraits {
  /** The visible text and the accessible name. */
  label: string;
  /** `toolbar` is the quiet form of a row of actions; `icon` shows the icon alone and the label as a tooltip. */
  look: 'primary' | 'secondary' | 'toolbar' | 'icon';
  icon?: IconName;
  /** Announces what the button opens. */
  opens?: 'menu' | 'dialog';
  onClick: () => void;
}

export interface ButtonControl {
  readonly element: HTMLElement;
  setEnabled(enabled: boolean): void;
  /** Of the menu that the button opens. */
  setExpanded(expanded: boolean): void;
}

export function button({ label, look, onClick, ...traits }: ButtonTraits): ButtonControl {
  const made = document.createElement('vscode-button');
  // The library names icon buttons itself where it finds no label at the time the look is set.
  made.setAttribute('aria-label', label);
  made.setAttribute('appearance', look === 'toolbar' ? 'icon' : look);
  if (traits.icon) {
    const picture = icon(traits.icon);
    if (look !== 'icon') picture.setAttribute('slot', 'start');
    made.append(picture);
  }
  if (look === 'icon') made.title = label;
  else made.append(label);
  if (traits.opens) {
    const chevron = icon('chevron');
    chevron.setAttribute('slot', 'end');
    made.append(chevron);
    const { opens } = traits;
    made.setAttribute('aria-haspopup', opens);
    made.ariaExpanded = 'false';
    // The library reads these attributes only where they change.
    onceLoaded(made, () => {
      made.ariaHaspopup = opens;
      made.ariaExpanded = made.getAttribute('aria-expanded');
    });
  }
  made.addEventListener('click', () => {
    if (!made.hasAttribute('disabled')) onClick();
  });
  return {
    element: made,
    setEnabled: (enabled) => {
      made.toggleAttribute('disabled', !enabled);
    },
    setExpanded: (expanded) => {
      made.ariaExpanded = String(expanded);
    },
  };
}

export interface SelectControl {
  readonly element: HTMLElement;
  /** Replaces the offered values or their labels where they differ and selects one; later while it is open. */
  show(values: readonly string[], selected: string, labelOf?: (value: string) => string): void;
}

export function select(traits: { label: string; onChange: (value: string) => void }): SelectControl {
  const made = document.createElement('vscode-dropdown');
  made.setAttribute('aria-label', traits.label);
  made.addEventListener('change', () => traits.onChange(made.value));
  let shown = '';
  let latest: { options: (readonly [value: string, label: string])[]; selected: string } | null = null;

  /** Not while the list is open: nothing may move under the pointer. */
  function update(): void {
    if (!latest || made.open) return;
    const { options, selected } = latest;
    latest = null;
    const offer = JSON.stringify(options);
    if (offer !== shown) {
      shown = offer;
      made.replaceChildren(
        ...options.map(([value, label]) => {
          const option = document.createElement('vscode-option');
          option.setAttribute('value', value);
          option.toggleAttribute('selected', value === selected);
          option.append(label);
          return option;
        }),
      );
    }
    // The control learns of its new options a task later; only then can it select one of them.
    onceLoaded(made, () =>
      setTimeout(() => {
        made.value = selected;
      }),
    );
  }

  new MutationObserver(update).observe(made, { attributeFilter: ['open'] });
  return {
    element: made,
    show(values, selected, labelOf = (value) => value) {
      latest = { options: values.map((value) => [value, labelOf(value)]), selected };
      update();
    },
  };
}

export interface TextFieldControl {
  readonly element: HTMLElement;
  value(): string;
  clear(): void;
  /** Takes the focus and selects its text. */
  focus(): void;
}

export function textField(traits: {
  label: string;
  placeholder: string;
  /** `back` is true with Shift. */
  onEnter: (value: string, back: boolean) => void;
}): TextFieldControl {
  const made = document.createElement('vscode-text-field');
  made.setAttribute('placeholder', traits.placeholder);
  // The library takes the accessible name from the content; the style sheet hides the label.
  made.append(traits.label);
  made.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') traits.onEnter(made.value, event.shiftKey);
  });
  return {
    element: made,
    value: () => made.value,
    clear: () => {
      made.value = '';
    },
    focus: () => {
      made.focus();
      made.shadowRoot?.querySelector('input')?.select();
    },
  };
}

/** A thin bar below the header: the progress of a download, or that something is in progress. */
export function progressBar(label: string): {
  readonly element: HTMLElement;
  /** A share from 0 to 1, `undetermined` while nothing is known, `null` to hide the bar. */
  show(progress: number | 'undetermined' | null): void;
} {
  const bar = element('div', { class: 'progress-bar' });
  const made = element(
    'div',
    {
      class: 'progress',
      role: 'progressbar',
      'aria-label': label,
      'aria-valuemin': '0',
      'aria-valuemax': '100',
    },
    bar,
  );
  made.hidden = true;
  return {
    element: made,
    show(progress) {
      made.hidden = progress === null;
      const known = typeof progress === 'number';
      made.classList.toggle('undetermined', progress === 'undetermined');
      const percent = known ? Math.round(Math.min(1, Math.max(0, progress)) * 100) : 0;
      if (known) made.setAttribute('aria-valuenow', String(percent));
      else made.removeAttribute('aria-valuenow');
      if (known) bar.style.setProperty('width', `${percent}%`);
      else bar.style.removeProperty('width');
    },
  };
}

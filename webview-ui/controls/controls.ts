import type {} from './controlLibrary';
import { element } from './dom';
import type { IconName } from './icons';
import { icon } from './icons';
import { scriptLoader } from './scripts';

/**
 * Loads the library of controls, for which a new tab would have to wait about 40 ms. Until then, its controls
 * look the same (`controls.css`), and buttons can be clicked. Rejects if the library can't be loaded; the
 * next call tries again.
 */
export const loadControls: () => Promise<unknown> = scriptLoader(
  'controlLibrary.js',
  () => import('./controlLibrary'),
);

/** Runs `act` as soon as the library has defined the control. */
function onceLoaded(control: HTMLElement, act: () => void): void {
  void customElements.whenDefined(control.localName).then(() => {
    // A control outside the page would otherwise be upgraded only when it's inserted.
    customElements.upgrade(control);
    act();
  });
}

export interface ButtonTraits {
  /** The visible text and the accessible name. */
  label: string;
  /** `toolbar` is the plain look in a row of actions; `icon` shows the icon, with the label as a tooltip. */
  look: 'primary' | 'secondary' | 'toolbar' | 'icon';
  icon?: IconName;
  /** What the button opens, for assistive technology. */
  opens?: 'menu' | 'dialog';
  onClick: () => void;
}

export interface ButtonControl {
  readonly element: HTMLElement;
  setEnabled(enabled: boolean): void;
  /** Whether the menu that the button opens is open. */
  setExpanded(expanded: boolean): void;
}

/** A button of the library. `setEnabled` disables it without hiding it. */
export function button({ label, look, onClick, ...traits }: ButtonTraits): ButtonControl {
  const made = document.createElement('vscode-button');
  // The library names icon buttons itself if they have no label when their look is set.
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
    // The library reads these attributes only when they change.
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
  /** Selects one of the values, and replaces the options if they differ. Waits while the list is open. */
  show(values: readonly string[], selected: string, labelOf?: (value: string) => string): void;
}

/** A drop-down list of the library. It selects a value only when `show` says so or a person chooses one. */
export function select(traits: { label: string; onChange: (value: string) => void }): SelectControl {
  const made = document.createElement('vscode-dropdown');
  made.setAttribute('aria-label', traits.label);
  made.addEventListener('change', () => traits.onChange(made.value));
  let shown = '';
  let latest: { options: (readonly [value: string, label: string])[]; selected: string } | null = null;

  /** Waits until the list is closed: nothing may move under the pointer. */
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
    // The control learns of its new options one task later; only then can it select one of them.
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

/** A text field of the library, with its label as the accessible name. */
export function textField(traits: {
  label: string;
  placeholder: string;
  /** `back` is true with Shift. */
  onEnter: (value: string, back: boolean) => void;
}): TextFieldControl {
  const made = document.createElement('vscode-text-field');
  made.setAttribute('placeholder', traits.placeholder);
  // The library takes the accessible name from the content; the style sheet hides it.
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

/** A thin bar below the header that shows the progress of a download or of other work. */
export function progressBar(label: string): {
  readonly element: HTMLElement;
  /** A share from 0 to 1, `undetermined` if it isn't known, or `null` to hide the bar. */
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

import { element, setAttribute, type Attributes } from './dom';
import { icon, type IconName } from './icons';

interface ButtonTraits {
  /** The accessible name, and the visible text unless `text` is given. */
  label: string;
  /** A shorter visible text, part of the label; for a `toolbar` button whose icon says the rest. */
  text?: string;
  /** `toolbar` is the plain look in a row of actions; `icon` shows the icon, with the label as a tooltip. */
  look: 'primary' | 'secondary' | 'toolbar' | 'icon';
  icon?: IconName;
  /** What the button opens, for assistive technology. */
  opens?: 'menu' | 'dialog';
  onClick: () => void;
}

/** A button. `setEnabled` disables it without hiding it. */
export function button({ label, look, onClick, ...traits }: ButtonTraits) {
  const made = plainButton({ 'data-look': look }, onClick);
  if (traits.icon) made.append(icon(traits.icon));
  const words = document.createTextNode('');
  /** Replaces the visible text and the accessible name, which contains it. */
  const setText = (text: string, name: string) => {
    words.data = text;
    for (const attribute of ['title', 'aria-label']) {
      setAttribute(made, attribute, text === name ? null : name);
    }
  };
  setText(traits.text ?? (look === 'icon' ? '' : label), label);
  made.append(words);
  if (traits.opens) {
    const chevron = icon('chevron');
    chevron.classList.add('chevron');
    made.append(chevron);
    made.ariaHasPopup = traits.opens;
  }
  return {
    element: made,
    setText,
    setEnabled: (enabled: boolean) => {
      made.disabled = !enabled;
    },
  };
}

/** A button whose look the style sheets know by its class. */
export function plainButton(
  attributes: Attributes,
  onClick: (event: MouseEvent) => void,
  ...children: (Node | string)[]
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, ...children);
  made.addEventListener('click', onClick);
  return made;
}

/** A button that shows only its icon. */
export const iconButton = (label: string, icon: IconName, onClick: () => void) =>
  button({ label, look: 'icon', icon, onClick });

/** A button that isn't the first choice. */
export const secondaryButton = (label: string, onClick: () => void, icon?: IconName) =>
  button({ label, look: 'secondary', onClick, ...(icon && { icon }) });

/**
 * A drop-down list with its label, which the style sheets show where there is room. It selects a value only when
 * `show` says so or a person chooses one.
 */
export function select<Value extends string>(traits: { label: string; onChange: (value: Value) => void }) {
  const made = element('select', { class: 'list', 'aria-label': traits.label });
  const labeled = element(
    'label',
    { class: 'labeled', title: traits.label },
    element('span', {}, traits.label),
    made,
  );
  let shown = '';
  let offered: readonly Value[] = [];
  let latest: { options: (readonly [value: Value, label: string])[]; selected: Value } | null = null;
  /** A list doesn't tell when it's opened. */
  let mayBeOpen = false;

  /** Waits until the list is closed: nothing may move under the pointer. */
  function update(): void {
    if (!latest || mayBeOpen) return;
    const { options, selected } = latest;
    latest = null;
    const offer = JSON.stringify(options);
    if (offer !== shown) {
      shown = offer;
      offered = options.map(([value]) => value);
      made.replaceChildren(...options.map(([value, label]) => element('option', { value }, label)));
    }
    made.value = selected;
  }

  function setOpen(open: boolean): void {
    mayBeOpen = false;
    update();
    mayBeOpen = open;
  }

  made.addEventListener('change', () => {
    const chosen = offered.find((value) => value === made.value);
    if (chosen !== undefined) traits.onChange(chosen);
    setOpen(false);
  });
  made.addEventListener('blur', () => setOpen(false));
  made.addEventListener('mousedown', () => setOpen(!mayBeOpen));
  made.addEventListener('keydown', ({ key }) => setOpen(key !== 'Escape'));
  made.addEventListener('keyup', ({ key }) => {
    if (key === 'Escape') setOpen(false);
  });
  return {
    element: labeled,
    /** Selects one of the values, and replaces the options if they differ. Waits while the list is open. */
    show(values: readonly Value[], selected: Value, labelOf = (value: Value): string => value) {
      latest = { options: values.map((value) => [value, labelOf(value)]), selected };
      update();
    },
  };
}

/** A thin bar below the header that shows the progress of a download or of other work. */
export function progressBar(label: string) {
  const bar = element('div', { class: 'progress-bar' });
  const made = element(
    'div',
    {
      class: 'progress',
      role: 'progressbar',
      'aria-label': label,
      'aria-valuemin': '0',
      'aria-valuemax': '100',
      hidden: '',
    },
    bar,
  );
  return {
    element: made,
    /** A share from 0 to 1, `undetermined` if it isn't known, or `null` to hide the bar. */
    show(progress: number | 'undetermined' | null) {
      made.hidden = progress === null;
      made.classList.toggle('undetermined', progress === 'undetermined');
      const percent =
        typeof progress === 'number' ? String(Math.round(Math.min(1, Math.max(0, progress)) * 100)) : null;
      setAttribute(made, 'aria-valuenow', percent);
      bar.style.setProperty('width', percent && `${percent}%`);
    },
  };
}

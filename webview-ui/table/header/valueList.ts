import * as l10n from '@vscode/l10n';
import { formatCount, formatCounted, formatRows } from '#src/text/l10n';
import type { ViewQuestions } from '#src/protocol/viewQuestions';
import { debounced, element, setAttribute, setText } from '../../controls/dom';
import { typedValue } from './filterText';

type Values = ViewQuestions['values'];

/** Values that the filter field would read differently can't be chosen. */
export const choosable = (values: Values['answer']['values']): Values['answer']['values'] =>
  values.filter(({ value }) => value !== '' && value === value.trim());

/** The option that a key goes to, or -1 for the field above the list; `null` for any other key. */
export function nextOption(key: string, active: number, options: number): number | null {
  const last = options - 1;
  const moves: Record<string, number> = {
    ArrowDown: Math.min(last, active + 1),
    ArrowUp: Math.max(-1, active - 1),
    PageDown: Math.min(last, active + 10),
    PageUp: Math.max(0, active - 10),
  };
  return moves[key] ?? null;
}

function optionOf({ value, rows }: Values['answer']['values'][number], index: number): HTMLElement {
  return element(
    'div',
    { role: 'option', id: `column-value-${index}`, 'aria-label': `${value}, ${formatRows(rows)}` },
    element('span', { class: 'cut' }, value),
    ' ',
    element('span', { class: 'menu-hint' }, formatCount(rows)),
  );
}

const moreText = (others: number) =>
  formatCounted(others, [
    l10n.t('{0} more value. Type to narrow the list.'),
    l10n.t('{0} more values. Type to narrow the list.'),
  ]);

/** Places the list below the field, wherever the table is scrolled to. */
function placeBelow(field: HTMLElement, box: HTMLElement): void {
  const { left, bottom, width } = field.getBoundingClientRect();
  const most = document.documentElement.clientWidth - box.offsetWidth;
  box.style.setProperty('left', `${Math.max(0, Math.min(left, most))}px`);
  box.style.setProperty('top', `${bottom + 2}px`);
  box.style.setProperty('min-width', `${width}px`);
}

/** There is one list for all fields; it's shown below the focused one. */
export function createValueList(ask: (question: Values['question']) => Promise<Values['answer']>) {
  const list = element('div', { role: 'listbox', id: 'column-values', 'aria-label': l10n.t('Values') });
  const more = element('p', { class: 'value-more quiet' });
  const box = element('div', { class: 'value-list', popover: 'manual' }, list, more);
  /**
   * The field for which the list is shown, and its callback for a choice; `null` while the list is closed.
   */
  let served: { field: HTMLInputElement; column: string; onChoose: () => void } | null = null;
  let options: HTMLElement[] = [];
  let active = -1;

  function close(): void {
    if (!served) return;
    setAttribute(served.field, 'aria-expanded', 'false');
    setAttribute(served.field, 'aria-activedescendant', null);
    served = null;
    box.hidePopover();
  }

  function activate(index: number): void {
    options[active]?.removeAttribute('aria-selected');
    active = index;
    const option = options[active];
    if (option) setAttribute(option, 'aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (served) setAttribute(served.field, 'aria-activedescendant', option?.id ?? null);
  }

  function choose(value: string): void {
    if (!served) return;
    const { field, onChoose } = served;
    field.value = `${typedValue(field.value)?.op ?? '='}${value}`;
    close();
    onChoose();
  }

  function show({ values, more: others }: Values['answer']): void {
    options = choosable(values).map((each, index) => {
      const option = optionOf(each, index);
      option.addEventListener('click', () => choose(each.value));
      return option;
    });
    list.replaceChildren(...options);
    more.hidden = others === 0;
    setText(more, moreText(others));
    activate(-1);
  }

  async function refresh(): Promise<void> {
    const asked = served;
    const typed = asked && typedValue(asked.field.value);
    if (!asked || !typed) {
      close();
      return;
    }
    // Otherwise, the text has changed since, or another field has the focus.
    const isWanted = () => served === asked && typedValue(asked.field.value)?.text === typed.text;
    const answer = await ask({ column: asked.column, text: typed.text }).catch(() => null);
    if (!isWanted()) return;
    show(answer ?? { values: [], more: 0 });
    if (options.length === 0) {
      close();
      return;
    }
    box.showPopover();
    placeBelow(asked.field, box);
    setAttribute(asked.field, 'aria-expanded', 'true');
  }

  const refreshSoon = debounced(100, () => void refresh());

  /** Returns whether the key was for the list. */
  function take({ key, altKey }: KeyboardEvent): boolean {
    if (!box.matches(':popover-open')) return false;
    const to = nextOption(key, active, options.length);
    const chosen = options[active];
    if (key === 'Escape' || (key === 'ArrowUp' && altKey)) close();
    else if (to !== null) activate(to);
    else if (key === 'Enter' && chosen) chosen.click();
    else return false;
    return true;
  }

  const follow = () => served && placeBelow(served.field, box);
  document.addEventListener('scroll', follow, { capture: true, passive: true });
  // Clicking or scrolling the list mustn't take the focus from the field.
  box.addEventListener('mousedown', (event) => event.preventDefault());
  return {
    element: box,
    /** From now on, offers the column's values in this field, and calls `onChoose` after a choice. */
    serve(field: HTMLInputElement, column: string, onChoose: () => void) {
      const open = () => {
        if (served?.field !== field) close();
        served ??= { field, column, onChoose };
        void refresh();
      };
      setAttribute(field, 'role', 'combobox');
      setAttribute(field, 'aria-autocomplete', 'list');
      setAttribute(field, 'aria-controls', list.id);
      setAttribute(field, 'aria-expanded', 'false');
      field.addEventListener('click', open);
      field.addEventListener('blur', close);
      field.addEventListener('input', () => {
        served ??= { field, column, onChoose };
        refreshSoon();
      });
      field.addEventListener('keydown', (event) => {
        if (event.key === 'ArrowDown' && event.altKey && served?.field !== field) open();
        else if (served?.field !== field || !take(event)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      });
    },
  };
}

/** A list of the column's values below a filter field, most frequent first. */
export type ValueList = ReturnType<typeof createValueList>;

import * as l10n from '@vscode/l10n';
import { valuesIn } from '#src/market/datasets/dataset';
import type { OfferedArea, ResultState } from '#src/protocol/messages';
import { debounced, element } from '../controls/dom';
import { icon } from '../controls/icons';
import { popoverBelow } from '../controls/popover';
import type { Host } from '../host/pane';
import { askAboutTyped } from './typedText';

/** After the last click for so long, the query runs: once for several areas. */
const pauseMs = 800;

/**
 * The dialog in which the areas of a query are chosen from a list that the typed text filters; codes that aren't
 * in it can be typed. The query runs once, after a pause or when the dialog closes.
 */
export function createAreasDialog(host: Host, trigger: HTMLElement, state: () => ResultState | undefined) {
  let offered: readonly OfferedArea[] = [];
  /** What was typed, if it isn't in the list. */
  let typed: OfferedArea | undefined;
  let chosen = new Set<string>();
  /** What the query has, or will have. */
  let sent = '';

  const part = () => state()?.parts.find(({ name }) => name === state()?.listPart);
  const field = element('input', {
    type: 'text',
    'aria-label': l10n.t('Filter or Add Areas'),
    placeholder: l10n.t('Oslo, or NO1, SE3'),
  });
  const list = element('div', {
    class: 'area-list',
    role: 'listbox',
    'aria-label': l10n.t('Areas'),
    'aria-multiselectable': 'true',
  });
  const problem = element('p', { class: 'quiet', role: 'status' });
  const options = () => [...list.querySelectorAll<HTMLElement>('[role="option"]')];

  function apply(): void {
    const [name, areas] = [part()?.name, [...chosen].join(',')];
    if (name === undefined || areas === sent) return;
    sent = areas;
    host.act({ kind: 'setPart', part: name, typed: areas });
  }
  const applySoon = debounced(pauseMs, apply);

  function mark(): void {
    for (const option of options()) {
      const areas = valuesIn(option.dataset['areas'] ?? '');
      option.ariaSelected = String(areas.every((area) => chosen.has(area)));
    }
  }

  function toggle(areas: readonly string[]): void {
    const isAdded = areas.every((area) => chosen.has(area));
    for (const area of areas) {
      if (isAdded) chosen.delete(area);
      else chosen.add(area);
    }
    const known = new Set(offered.map(({ value }) => value));
    const added = areas.filter((area) => !known.has(area)).map((value) => ({ value, label: '' }));
    offered = [...added, ...offered];
    applySoon();
  }

  function optionOf({ value, label }: OfferedArea): HTMLElement {
    const option = element(
      'div',
      { role: 'option', tabindex: '-1', 'data-areas': value },
      icon('check'),
      element('span', {}, value),
      element('span', { class: 'menu-hint' }, label),
    );
    option.addEventListener('click', () => {
      toggle(valuesIn(value));
      mark();
    });
    return option;
  }

  function draw(): void {
    const text = field.value.trim().toLowerCase();
    const found = offered.filter(({ value, label }) => `${value} ${label}`.toLowerCase().includes(text));
    // An area that has the focus when it's removed would close the dialog.
    if (list.contains(document.activeElement)) field.focus();
    list.replaceChildren(...[...found, ...(typed ? [typed] : [])].map(optionOf));
    mark();
  }

  const latestRead = askAboutTyped(
    host,
    field,
    () => part()?.name,
    (read) => {
      const value = read?.values?.join(', ') ?? '';
      const isOffered = offered.some((each) => each.value.toLowerCase() === value.toLowerCase());
      typed = value === '' || isOffered ? undefined : { value, label: read?.words ?? '' };
      problem.textContent = read?.values ? '' : (read?.words ?? '');
      draw();
    },
  );
  field.addEventListener('input', () => {
    typed = undefined;
    draw();
  });

  /** Chooses the first area that fits what was typed. */
  async function takeFirst(): Promise<void> {
    if (options().length === 0) await latestRead();
    const [option] = options();
    if (field.value.trim() === '' || !option) return;
    toggle(valuesIn(option.dataset['areas'] ?? ''));
    field.value = '';
    typed = undefined;
    draw();
  }

  const content = element(
    'div',
    { class: 'menu query-dialog', role: 'dialog', 'aria-label': l10n.t('Areas') },
    field,
    problem,
    list,
  );
  content.addEventListener('keydown', (event) => {
    const { key, target } = event;
    const all = options();
    const at = all.findIndex((option) => option === target);
    const isInList = at >= 0;
    if (key === 'ArrowDown') all[Math.min(at + 1, all.length - 1)]?.focus();
    else if (key === 'ArrowUp' && isInList) (all[at - 1] ?? field).focus();
    else if ((key === 'Home' || key === 'End') && isInList) all.at(key === 'Home' ? 0 : -1)?.focus();
    else if ((key === 'Enter' || key === ' ') && isInList) all[at]?.click();
    else if (key === 'Enter') void takeFirst();
    else {
      // What is typed in the list continues the text.
      if (isInList && key.length === 1) field.focus();
      return;
    }
    event.preventDefault();
  });

  return popoverBelow(trigger, {
    content,
    first: () => field,
    onOpen() {
      const { name = '', text = '' } = part() ?? {};
      chosen = new Set(valuesIn(text));
      sent = [...chosen].join(',');
      offered = [...chosen].map((value) => ({ value, label: '' }));
      typed = undefined;
      field.value = '';
      problem.textContent = '';
      draw();
      void host.ask('areas', { part: name }).then((answer) => {
        offered = answer;
        draw();
      });
    },
    onClose: apply,
  }).element;
}

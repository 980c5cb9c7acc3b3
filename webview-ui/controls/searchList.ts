import { element } from './dom';

/** The id of the only list: one chart is shown at a time. */
const listId = 'chart-search';

/** What was typed stands for the label it is, or for the first one that contains it. */
export function searched(labels: ReadonlyMap<string, string>, typed: string): string | undefined {
  const wanted = typed.trim().toLowerCase();
  const entries = [...labels].map(([id, label]) => [id, label.toLowerCase()] as const);
  const found =
    entries.find(([, label]) => label === wanted) ?? entries.find(([, label]) => label.includes(wanted));
  return found?.[0];
}

/** A field that suggests the entries that contain what is typed. Emptied, it stands for all of them. */
export function createSearchList(traits: { label: string; onChange: (id: string | null) => void }) {
  const options = element('datalist', { id: listId });
  const field = element('input', { class: 'list chart-search', list: listId, 'aria-label': traits.label });
  let labels: ReadonlyMap<string, string> = new Map();
  let shown = '';
  let offered = '';
  // The browser suggests only what contains the field's text.
  field.addEventListener('focus', () => field.select());
  field.addEventListener('change', () => {
    const id = field.value.trim() === '' ? null : searched(labels, field.value);
    if (id === undefined) field.value = shown;
    else traits.onChange(id);
  });
  return {
    element: element('span', {}, field, options),
    /** Shows the selected entry; `null` for all of them, which `everything` names. */
    show(entries: ReadonlyMap<string, string>, selected: string | null, everything: string) {
      labels = entries;
      const key = JSON.stringify([...entries]);
      if (key !== offered) {
        offered = key;
        options.replaceChildren(...[...entries.values()].map((value) => element('option', { value })));
      }
      const isTyping = document.activeElement === field && field.value !== shown;
      shown = selected === null ? '' : (entries.get(selected) ?? '');
      field.placeholder = everything;
      if (!isTyping || searched(labels, field.value) === selected) field.value = shown;
    },
  };
}

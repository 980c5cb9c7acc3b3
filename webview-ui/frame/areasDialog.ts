import * as l10n from '@vscode/l10n';
import { valuesIn } from '#src/market/datasets/dataset';
import type { OfferedArea, ResultState } from '#src/protocol/messages';
import { hasTyped } from '#src/text/wordsIn';
import { debounced, element, setText } from '../controls/dom';
import { createMultiSelect } from '../controls/multiSelect';
import { popoverBelow } from '../controls/popover';
import type { Host } from '../host/pane';
import { createTypedField } from './typedField';

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
  /** What a person has to know of it before it's sent; Enter shows it once. */
  let doubt = '';
  /** Whether the list has areas like the text. */
  let isFound = true;
  let chosen = new Set<string>();
  /** What the query has, or will have. */
  let sent = '';

  const name = () => state()?.listPart ?? '';
  const { field, words, read, clear } = createTypedField(host, {
    label: l10n.t('Filter or Add Areas'),
    placeholder: l10n.t('Oslo, or NO1, SE3'),
    part: name,
    onRead(text) {
      const value = text?.values?.join(', ') ?? '';
      const isOffered = offered.some((each) => each.value.toLowerCase() === value.toLowerCase());
      typed = value === '' || isOffered ? undefined : { value, label: '' };
      doubt = typed === undefined ? '' : (text?.words ?? '');
      draw();
    },
  });
  // A typed text may have several codes.
  const isChosen = (codes: string) => valuesIn(codes).every((area) => chosen.has(area));
  const list = createMultiSelect(l10n.t('Areas'), field, {
    isChosen,
    onToggle(codes) {
      const isRemoved = isChosen(codes);
      for (const area of valuesIn(codes)) {
        if (isRemoved) chosen.delete(area);
        else chosen.add(area);
      }
      applySoon();
    },
  });

  function apply(): void {
    const areas = [...chosen].join(',');
    if (areas === sent) return;
    sent = areas;
    host.act({ kind: 'setPart', part: name(), typed: areas });
  }
  // Without areas, all are sent: nobody who replaces one wants to wait for these.
  const applySoon = debounced(pauseMs, () => chosen.size > 0 && apply());

  function draw(): void {
    const known = new Set(offered.map(({ value }) => value));
    const added = [...chosen].filter((value) => !known.has(value)).map((value) => ({ value, label: '' }));
    const isLike = ({ value, label }: OfferedArea) => hasTyped(`${value} ${label}`, field.value);
    // Enter takes the first one: NO rather than NO1.
    const isTyped = ({ value }: OfferedArea) => value.toLowerCase() === field.value.trim().toLowerCase();
    const found = [...added, ...offered].filter(isLike);
    found.sort((one, other) => Number(isTyped(other)) - Number(isTyped(one)));
    isFound = found.length > 0;
    list.show([...found, ...(typed ? [typed] : [])]);
  }

  /** Chooses the first area that fits what was typed. */
  async function takeFirst(): Promise<void> {
    if (!list.first()) await read();
    if (field.value.trim() === '' || !list.first()) return;
    if (doubt !== '' && !isFound) {
      setText(words, l10n.t('{0} Press Enter again to send it.', doubt));
      doubt = '';
      return;
    }
    list.first()?.click();
    typed = undefined;
    clear();
    draw();
  }

  field.addEventListener('input', () => {
    typed = undefined;
    doubt = '';
    draw();
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') list.first()?.focus();
    else if (event.key === 'Enter') void takeFirst();
    else return;
    event.preventDefault();
  });
  const content = element(
    'div',
    { class: 'menu query-dialog', role: 'dialog', 'aria-label': l10n.t('Areas') },
    field,
    words,
    list.element,
  );

  return popoverBelow(trigger, {
    content,
    first: () => field,
    onOpen() {
      const text = state()?.parts.find((part) => part.name === name())?.text ?? '';
      chosen = new Set(valuesIn(text));
      sent = [...chosen].join(',');
      typed = undefined;
      clear();
      draw();
      void host.ask('areas', { part: name() }).then((answer) => {
        offered = answer;
        draw();
      });
    },
    onClose: apply,
  }).element;
}

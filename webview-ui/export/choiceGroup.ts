import { element } from '../controls/dom';

/** One of several choices, or a choice of its own, with its words and those that explain it. */
export interface ChoiceBox {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  /** Puts the words beside the box. */
  say(words: string, hint?: string): void;
}

/** A radio button (`group` names those that exclude each other) or a check box with its label. */
export function choiceBox(
  { group, value }: { group: string | null; value: string },
  onChange: () => void,
): ChoiceBox {
  const input = element('input', group === null ? { type: 'checkbox' } : { type: 'radio', name: group });
  input.value = value;
  input.addEventListener('change', onChange);
  const words = element('span', { class: 'choice-words' });
  const hint = element('span', { class: 'choice-hint' });
  return {
    element: element('label', { class: 'choice' }, input, element('span', {}, words, ' ', hint)),
    input,
    say(text, explanation = '') {
      words.textContent = text;
      hint.textContent = explanation;
    },
  };
}

/** Choices below a heading, which names them for assistive technology, too. */
export function choiceGroup(heading: string, ...content: (Node | string)[]): HTMLFieldSetElement {
  return element(
    'fieldset',
    { class: 'choice-group' },
    element('legend', {}, heading),
    element('div', { class: 'choice-content' }, ...content),
  );
}

/** Lets the arrow keys go from box to box, also between lines. */
export function moveByArrows(lines: readonly (readonly HTMLInputElement[])[]): void {
  for (const [line, boxes] of lines.entries()) {
    for (const [at, box] of boxes.entries()) {
      box.addEventListener('keydown', (event) => {
        const moves: Record<string, HTMLInputElement | undefined> = {
          ArrowLeft: boxes[at - 1],
          ArrowRight: boxes[at + 1],
          ArrowUp: lines[line - 1]?.[0],
          ArrowDown: lines[line + 1]?.[0],
        };
        if (!(event.key in moves)) return;
        event.preventDefault();
        moves[event.key]?.focus();
      });
    }
  }
}

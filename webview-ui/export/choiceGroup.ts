import { element } from '../controls/dom';

/** A radio button in the `group`, or a check box if that is `null`. */
export function choiceBox({ group, value }: { group: string | null; value: string }, onChange: () => void) {
  const input = element('input', group === null ? { type: 'checkbox' } : { type: 'radio', name: group });
  input.value = value;
  input.addEventListener('change', onChange);
  const words = element('span', { class: 'choice-words' });
  const hint = element('span', { class: 'choice-hint' });
  return {
    element: element('label', { class: 'choice' }, input, element('span', {}, words, ' ', hint)),
    input,
    /** Sets the label and the explanation. */
    say(text: string, explanation = '') {
      words.textContent = text;
      hint.textContent = explanation;
    },
  };
}

/** A radio button or check box with a label and an explanation. */
export type ChoiceBox = ReturnType<typeof choiceBox>;

/** A field for an integer. `number` is `null` while what was typed isn't one, or isn't within the bounds. */
export function numberField(
  label: string,
  least: number,
  most: number,
  onInput: (typed: number | null) => void,
) {
  const bounds = { min: String(least), max: String(most) };
  const field = element('input', { type: 'number', class: 'sample-size', 'aria-label': label, ...bounds });
  const number = () => {
    const typed = Number(field.value);
    const isValid = field.value !== '' && Number.isInteger(typed) && typed >= least && typed <= most;
    return isValid ? typed : null;
  };
  field.addEventListener('input', () => onInput(number()));
  return { field, number };
}

/** Choices below a heading, which also names them for assistive technology. */
export function choiceGroup(heading: string, ...content: (Node | string)[]): HTMLFieldSetElement {
  return element(
    'fieldset',
    { class: 'choice-group' },
    element('legend', {}, heading),
    element('div', { class: 'choice-content' }, ...content),
  );
}

/** Lets the arrow keys move within a line of boxes, and to the first box of the next or previous line. */
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

import * as l10n from '@vscode/l10n';
import { mostSampled } from '#src/protocol/exportOrder';
import { element, setAttribute, setText } from '../controls/dom';
import { wrongSample, type ExportState } from './exportParts';

/** What a radio button or check box shows. */
export interface ShownChoice {
  /** With `{0}` in place of the choice's field, if it has one. */
  readonly label: string;
  readonly explanation?: string;
  readonly isChecked: boolean;
  readonly isHidden?: boolean;
}

/** A radio button in the `group`, or a check box if that is `null`, with an optional field in its label. */
export function choiceBox(group: string | null, onChange: (isChecked: boolean) => void, field?: HTMLElement) {
  const input = element('input', group === null ? { type: 'checkbox' } : { type: 'radio', name: group });
  input.addEventListener('change', () => onChange(input.checked));
  const words = element('span', { class: 'choice-words' });
  const hint = element('span', { class: 'choice-hint' });
  let said = '';
  const label = element('label', { class: 'choice' }, input, element('span', {}, words, ' ', hint));
  return {
    element: label,
    show(shown: ShownChoice) {
      // Writing it again would take the focus from the field.
      if (said !== shown.label) {
        const [before = '', after = ''] = shown.label.split('{0}');
        words.replaceChildren(before, ...(field ? [field, after] : []));
      }
      said = shown.label;
      setText(hint, shown.explanation ?? '');
      input.checked = shown.isChecked;
      label.hidden = shown.isHidden === true;
    },
  };
}

/** A field for the size of a sample. `onInput` gets `null` if what was typed isn't an integer that it can be. */
export function sampleField(onInput: (typed: number | null) => void) {
  const field = element('input', {
    type: 'number',
    class: 'field sample-size',
    'aria-label': l10n.t('Sample Size'),
    min: '1',
    max: String(mostSampled),
    required: '',
  });
  const typed = () => (field.validity.valid ? field.valueAsNumber : null);
  field.addEventListener('input', () => onInput(typed()));
  return {
    element: field,
    /** An invalid number stays, so that it can be corrected. */
    show(state: ExportState) {
      const { choice, sample } = state;
      const isWrong = wrongSample(state) !== null;
      if (sample !== null && sample !== typed()) field.value = String(sample);
      setAttribute(field, 'aria-invalid', isWrong ? 'true' : null);
      setAttribute(field, 'aria-describedby', isWrong ? 'export-size' : null);
      field.tabIndex = choice.part === 'sample' ? 0 : -1;
    },
  };
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

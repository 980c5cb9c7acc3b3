import * as l10n from '@vscode/l10n';
import { typeLabels, typeTargets } from '#src/protocol/codeTargets';
import { resolutions, type Resolution } from '#src/market/time/resolutions';
import { exportedParts, type ExportedPart } from '#src/protocol/exportOrder';
import { dialogButton } from '../controls/controlLibrary';
import { element, setAttribute, setText } from '../controls/dom';
import { computedText } from '../frame/shownResolution';
import { choiceBox, choiceGroup, sampleField, type ShownChoice } from './choiceGroup';
import { withChoice, withTarget, type Wish } from './exportChanges';
import { exportedForm, isTable, type ExportState } from './exportParts';
import {
  formatChoices,
  shownColumns,
  shownFormat,
  shownPart,
  shownResolution,
  shownTests,
  type FormatChoice,
} from './shownExport';

/** A part of the dialog. */
interface DialogPart {
  readonly element: HTMLElement;
  show(state: ExportState): void;
}

/** A radio button in the `group`, or a check box if that is `null`, for each choice. */
function boxesFor<Choice>(
  group: string | null,
  choices: readonly Choice[],
  choose: (choice: Choice, isChecked: boolean) => void,
  shown: (state: ExportState, choice: Choice) => ShownChoice,
  fieldOf: (choice: Choice) => HTMLElement | undefined = () => undefined,
) {
  const boxes = choices.map((choice) => {
    const box = choiceBox(group, (isChecked) => choose(choice, isChecked), fieldOf(choice));
    return { choice, box };
  });
  return {
    elements: boxes.map(({ box }) => box.element),
    show(state: ExportState) {
      for (const { choice, box } of boxes) box.show(shown(state, choice));
    },
  };
}

/** Which rows to export. */
export function rowsChoice(wish: Wish) {
  const sample = sampleField((typed) =>
    wish((state) =>
      withChoice({ ...state, sample: typed }, { part: 'sample', sample: typed ?? state.choice.sample }),
    ),
  );
  const choose = (part: ExportedPart) => wish((state) => withChoice(state, { part }));
  const boxes = boxesFor('exported-part', exportedParts, choose, shownPart, (part) =>
    part === 'sample' ? sample.element : undefined,
  );
  const group = choiceGroup(l10n.t('Rows'), ...boxes.elements);
  return {
    element: group,
    sample: sample.element,
    show(state: ExportState) {
      boxes.show(state);
      sample.show(state);
    },
    focus: () => group.querySelector<HTMLElement>('input:checked')?.focus(),
  };
}

/** In which format: all of them with what they're for. */
export function formatChoice(wish: Wish): DialogPart {
  const choose = (choice: FormatChoice) => wish((state) => withChoice(state, choice));
  const boxes = boxesFor('export-format', formatChoices, choose, shownFormat);
  return { ...boxes, element: choiceGroup(l10n.t('Format'), ...boxes.elements) };
}

/** In which resolution: in a line, above how the values of the chosen one are calculated. */
export function resolutionChoice(wish: Wish): DialogPart {
  const hint = element('p', { class: 'choice-hint', id: 'resolution-hint' });
  const choose = (resolution: Resolution | undefined) =>
    wish((state) => withChoice(state, {}, { form: { ...state.form, resolution } }));
  const boxes = boxesFor('export-resolution', [undefined, ...resolutions], choose, shownResolution);
  const line = element('div', { class: 'choice-line' }, ...boxes.elements);
  for (const input of line.querySelectorAll('input')) setAttribute(input, 'aria-describedby', hint.id);
  const group = choiceGroup(l10n.t('Resolution'), line, hint);
  return {
    element: group,
    show(state) {
      const { resolution } = exportedForm(state);
      boxes.show(state);
      group.hidden = boxes.elements.slice(1).every(({ hidden }) => hidden);
      setText(hint, resolution ? computedText(resolution) : '');
      hint.hidden = resolution === undefined;
    },
  };
}

/** In which layout, and with which further columns. */
export function columnsChoice(wish: Wish): DialogPart {
  const wide = choiceBox(null, (isWide) =>
    wish((state) => withChoice(state, {}, { form: { ...state.form, layout: isWide ? 'wide' : undefined } })),
  );
  const delivery = choiceBox(null, (deliveryColumns) =>
    wish((state) => withChoice(state, { deliveryColumns })),
  );
  const group = choiceGroup(l10n.t('Columns'), wide.element, delivery.element);
  return {
    element: group,
    show(state) {
      group.hidden = !isTable(state.choice.format);
      const shown = shownColumns(state);
      wide.show(shown.wide);
      delivery.show(shown.delivery);
    },
  };
}

const withOrWithout = <Target>(targets: readonly Target[], target: Target, isChecked: boolean) => [
  ...targets.filter((each) => each !== target),
  ...(isChecked ? [target] : []),
];

/** Whether it's for tests, and which code goes with it then. */
export function testsChoice(wish: Wish): DialogPart {
  const tests = choiceBox(null, (forTests) => wish((state) => withChoice(state, {}, { forTests })));
  const types = boxesFor(
    null,
    typeTargets,
    (target, isChecked) =>
      wish((state) => withChoice(state, { types: withOrWithout(state.choice.types, target, isChecked) })),
    ({ choice }, target) => ({ label: typeLabels[target].label, isChecked: choice.types.includes(target) }),
  );
  const code = element(
    'div',
    { class: 'choice-line', role: 'group', 'aria-label': l10n.t('Types') },
    ...types.elements,
  );
  const group = choiceGroup(l10n.t('Tests'), tests.element, code);
  return {
    element: group,
    show(state) {
      group.hidden = isTable(state.choice.format);
      tests.show(shownTests(state));
      code.hidden = !state.forTests;
      types.show(state);
    },
  };
}

/** Where to save it, and what the license of the data says about that place. */
export function fileChoice(wish: Wish, onElsewhere: () => void) {
  const target = element('input', {
    type: 'text',
    class: 'field export-target',
    id: 'export-target',
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-label': l10n.t('File'),
  });
  target.addEventListener('input', () => wish((state) => withTarget(state, target.value)));
  const elsewhere = dialogButton(l10n.t('Choose Another Location…'), 'secondary', onElsewhere);
  // Announced, because the license arrives without an action of the person.
  const license = element('p', { class: 'license-note', role: 'note', 'aria-live': 'polite' });
  const line = element('div', { class: 'target-line lines' }, target, elsewhere);
  return {
    element: choiceGroup(l10n.t('File'), line, license),
    target,
    show(state: ExportState) {
      target.title = state.target;
      setText(license, state.license);
      license.hidden = state.license === '';
      if (target.value === state.target) return;
      target.value = state.target;
      // The end of a long path says more than its beginning.
      target.scrollLeft = target.scrollWidth;
    },
  };
}

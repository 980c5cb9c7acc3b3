import * as l10n from '@vscode/l10n';
import { typeLabels, typeTargets } from '#src/protocol/codeTargets';
import { resolutions } from '#src/market/time/resolutions';
import { exportedParts } from '#src/protocol/exportOrder';
import { dialogButton } from '../controls/controlLibrary';
import { element, setAttribute, setText } from '../controls/dom';
import { choiceBox, choiceGroup, sampleField } from './choiceGroup';
import { withChoice, withTarget, type Wish } from './exportChanges';
import { isTable, type ExportState } from './exportParts';
import {
  formatChoices,
  shownColumns,
  shownFormat,
  shownParts,
  shownResolutions,
  shownTests,
} from './shownExport';

/** A part of the dialog. */
interface DialogPart {
  readonly element: HTMLElement;
  show(state: ExportState): void;
}

/** Which rows to export. */
export function rowsChoice(wish: Wish) {
  const sample = sampleField((typed) =>
    wish((state) =>
      withChoice({ ...state, sample: typed }, { part: 'sample', sample: typed ?? state.choice.sample }),
    ),
  );
  const boxes = exportedParts.map((part) => {
    const field = part === 'sample' ? { field: sample.element } : {};
    const traits = { group: 'exported-part', value: part, ...field };
    return { part, box: choiceBox(traits, () => wish((state) => withChoice(state, { part }))) };
  });
  return {
    element: choiceGroup(l10n.t('Rows'), ...boxes.map(({ box }) => box.element)),
    sample: sample.element,
    show(state: ExportState) {
      const shown = shownParts(state);
      for (const { part, box } of boxes) box.show(shown.box(part));
      sample.show(shown.sample);
    },
    /** Takes the focus to the chosen rows. */
    focus: () => boxes.find(({ box }) => box.input.checked)?.box.input.focus(),
  };
}

/** In which format: all of them with what they're for. */
export function formatChoice(wish: Wish): DialogPart {
  const boxes = formatChoices.map((choice, at) => {
    const traits = { group: 'export-format', value: String(at) };
    return { choice, box: choiceBox(traits, () => wish((state) => withChoice(state, choice))) };
  });
  return {
    element: choiceGroup(l10n.t('Format'), ...boxes.map(({ box }) => box.element)),
    show(state) {
      for (const { choice, box } of boxes) box.show(shownFormat(state, choice));
    },
  };
}

/** In which resolution: in a line, above how the values of the chosen one are calculated. */
export function resolutionChoice(wish: Wish): DialogPart {
  const hint = element('p', { class: 'choice-hint', id: 'resolution-hint' });
  const boxes = [undefined, ...resolutions].map((resolution) => {
    const box = choiceBox({ group: 'export-resolution', value: resolution ?? '' }, () =>
      wish((state) => withChoice(state, {}, { form: { ...state.form, resolution } })),
    );
    setAttribute(box.input, 'aria-describedby', hint.id);
    return { resolution, box };
  });
  const line = element('div', { class: 'choice-line' }, ...boxes.map(({ box }) => box.element));
  const group = choiceGroup(l10n.t('Resolution'), line, hint);
  return {
    element: group,
    show(state) {
      const shown = shownResolutions(state);
      group.hidden = !shown.isOffered;
      for (const { resolution, box } of boxes) box.show(shown.box(resolution));
      setText(hint, shown.hint);
      hint.hidden = shown.hint === '';
    },
  };
}

/** In which layout, and with which further columns. */
export function columnsChoice(wish: Wish): DialogPart {
  const wide = choiceBox({ group: null, value: 'on' }, (isWide) =>
    wish((state) => withChoice(state, {}, { form: { ...state.form, layout: isWide ? 'wide' : undefined } })),
  );
  const delivery = choiceBox({ group: null, value: 'on' }, (deliveryColumns) =>
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
  const tests = choiceBox({ group: null, value: 'on' }, (forTests) =>
    wish((state) => withChoice(state, {}, { forTests })),
  );
  const types = typeTargets.map((target) => {
    const box = choiceBox({ group: null, value: target }, (isChecked) =>
      wish((state) => withChoice(state, { types: withOrWithout(state.choice.types, target, isChecked) })),
    );
    return { target, box };
  });
  const code = element(
    'div',
    { class: 'choice-line', role: 'group', 'aria-label': l10n.t('Types') },
    ...types.map(({ box }) => box.element),
  );
  const group = choiceGroup(l10n.t('Tests'), tests.element, code);
  return {
    element: group,
    show(state) {
      group.hidden = isTable(state.choice.format);
      tests.show(shownTests(state));
      code.hidden = !state.forTests;
      for (const { target, box } of types) {
        box.show({ label: typeLabels[target].label, isChecked: state.choice.types.includes(target) });
      }
    },
  };
}

/** Where to save it. */
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
  const line = element('div', { class: 'target-line' }, target, elsewhere);
  return {
    element: choiceGroup(l10n.t('File'), line),
    target,
    show(state: ExportState) {
      target.title = state.target;
      if (target.value === state.target) return;
      target.value = state.target;
      // The end of a long path says more than its beginning.
      target.scrollLeft = target.scrollWidth;
    },
  };
}

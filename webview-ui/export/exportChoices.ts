import * as l10n from '@vscode/l10n';
import { mockTargets, typeTargets } from '#src/protocol/codeTargets';
import { exportedParts, largestSeed, mostSampled, usualSeed } from '#src/protocol/exportOrder';
import type { ChosenCompanionFiles } from '#src/protocol/exportOrder';
import { dialogButton } from '../controls/controlLibrary';
import { element, setAttribute, setText } from '../controls/dom';
import { choiceBox, choiceGroup, moveByArrows, numberField } from './choiceGroup';
import { withChoice, withTarget, withValues, type ExportState, type Wish } from './exportState';
import {
  formatChoices,
  shownBeside,
  shownColumns,
  shownContracts,
  shownFormats,
  shownParts,
  shownValues,
} from './shownExport';

/** A part of the dialog. */
interface DialogPart {
  readonly element: HTMLElement;
  show(state: ExportState): void;
}

/** A text below choices that explains them; hidden while it's empty. */
function hintLine(id: string) {
  const line = element('p', { class: 'choice-hint', id });
  return {
    element: line,
    show(text: string) {
      setText(line, text);
      line.hidden = text === '';
    },
  };
}

const describe = (inputs: readonly HTMLElement[], by: string) => {
  for (const input of inputs) setAttribute(input, 'aria-describedby', by);
};

/** Which rows to export. */
export function rowsChoice(wish: Wish) {
  const sample = numberField({ label: l10n.t('Sample Size'), least: 1, most: mostSampled }, (typed) =>
    wish((state) =>
      withChoice({ ...state, sample: typed }, { part: 'sample', sample: typed ?? state.choice.sample }),
    ),
  );
  const contracts = element('select', { class: 'contract', 'aria-label': l10n.t('Contract') });
  contracts.addEventListener('change', () =>
    wish((state) => withChoice({ ...state, contract: contracts.value }, { part: 'contract' })),
  );
  const fields: Partial<Record<string, HTMLElement>> = { sample: sample.element, contract: contracts };
  const boxes = exportedParts.map((part) => {
    const field = fields[part];
    const traits = { group: 'exported-part', value: part, ...(field && { field }) };
    return { part, box: choiceBox(traits, () => wish((state) => withChoice(state, { part }))) };
  });
  const hint = hintLine('form-hint');
  describe(
    boxes.map(({ box }) => box.input),
    'form-hint',
  );
  let listed: ExportState['contracts'] = [];

  function showContracts(state: ExportState): void {
    const { options, selected, isUsed } = shownContracts(state);
    if (listed !== state.contracts) {
      contracts.replaceChildren(...options.map(([value, label]) => element('option', { value }, label)));
    }
    listed = state.contracts;
    contracts.value = selected;
    contracts.tabIndex = isUsed ? 0 : -1;
  }

  return {
    element: choiceGroup(l10n.t('Rows'), ...boxes.map(({ box }) => box.element), hint.element),
    sample: sample.element,
    show(state: ExportState) {
      const shown = shownParts(state);
      for (const { part, box } of boxes) box.show(shown.box(part));
      sample.show(shown.sample);
      hint.show(shown.hint);
      showContracts(state);
    },
    /** Takes the focus to the chosen rows. */
    focus: () => boxes.find(({ box }) => box.input.checked)?.box.input.focus(),
  };
}

/** In which format. */
export function formatChoice(wish: Wish): DialogPart {
  const boxes = formatChoices.map((choice) => {
    const traits = { group: 'export-format', value: choice.dialect ?? choice.format };
    const box = choiceBox(traits, () => wish((state) => withChoice(state, choice)));
    describe([box.input], choice.format === 'json' ? 'format-hint no-json' : 'format-hint');
    return { choice, box };
  });
  const hint = hintLine('format-hint');
  const noJson = hintLine('no-json');
  const line = element('div', { class: 'choice-line' }, ...boxes.map(({ box }) => box.element));
  const group = choiceGroup(l10n.t('Format'), line, hint.element, noJson.element);
  return {
    element: group,
    show(state) {
      const shown = shownFormats(state);
      group.hidden = !shown.isOffered;
      for (const { choice, box } of boxes) box.show(shown.box(choice));
      hint.show(shown.hint);
      noJson.show(shown.noJson);
    },
  };
}

/** With which further columns. */
export function columnsChoice(wish: Wish): DialogPart {
  const delivery = choiceBox({ group: null, value: 'on' }, (deliveryColumns) =>
    wish((state) => withChoice(state, { deliveryColumns })),
  );
  const group = choiceGroup(l10n.t('Columns'), delivery.element);
  return {
    element: group,
    show(state) {
      const shown = shownColumns(state);
      group.hidden = !shown.isOffered;
      delivery.show(shown.box);
    },
  };
}

/** With which values. */
export function valuesChoice(wish: Wish) {
  const seed = numberField({ label: l10n.t('Seed'), least: 0, most: largestSeed }, (typed) =>
    wish((state) => withValues({ ...state, seed: typed }, typed ?? state.choice.seed ?? usualSeed)),
  );
  const asSent = choiceBox({ group: 'export-values', value: 'asSent' }, () =>
    wish((state) => withValues(state, null)),
  );
  const seeded = choiceBox({ group: 'export-values', value: 'seeded', field: seed.element }, () =>
    wish((state) => withValues(state, state.seed ?? usualSeed)),
  );
  const hint = hintLine('values-hint');
  setAttribute(hint.element, 'aria-live', 'polite');
  describe([asSent.input, seeded.input], 'values-hint');
  const line = element('div', { class: 'choice-line' }, asSent.element, seeded.element);
  const group = choiceGroup(l10n.t('Values'), line, hint.element);
  return {
    element: group,
    seed: seed.element,
    show(state: ExportState) {
      const shown = shownValues(state);
      group.hidden = !shown.isOffered;
      asSent.show(shown.asSent);
      seeded.show(shown.seeded);
      seed.show(shown.seed);
      hint.show(shown.hint);
    },
  };
}

const withOrWithout = <Target>(targets: readonly Target[], target: Target, isChecked: boolean) => [
  ...targets.filter((each) => each !== target),
  ...(isChecked ? [target] : []),
];

/** What to save beside the file. */
export function besideChoice(wish: Wish): DialogPart {
  const besideBox = (
    choose: (beside: ChosenCompanionFiles, isChecked: boolean) => Partial<ChosenCompanionFiles>,
  ) =>
    choiceBox({ group: null, value: 'on' }, (isChecked) =>
      wish((state) => {
        const { beside } = state.choice;
        return withChoice(state, { beside: { ...beside, ...choose(beside, isChecked) } });
      }),
    );
  const provenance = besideBox((_, isChecked) => ({ provenance: isChecked }));
  const types = typeTargets.map((target) =>
    besideBox((beside, isChecked) => ({ types: withOrWithout(beside.types, target, isChecked) })),
  );
  const mocks = mockTargets.map((target) =>
    besideBox((beside, isChecked) => ({ mocks: withOrWithout(beside.mocks, target, isChecked) })),
  );
  const lines = [[provenance], types, mocks].map((boxes) => boxes.map(({ input }) => input));
  moveByArrows(lines);
  describe(lines.flat(), 'beside-hint');
  const line = (name: string, boxes: typeof types) =>
    element(
      'div',
      { class: 'named-line', role: 'group', 'aria-label': name },
      element('span', { class: 'line-name', 'aria-hidden': 'true' }, name),
      element('div', { class: 'choice-line' }, ...boxes.map((box) => box.element)),
    );
  const code = [line(l10n.t('Types'), types), line(l10n.t('Mocks'), mocks)];
  const hint = hintLine('beside-hint');
  return {
    element: choiceGroup(l10n.t('Also Save'), provenance.element, ...code, hint.element),
    show(state) {
      const shown = shownBeside(state);
      provenance.show(shown.provenance);
      for (const each of code) each.hidden = !shown.hasCode;
      shown.types.forEach((box, at) => types[at]?.show(box));
      shown.mocks.forEach((box, at) => mocks[at]?.show(box));
      hint.show(shown.hint);
    },
  };
}

/** Where to save it, and what the license of the data says about that place. */
export function fileChoice(wish: Wish, onElsewhere: () => void) {
  const target = element('input', {
    type: 'text',
    class: 'export-target',
    id: 'export-target',
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-label': l10n.t('File'),
  });
  target.addEventListener('input', () => wish((state) => withTarget(state, target.value)));
  const elsewhere = dialogButton({
    label: l10n.t('Choose Another Location…'),
    look: 'secondary',
    onClick: onElsewhere,
  });
  // Announced, because the license arrives without an action of the person.
  const license = element('p', { class: 'license-note', role: 'note', 'aria-live': 'polite' });
  const line = element('div', { class: 'target-line' }, target, elsewhere.element);
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

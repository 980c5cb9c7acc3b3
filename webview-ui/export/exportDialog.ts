import * as l10n from '@vscode/l10n';
import {
  csvDialects,
  exportedParts,
  largestSeed,
  mostSampled,
  usualSeed,
  type ChosenBeside,
  type ExportChoice,
} from '../../src/protocol/exportOrder';
import { mockLabels, mockTargets, typeLabels, typeTargets } from '../../src/protocol/codeTargets';
import {
  exportFormats,
  formatLabels,
  formatsOf,
  tooManyRows,
  valueLabels,
  withSuffix,
} from '../../src/protocol/formats';
import type { ExportRisk, ResultState, SuggestedTarget } from '../../src/protocol/messages';
import { isSent } from '../../src/protocol/rowsQuestion';
import { leavesOut } from '../../src/protocol/tableTypes';
import { csvNotations } from '../../src/text/csvDialects';
import { errorText } from '../../src/text/errorText';
import { formatCount } from '../../src/text/l10n';
import { dialogButton } from '../controls/controlLibrary';
import { progressBar } from '../controls/controls';
import { debounced, element, setAttribute, setText } from '../controls/dom';
import { hasBody, isSynthetic, whyNot } from '../../src/protocol/source';
import type { Host } from '../host/pane';
import { choiceBox, choiceGroup, moveByArrows, numberField, type ChoiceBox } from './choiceGroup';
import {
  besideOf,
  chosenFor,
  clockChangeIn,
  contractColumn,
  hasContracts,
  initialChoice,
  isSeeded,
  offeredParts,
  orderOf,
  usualPart,
  type Exportable,
} from './exportParts';
import {
  allText,
  contractText,
  formatText,
  formHint,
  noJsonReason,
  provenanceHint,
  selectedText,
  shownText,
  sizeText,
} from './exportWords';

/**
 * One dialog for all exports: which rows, in which format, what to save beside the file, and where. If
 * nothing can be exported, it says why. `onClose` is called when the person closes it, not when its result is
 * replaced.
 */
export function createExportDialog(host: Host, onClose: () => void) {
  let about: Exportable | undefined;
  let choice: ExportChoice | undefined;
  /** The person has typed or selected the path, so no other one is suggested. */
  let isOwnTarget = false;
  /**
   * Whether the person has chosen which values to export. If the last export kept them, that doesn't count,
   * because it may have been of the sample service's.
   */
  let areValuesChosen = false;
  /** Answers about earlier choices are obsolete. */
  let turn = 0;
  let isWriting = false;
  /** Whether the format has room for this many rows. */
  let isFit = true;
  /** Nothing can be exported, such as while the result is loading. */
  let isBlocked = false;
  /** Settles when the file for the latest choice has been suggested. */
  let suggested: Promise<void> = Promise.resolve();
  let listed: Promise<void> = Promise.resolve();

  const parts = new Map(
    exportedParts.map((part) => [
      part,
      choiceBox({ group: 'exported-part', value: part }, () => change({ part })),
    ]),
  );
  const { field: sample, number: sampleOf } = numberField(l10n.t('Sample Size'), 1, mostSampled, (size) =>
    change({ part: 'sample', ...(size !== null && { sample: size }) }),
  );
  const contracts = element('select', { class: 'contract', 'aria-label': l10n.t('Contract') });
  contracts.addEventListener('change', () => {
    if (about) about.contract = contracts.value;
    change({ part: 'contract' });
  });
  const formText = element('p', { class: 'choice-hint', id: 'form-hint' });
  for (const { input } of parts.values()) setAttribute(input, 'aria-describedby', 'form-hint');
  const formats = new Map(
    exportFormats.map((format) => [
      format,
      choiceBox({ group: 'export-format', value: format }, () => change({ format, dialect: undefined })),
    ]),
  );
  const dialects = csvDialects.map((dialect) => {
    const box = choiceBox({ group: 'export-format', value: dialect }, () =>
      change({ format: 'csv', dialect }),
    );
    box.say(csvNotations[dialect].label());
    setAttribute(box.input, 'aria-describedby', 'format-hint');
    return { dialect, box };
  });
  const formatHint = element('p', { class: 'choice-hint', id: 'format-hint' });
  const noJson = element('p', { class: 'choice-hint', id: 'no-json' });
  for (const [format, { input }] of formats) {
    setAttribute(input, 'aria-describedby', format === 'json' ? 'format-hint no-json' : 'format-hint');
  }

  const delivery = choiceBox({ group: null, value: 'on' }, () =>
    change({ deliveryColumns: delivery.input.checked }),
  );

  const { field: seed, number: seedOf } = numberField(l10n.t('Seed'), 0, largestSeed, (typed) =>
    chooseValues(typed ?? choice?.seed ?? usualSeed),
  );
  const asSent = choiceBox({ group: 'export-values', value: 'asSent' }, () => chooseValues(null));
  const seeded = choiceBox({ group: 'export-values', value: 'seeded' }, () =>
    chooseValues(seedOf() ?? usualSeed),
  );
  // Announced, because the license arrives without an action of the person.
  const license = element('p', { class: 'license-note', role: 'note', 'aria-live': 'polite' });
  const valuesWhy = element('p', { class: 'choice-hint', id: 'values-hint', 'aria-live': 'polite' });
  for (const { input } of [asSent, seeded]) setAttribute(input, 'aria-describedby', 'values-hint');

  const besideBox = (choose: (beside: ChosenBeside, isChecked: boolean) => ChosenBeside) => {
    const box = choiceBox({ group: null, value: 'on' }, () => {
      if (choice) change({ beside: choose(choice.beside, box.input.checked) });
    });
    return box;
  };
  const withOrWithout = <Target>(targets: readonly Target[], target: Target, isChecked: boolean) => [
    ...targets.filter((each) => each !== target),
    ...(isChecked ? [target] : []),
  ];
  const provenance = besideBox((beside, isChecked) => ({ ...beside, provenance: isChecked }));
  const types = typeTargets.map((target) => {
    const box = besideBox((beside, isChecked) => ({
      ...beside,
      types: withOrWithout(beside.types, target, isChecked),
    }));
    box.say(typeLabels[target].label);
    return { target, box };
  });
  const mocks = mockTargets.map((target) => {
    const box = besideBox((beside, isChecked) => ({
      ...beside,
      mocks: withOrWithout(beside.mocks, target, isChecked),
    }));
    box.say(mockLabels[target].label);
    return { target, box };
  });
  const inputsOf = (boxes: readonly { box: { input: HTMLInputElement } }[]) =>
    boxes.map(({ box }) => box.input);
  moveByArrows([[provenance.input], inputsOf(types), inputsOf(mocks)]);
  const besideWhy = element('p', { class: 'choice-hint', id: 'beside-hint' });
  for (const input of [provenance.input, ...inputsOf(types), ...inputsOf(mocks)]) {
    setAttribute(input, 'aria-describedby', 'beside-hint');
  }
  const line = (name: string, boxes: readonly { box: { element: HTMLElement } }[]) =>
    element(
      'div',
      { class: 'named-line', role: 'group', 'aria-label': name },
      element('span', { class: 'line-name', 'aria-hidden': 'true' }, name),
      element('div', { class: 'choice-line' }, ...boxes.map(({ box }) => box.element)),
    );

  const target = element('input', {
    type: 'text',
    class: 'export-target',
    id: 'export-target',
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-label': l10n.t('File'),
  });
  target.addEventListener('input', () => {
    isOwnTarget = target.value.trim() !== '';
    target.title = target.value;
    forgetProblem();
  });
  const elsewhere = dialogButton({
    label: l10n.t('Choose Another Location…'),
    look: 'secondary',
    onClick: () => void chooseElsewhere(),
  });

  const problemText = element('p', {});
  let agreed: ExportRisk[] = [];
  let risk: ExportRisk | null = null;
  const goOn = {
    replace: dialogButton({ label: l10n.t('Replace'), look: 'secondary', onClick: () => agree() }),
    incomplete: dialogButton({ label: l10n.t('Export Anyway'), look: 'secondary', onClick: () => agree() }),
  };
  const problem = element(
    'div',
    { class: 'export-problem', role: 'alert' },
    problemText,
    goOn.replace.element,
    goOn.incomplete.element,
  );
  problem.hidden = true;

  const size = element('p', { class: 'export-size', id: 'export-size', 'aria-live': 'polite' });
  const progress = progressBar(l10n.t('Exporting'));
  const confirm = dialogButton({ label: l10n.t('Export'), look: 'primary', onClick: () => void write() });
  const cancel = dialogButton({ label: l10n.t('Cancel'), look: 'secondary', onClick: () => dialog.close() });

  const heading = element('h2', { id: 'export-heading' });
  const formatGroup = choiceGroup(
    l10n.t('Format'),
    element(
      'div',
      { class: 'choice-line' },
      ...[...formats].flatMap(([format, box]) =>
        format === 'csv'
          ? [box, ...dialects.map((each) => each.box)].map(({ element }) => element)
          : [box.element],
      ),
    ),
    formatHint,
    noJson,
  );
  const columnsGroup = choiceGroup(l10n.t('Columns'), delivery.element);
  const choices = element(
    'div',
    { class: 'export-choices' },
    choiceGroup(l10n.t('Rows'), ...[...parts.values()].map((box) => box.element), formText),
    formatGroup,
    columnsGroup,
    choiceGroup(
      l10n.t('Values'),
      element('div', { class: 'choice-line' }, asSent.element, seeded.element),
      valuesWhy,
      license,
    ),
    choiceGroup(
      l10n.t('Also Save'),
      provenance.element,
      line(l10n.t('Types'), types),
      line(l10n.t('Mocks'), mocks),
      besideWhy,
    ),
    choiceGroup(l10n.t('File'), element('div', { class: 'target-line' }, target, elsewhere.element)),
  );
  const dialog = element(
    'dialog',
    { class: 'export-dialog', 'aria-labelledby': 'export-heading' },
    heading,
    choices,
    element(
      'div',
      { class: 'export-foot' },
      progress.element,
      problem,
      size,
      confirm.element,
      cancel.element,
    ),
  );

  // Stays open until the export has ended. The editor's progress notification has its own Cancel button.
  dialog.addEventListener('cancel', (event) => {
    if (isWriting) event.preventDefault();
  });
  dialog.addEventListener('close', () => {
    turn += 1;
    setWriting(false);
    dialog.remove();
    if (about) onClose();
  });
  dialog.addEventListener('keydown', (event) => {
    // A second Escape in a row would close the dialog without a `cancel` event.
    if (event.key === 'Escape' && isWriting) event.preventDefault();
    const isButton = event.target instanceof Element && event.target.closest('vscode-button') !== null;
    // In an input method, Enter accepts a word.
    if (event.key !== 'Enter' || event.isComposing || isButton) return;
    event.preventDefault();
    void write();
  });

  function change(difference: Partial<ExportChoice>): void {
    if (!about || !choice) return;
    const before = choice;
    choice = { ...choice, ...difference };
    if (choice.part && !offeredParts(about, choice.format).includes(choice.part)) {
      choice = { ...choice, part: usualPart(about) };
    }
    const { format } = difference;
    if (format && isOwnTarget) target.value = withSuffix(target.value, format, before.format);
    forgetProblem();
    draw();
    reckonSoon();
    suggested = suggest();
  }

  /** What the values are called if they aren't replaced. */
  const keptValues = (state: ResultState) =>
    isSynthetic(state) ? valueLabels.synthetic : valueLabels.asSent;

  function chooseValues(seed: number | null): void {
    areValuesChosen = true;
    change({ seed });
  }

  /** The field whose number is out of range, and what to enter instead; `null` if all are valid. */
  function wrongNumber({ part, format, seed: chosenSeed }: ExportChoice) {
    if (part === 'sample' && sampleOf() === null) {
      return {
        field: sample,
        help: l10n.t('Enter a sample size from {0} to {1}.', 1, formatCount(mostSampled)),
      };
    }
    if (format === 'json' && chosenSeed !== null && seedOf() === null) {
      return {
        field: seed,
        help: l10n.t('Enter an integer seed from {0} to {1}.', 0, formatCount(largestSeed)),
      };
    }
    return null;
  }

  function draw(): void {
    if (!about || !choice) return;
    const { state } = about;
    const { part, format, dialect, beside } = choice;
    const offered = offeredParts(about, format);
    const form = format === 'json' ? {} : about.form;
    parts.get('all')?.say(isSent(form) ? allText(state) : l10n.t('All rows'));
    setText(formText, formHint(form));
    formText.hidden = formText.textContent === '';
    for (const [each, box] of parts) {
      box.element.hidden = !offered.includes(each);
      box.input.checked = each === part;
    }
    const wrong = wrongNumber(choice);
    for (const field of [sample, seed]) {
      setAttribute(field, 'aria-invalid', wrong?.field === field ? 'true' : null);
      setAttribute(field, 'aria-describedby', wrong?.field === field ? 'export-size' : null);
    }
    // The fields are tab stops only if they apply.
    sample.tabIndex = part === 'sample' ? 0 : -1;
    contracts.tabIndex = part === 'contract' ? 0 : -1;
    seed.tabIndex = choice.seed === null ? -1 : 0;
    const canBe = formatsOf(hasBody(state));
    for (const [each, box] of formats) {
      box.input.checked = each === format && (each !== 'csv' || dialect === undefined);
      box.input.disabled = !canBe.includes(each);
      box.say(formatLabels[each].label);
    }
    for (const { dialect: each, box } of dialects) {
      const isForLocale = state.hasDecimalCommas || csvNotations[each].decimalSign === '.';
      box.element.hidden = !isForLocale && dialect === undefined;
      box.input.checked = format === 'csv' && dialect === each;
    }
    setText(formatHint, formatText(choice, leavesOut(orderOf(about, choice).rows), isSynthetic(state)));
    const reason = noJsonReason(state);
    noJson.hidden = reason === null;
    setText(noJson, reason ?? '');
    const noProvenance = whyNot('saveProvenance', state.source);
    provenance.say(l10n.t('Provenance'), provenanceHint(about, choice));
    const saved = besideOf(about, choice);
    provenance.input.checked = saved.provenance;
    provenance.input.disabled =
      noProvenance !== null || about.preset === 'fixture' || isSeeded(choice) || isSynthetic(state);
    const isJson = format === 'json';
    for (const { target: each, box } of types) {
      box.input.checked = isJson && beside.types.includes(each);
      box.input.disabled = !isJson;
    }
    for (const { target: each, box } of mocks) {
      box.input.checked = saved.mocks.includes(each);
      box.input.disabled = !isJson || noProvenance !== null;
    }
    delivery.input.checked = !isJson && choice.deliveryColumns === true;
    delivery.input.disabled = isJson;
    delivery.say(
      l10n.t('Add delivery day, period, and local time'),
      isJson ? l10n.t('(not available for JSON)') : l10n.t("(at the end, in the market's time zone)"),
    );
    const isSeededNow = isSeeded(choice);
    asSent.input.checked = !isSeededNow;
    seeded.input.checked = isSeededNow;
    for (const input of [asSent.input, seeded.input, seed]) input.disabled = !isJson;
    setText(
      valuesWhy,
      isJson
        ? (isSeededNow ? valueLabels.seeded : keptValues(state)).description()
        : l10n.t('Seeded values are available only for JSON.'),
    );
    const why = [noProvenance, isJson ? null : l10n.t('Types and mocks are available only for JSON.')];
    setText(besideWhy, why.filter((reason) => reason !== null).join(' '));
    besideWhy.hidden = besideWhy.textContent === '';
  }

  /** Labels a box, with a field in place of `{0}`. */
  function sayAround({ element: box }: ChoiceBox, words: string, field: HTMLElement): void {
    const [before = '', after = ''] = words.split('{0}');
    box.querySelector('.choice-words')?.replaceChildren(before, field, after);
  }

  /** Sets the labels that don't change while the dialog is open. */
  function sayParts({ preset, state, table }: Exportable): void {
    setText(heading, preset === 'fixture' ? l10n.t('Create Test Fixture') : l10n.t('Export'));
    // A test fixture is a response.
    formatGroup.hidden = preset === 'fixture';
    columnsGroup.hidden = preset === 'fixture';
    asSent.say(keptValues(state).label());
    sayAround(seeded, valueLabels.seeded.label('{0}'), seed);
    if (table?.words) parts.get('shown')?.say(shownText(null), `(${table.words})`);
    if (table?.selected) parts.get('selected')?.say(selectedText(table.selected));
    const sampled = parts.get('sample');
    sampled?.say('', table?.words ? l10n.t('of the rows shown') : '');
    if (sampled) sayAround(sampled, state.dataset.sample, sample);
    const day = clockChangeIn(state)?.day ?? '';
    parts.get('clockChange')?.say(l10n.t('Around the clock change on {0}', day));
    const ofContract = parts.get('contract');
    if (ofContract) sayAround(ofContract, l10n.t('Contract {0}', '{0}'), contracts);
  }

  async function countShown({ table }: Exportable): Promise<void> {
    if (!table?.words) return;
    const mine = about;
    const counted = await host
      .ask('rows', { ...table.which, ...table.form, from: 0, to: 0, columns: [] })
      .catch(() => null);
    if (counted && mine === about) parts.get('shown')?.say(shownText(counted.total), `(${table.words})`);
  }

  async function listContracts(mine: Exportable): Promise<void> {
    if (!hasContracts(mine.state)) return;
    const { values } = await host
      .ask('values', { column: contractColumn, text: '' })
      .catch(() => ({ values: [] }));
    if (mine !== about) return;
    contracts.replaceChildren(
      ...values.map(({ value, rows }) => element('option', { value }, contractText(value, rows))),
    );
    mine.contract = values[0]?.value ?? null;
    if (choice?.part !== 'contract') draw();
    else change(mine.contract === null ? { part: usualPart(mine) } : {});
  }

  async function reckon(): Promise<void> {
    if (!about || !choice || isBlocked) return;
    const mine = (turn += 1);
    const wrong = wrongNumber(choice);
    if (wrong) {
      saySize(wrong.help, false);
      return;
    }
    const { state } = about;
    const { format, rows, deliveryColumns, resolution, layout, beside } = orderOf(about, choice);
    const filesBeside = Number(beside.provenance) + beside.types.length + beside.mocks.length;
    const isWhole = rows === undefined && format === 'json';
    try {
      const found = isWhole
        ? { rows: state.rows, bytes: state.bytes }
        : await host.ask('exportSize', { format, rows: rows ?? {}, deliveryColumns, resolution, layout });
      if (mine !== turn) return;
      const problem = tooManyRows(format, found.rows);
      const sized = sizeText(found, isWhole, filesBeside);
      const said = isSeeded(choice) ? l10n.t('Seeded values: {0}', sized) : sized;
      saySize(problem ?? said, problem === null);
    } catch (error) {
      // The host cancels the size for one choice when the next is requested.
      if (mine === turn) saySize(errorText(error), true);
    }
  }

  const reckonSoon = debounced(100, () => void reckon());

  /** Shows the end of a long path, which says more than its beginning. */
  function showTarget(path: string): void {
    target.value = path;
    target.title = path;
    target.scrollLeft = target.scrollWidth;
  }

  async function suggest(): Promise<void> {
    if (!about || !choice) return;
    const mine = choice;
    const isLatest = () => mine === choice && dialog.open;
    try {
      const free = await host.ask('exportTarget', { preset: about.preset, order: orderOf(about, choice) });
      if (!isLatest()) return;
      if (!isOwnTarget) showTarget(free.target);
      if (!isOwnTarget && free.problem !== '') tell(free.problem, null);
      mentionLicense(free);
    } catch (error) {
      if (isLatest()) block(errorText(error));
    }
  }

  /** Shows why nothing can be exported in place of the choices. */
  function block(reason: string): void {
    setBlocked(true);
    tell(reason, null);
    cancel.element.focus();
  }

  function setBlocked(now: boolean): void {
    isBlocked = now;
    choices.hidden = now;
    size.hidden = now;
    confirm.setEnabled(isFit && !isWriting && !now);
  }

  function mentionLicense(place: SuggestedTarget): void {
    setText(license, place.license);
    license.hidden = place.license === '';
    if (place.isPublic && !areValuesChosen && choice?.seed === null) {
      change({ seed: usualSeed });
    }
  }

  async function chooseElsewhere(): Promise<void> {
    if (!about || !choice) return;
    const mine = about;
    const isShown = () => mine === about && dialog.open;
    try {
      const chosen = await host.ask('exportElsewhere', orderOf(about, choice));
      if (!chosen || !isShown()) return;
      showTarget(chosen.target);
      isOwnTarget = true;
      forgetProblem();
      mentionLicense(chosen);
      target.focus();
    } catch (error) {
      if (isShown()) tell(errorText(error), null);
    }
  }

  function tell(message: string, found: ExportRisk | null): void {
    risk = found;
    setText(problemText, message);
    goOn.replace.element.hidden = found !== 'replace';
    goOn.incomplete.element.hidden = found !== 'incomplete';
    problem.classList.toggle('error', found === null);
    problem.hidden = false;
    if (found) goOn[found].element.focus();
  }

  function forgetProblem(): void {
    problem.hidden = true;
    risk = null;
    agreed = [];
  }

  function agree(): void {
    if (risk) agreed = [...agreed, risk];
    void write();
  }

  /** Shows what would be written, or why it can't be. */
  function saySize(text: string, canBe: boolean): void {
    setText(size, text);
    size.classList.toggle('wrong', !canBe);
    isFit = canBe;
    confirm.setEnabled(isFit && !isWriting && !isBlocked);
  }

  function setWriting(now: boolean): void {
    isWriting = now;
    confirm.setEnabled(isFit && !now && !isBlocked);
    cancel.setEnabled(!now);
    progress.show(now ? 'undetermined' : null);
    setAttribute(dialog, 'aria-busy', now ? 'true' : null);
  }

  async function write(): Promise<void> {
    if (!about || !choice || isWriting || isBlocked) return;
    const wrong = wrongNumber(choice);
    if (wrong) {
      wrong.field.focus();
      return;
    }
    const mine = about;
    const isLicenseSeen = !license.hidden;
    const isShown = () => mine === about && dialog.open;
    const isFree = () => isShown() && !isWriting;
    // A person may confirm before a file has been suggested.
    await Promise.all([suggested, listed]);
    if (!isFree()) return;
    setWriting(true);
    try {
      const end = await host.ask('export', {
        preset: mine.preset,
        choice: chosenFor(mine, choice, areValuesChosen),
        order: orderOf(mine, choice),
        target: target.value,
        isLicenseSeen,
        agreed,
      });
      if (!isShown()) return;
      if (end.kind === 'risk') tell(end.message, end.risk);
      if (end.kind === 'written') dialog.close();
    } catch (error) {
      if (isShown()) tell(errorText(error), null);
    } finally {
      if (mine === about) setWriting(false);
    }
  }

  function begin(next: Exportable): void {
    about = next;
    choice = initialChoice(next);
    isOwnTarget = false;
    areValuesChosen = (next.state.exportChoices[next.preset]?.seed ?? null) !== null;
    sample.value = String(choice.sample);
    seed.value = String(choice.seed ?? usualSeed);
    contracts.replaceChildren();
    setText(license, '');
    license.hidden = true;
    target.value = '';
    saySize('', true);
    forgetProblem();
    setBlocked(next.state.phase.kind !== 'ended');
    sayParts(next);
    draw();
    if (!dialog.open) dialog.showModal();
    suggested = suggest();
    if (isBlocked) return;
    parts.get(choice.part ?? 'all')?.input.focus();
    listed = listContracts(next);
    void countShown(next);
    void reckon();
  }

  return {
    element: dialog,
    /** With a format, the dialog begins with all rows in it. */
    open(state: ResultState, asked: Pick<Exportable, 'table' | 'form' | 'preset' | 'format'>) {
      if (!isWriting) begin({ ...asked, state, contract: '' });
    },
    /** Begins again when the result has ended or is gone; closes the dialog if the state is of another result. */
    show(state: ResultState) {
      if (!dialog.open || !about) return;
      const before = about.state;
      if (state.id !== before.id) {
        about = undefined;
        dialog.close();
      } else if (state.phase.kind !== before.phase.kind && !isWriting) {
        begin({ ...about, state, contract: '' });
      }
    },
  };
}

export type ExportDialog = ReturnType<typeof createExportDialog>;

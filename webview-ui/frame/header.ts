import * as l10n from '@vscode/l10n';
import type { SnippetTarget } from '../../src/exports/formats';
import { exportFormats, formatLabels, formatsOf, snippetTargets } from '../../src/exports/formats';
import type { NextStep } from '../../src/request/outcome';
import type { ResultState } from '../../src/messages';
import type { Sentence } from '../../src/text/l10n';
import { button, progressBar, select } from '../controls/controls';
import { element, setAttribute, setText } from '../controls/dom';
import { icon } from '../controls/icons';
import { menuButton } from '../controls/menu';
import type { Host } from '../host/pane';
import { parameterTexts } from './parameterTexts';
import { isPartial, isRunning, progressOf, statusSentence } from './statusLine';
import { transferFigures } from './transferFigures';

const targetLabels: { readonly [Target in SnippetTarget]: readonly [name: string, hint: Sentence] } = {
  curl: ['curl', () => l10n.t('command line')],
  http: ['HTTP', () => l10n.t('request file')],
  typescript: ['TypeScript', () => l10n.t('program')],
  python: ['Python', () => l10n.t('program')],
};

/** Not the name of any time zone. */
const otherZone = 'other';

/** The response arrived in full. */
const isWhole = ({ phase }: ResultState) => phase.kind === 'ended' && phase.outcome.kind === 'success';

/** The service responded with no data: an empty table, which can be exported like any other. */
const isEmpty = ({ phase }: ResultState) => phase.kind === 'ended' && phase.outcome.kind === 'noData';

export interface Header {
  readonly element: HTMLElement;
  /** The time zone list, to be placed next to the tabs. */
  readonly zoneSwitch: HTMLElement;
  show(state: ResultState): void;
  step(step: NextStep): void;
}

/** The query, its outcome, and the actions on the result. */
export function createHeader(host: Host): Header {
  const title = element('h1', {});
  const sample = element('span', { class: 'pill' }, l10n.t('Sample data'));
  const chips = element('ul', { class: 'chips', 'aria-label': l10n.t('Query') });
  const status = element('span', { role: 'status', class: 'status' });
  const statusIcon = element('span', { class: 'status-icon' });
  const figures = element('ul', { class: 'transfer-figures', 'aria-label': l10n.t('Transfer details') });
  const progress = progressBar(l10n.t('Download'));
  const act = (kind: 'runAgain' | 'editQuery' | 'cancel' | 'compare') => () => host.act({ kind });
  const toolbar = (label: string, picture: 'runAgain' | 'edit' | 'cancel' | 'compare', onClick: () => void) =>
    button({ label, look: 'toolbar', icon: picture, onClick });
  const edit = toolbar(l10n.t('Edit Query'), 'edit', act('editQuery'));
  const compare = toolbar(l10n.t('Compare'), 'compare', act('compare'));
  const cancel = toolbar(l10n.t('Cancel'), 'cancel', act('cancel'));
  const exportMenu = menuButton({
    label: l10n.t('Export'),
    icon: 'export',
    items: exportFormats.map((format) => ({
      label: formatLabels[format].label,
      hint: formatLabels[format].description(),
      onChoose: () => host.act({ kind: 'export', format }),
    })),
  });
  const copyMenu = menuButton({
    label: l10n.t('Copy As'),
    icon: 'copy',
    items: snippetTargets.map((target) => ({
      label: targetLabels[target][0],
      hint: targetLabels[target][1](),
      onChoose: () => host.act({ kind: 'copyAs', target }),
    })),
  });
  const zone = select({
    label: l10n.t('Time zone'),
    onChange: (chosen) =>
      host.act(chosen === otherZone ? { kind: 'otherZone' } : { kind: 'timeZone', zone: chosen }),
  });
  const zoneSwitch = element('div', { class: 'zone' }, zone.element);
  const actions = element(
    'div',
    { class: 'actions' },
    toolbar(l10n.t('Run Again'), 'runAgain', act('runAgain')).element,
    edit.element,
    compare.element,
    exportMenu.element,
    copyMenu.element,
    cancel.element,
  );
  const made = element(
    'header',
    { class: 'result-header' },
    element(
      'div',
      { class: 'header-line' },
      element('div', { class: 'subject' }, title, sample, chips),
      actions,
    ),
    element(
      'div',
      { class: 'header-line outcome' },
      element('span', { class: 'status-words' }, statusIcon, status),
      figures,
    ),
    progress.element,
  );

  let announced = '';
  let ticking: ReturnType<typeof setTimeout> | undefined;

  function showChips({ parameters, connection, timeZone }: ResultState): void {
    const texts = parameterTexts(
      parameters.map(({ value }) => value),
      timeZone,
    );
    chips.replaceChildren(
      ...parameters.map(({ name, label, value }, index) =>
        element(
          'li',
          { title: l10n.t('{0}, sent as {1}={2}', label, name, value) },
          element('span', { class: 'chip-name' }, name),
          ` ${texts[index] ?? ''}`,
        ),
      ),
      element('li', { class: 'connection', title: l10n.t('Connection') }, icon('plug'), connection),
    );
  }

  function showOutcome(state: ResultState): void {
    const { phase } = state;
    // A running count is announced once, not every second.
    setAttribute(status, 'aria-live', announced === phase.kind ? 'off' : 'polite');
    if (!isRunning(state)) setAttribute(status, 'aria-live', 'polite');
    announced = phase.kind;
    setText(status, statusSentence(state, Date.now()));
    const whole = isWhole(state);
    const failed = phase.kind === 'ended' && !whole && phase.outcome.kind !== 'noData';
    statusIcon.className = `status-icon ${whole ? 'good' : failed ? 'bad' : ''}`;
    statusIcon.replaceChildren(
      icon(whole ? 'check' : failed ? 'warning' : isRunning(state) ? 'waiting' : 'info'),
    );
    figures.replaceChildren(
      ...transferFigures(state, Date.now()).map(({ text, detail }) => element('li', { title: detail }, text)),
    );
    progress.show(progressOf(state));
    clearTimeout(ticking);
    if (isRunning(state)) ticking = setTimeout(() => showOutcome(state), 1000);
  }

  return {
    element: made,
    zoneSwitch,
    show(state) {
      setText(title, state.dataset.title);
      title.title = state.dataset.summary;
      sample.hidden = !state.sample;
      cancel.element.hidden = !isRunning(state);
      const ended = state.phase.kind === 'ended';
      const kept =
        ended && (state.bytes > 0 || state.comparison !== null || isPartial(state) || isEmpty(state));
      exportMenu.setEnabled(kept);
      const labels = formatsOf(state.bytes > 0).map((format) => formatLabels[format].label);
      exportMenu.offer((label) => labels.includes(label));
      compare.setEnabled(isWhole(state) && state.rows > 0);
      // A comparison has no request of its own to copy, and can't be compared again.
      for (const control of [compare, copyMenu]) {
        control.element.hidden = state.comparison !== null;
      }
      const zones = new Map(state.timeZones.map((each) => [each.zone, each.label]));
      const labelOf = (value: string) => zones.get(value) ?? l10n.t('Other Time Zone…');
      zone.show([...zones.keys(), otherZone], state.timeZone, labelOf);
      showChips(state);
      showOutcome(state);
    },
    step(step) {
      host.act({ kind: step });
    },
  };
}

import type { SnippetTarget } from '../../src/exports/formats';
import { exportFormats, formatLabels, formatsOf, snippetTargets } from '../../src/exports/formats';
import type { NextStep } from '../../src/request/outcome';
import { t } from '../../src/text/l10n';
import type { ResultState } from '../../src/messages';
import { button, progressBar, select } from '../controls/controls';
import { element, setAttribute, setText } from '../controls/dom';
import { icon } from '../controls/icons';
import { menuButton } from '../controls/menu';
import type { Host } from '../host/pane';
import { facts, isPartial, isRunning, parameterTexts, progressOf, statusSentence } from './statusLine';

const targetLabels: { readonly [Target in SnippetTarget]: readonly [string, string] } = {
  curl: ['curl', t('command line')],
  http: ['HTTP', t('request file')],
  typescript: ['TypeScript', t('program')],
  python: ['Python', t('program')],
};

/** No zone is called so. */
const otherZone = 'other';

/** The service's answer came in full. */
const isWhole = ({ phase }: ResultState) => phase.kind === 'ended' && phase.outcome.kind === 'success';

export interface Header {
  readonly element: HTMLElement;
  /** The zone switch, to be placed beside the tabs. */
  readonly zoneSwitch: HTMLElement;
  show(state: ResultState): void;
  step(step: NextStep): void;
}

/** What was asked, how it ended, and what can be done with it. */
export function createHeader(host: Host): Header {
  const title = element('h1', {});
  const sample = element('span', { class: 'pill' }, t('Sample data'));
  const chips = element('ul', { class: 'chips', 'aria-label': t('Query') });
  const status = element('span', { role: 'status', class: 'status' });
  const statusIcon = element('span', { class: 'status-icon' });
  const figures = element('ul', { class: 'facts', 'aria-label': t('Figures') });
  const progress = progressBar(t('Download'));
  const act = (kind: 'runAgain' | 'editQuery' | 'cancel' | 'compare') => () => host.act({ kind });
  const toolbar = (label: string, picture: 'runAgain' | 'edit' | 'cancel' | 'compare', onClick: () => void) =>
    button({ label, look: 'toolbar', icon: picture, onClick });
  const edit = toolbar(t('Edit query'), 'edit', act('editQuery'));
  const compare = toolbar(t('Compare'), 'compare', act('compare'));
  const cancel = toolbar(t('Cancel'), 'cancel', act('cancel'));
  const exportMenu = menuButton({
    label: t('Export'),
    icon: 'export',
    items: exportFormats.map((format) => ({
      label: formatLabels[format].label,
      hint: formatLabels[format].description(),
      onChoose: () => host.act({ kind: 'export', format }),
    })),
  });
  const copyMenu = menuButton({
    label: t('Copy as'),
    icon: 'copy',
    items: snippetTargets.map((target) => ({
      label: targetLabels[target][0],
      hint: targetLabels[target][1],
      onChoose: () => host.act({ kind: 'copyAs', target }),
    })),
  });
  const zone = select({
    label: t('Time zone'),
    onChange: (chosen) =>
      host.act(chosen === otherZone ? { kind: 'otherZone' } : { kind: 'timeZone', zone: chosen }),
  });
  const zoneSwitch = element('div', { class: 'zone' }, zone.element);
  const actions = element(
    'div',
    { class: 'actions' },
    toolbar(t('Run again'), 'runAgain', act('runAgain')).element,
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
      ...parameters.map(({ name, label, value }, place) =>
        element(
          'li',
          { title: t('{0}, sent as {1}={2}', label, name, value) },
          element('span', { class: 'chip-name' }, name),
          ` ${texts[place] ?? ''}`,
        ),
      ),
      element('li', { class: 'connection', title: t('Connection') }, icon('plug'), connection),
    );
  }

  function showOutcome(state: ResultState): void {
    const { phase } = state;
    // A count that runs is announced once, not every second.
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
      ...facts(state, Date.now()).map(({ text, detail }) => element('li', { title: detail }, text)),
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
      const kept = ended && (state.bytes > 0 || state.comparison !== null || isPartial(state));
      exportMenu.setEnabled(kept);
      const labels = formatsOf(state.comparison !== null).map((format) => formatLabels[format].label);
      exportMenu.offer((label) => labels.includes(label));
      compare.setEnabled(isWhole(state) && state.rows > 0);
      // A comparison was never asked for, so it has no request to copy; it is not compared again.
      for (const control of [compare, copyMenu]) {
        control.element.hidden = state.comparison !== null;
      }
      const zones = new Map(state.timeZones.map((each) => [each.zone, each.label]));
      const labelOf = (value: string) => zones.get(value) ?? t('Other zone…');
      zone.show([...zones.keys(), otherZone], state.timeZone, labelOf);
      showChips(state);
      showOutcome(state);
    },
    step(step) {
      if (step === 'export') exportMenu.open();
      else host.act({ kind: step });
    },
  };
}

import * as l10n from '@vscode/l10n';
import { copyLanguageLabels, copyLanguages } from '#src/protocol/codeTargets';
import type { Phase, PlainAction, ResultState } from '#src/protocol/messages';
import { whyNot, type Use } from '#src/protocol/source';
import { button, iconButton } from '../controls/controls';
import { canCopyImages } from '../controls/copyImage';
import { element, placeShown } from '../controls/dom';
import { menuButton, type MenuItem } from '../controls/menu';
import { toolbar } from '../controls/toolbar';
import type { Host } from '../host/pane';
import { hasMissingDays } from '../days/dayWords';
import { createCompareMenu } from './compareMenu';
import { isNarrow, onNarrowChange } from './narrowView';
import { isRunning } from './status/statusLine';

/** Whether the service responded as it should, or that it has no data: then there are rows, or there is nothing. */
const isAnswered = (phase: Phase) =>
  phase.kind === 'ended' && (phase.outcome.kind === 'success' || phase.outcome.kind === 'noData');

/** What the page does about some of the actions. */
export interface ActionListener {
  readonly onExport: () => void;
  readonly onImage: (item: 'saveImage' | 'copyImage') => void;
  /** Whether there is a picture to save or copy. */
  readonly hasImage: () => boolean;
  /** Menu items for differences of series of the result itself. */
  readonly differences: () => readonly MenuItem[];
}

/** Copies the request as a program. */
const copyItems = (host: Host, labelOf: (language: string) => string): MenuItem[] =>
  copyLanguages.map((target) => ({
    label: labelOf(copyLanguageLabels[target]),
    onChoose: () => host.act({ kind: 'copyAs', target }),
  }));

/** The actions on a result. Those that are used less are in the menu at the end, followed by the `moreItems`. */
export function createResultActions(
  host: Host,
  listener: ActionListener,
  moreItems: () => readonly MenuItem[],
) {
  let state: ResultState | undefined;
  let isCancelInView = false;
  const cancel = iconButton(l10n.t('Cancel'), 'cancel', () => host.act({ kind: 'cancel' }));
  const runAgain = iconButton(l10n.t('Run Again'), 'runAgain', () => host.act({ kind: 'runAgain' }));
  const compare = createCompareMenu(host, () => state, listener.differences);
  const toExport = { label: l10n.t('Export'), onChoose: listener.onExport };
  const exports = button({ ...toExport, look: 'toolbar', icon: 'export', onClick: listener.onExport });
  const copies = menuButton({
    label: l10n.t('Copy As'),
    icon: 'copy',
    items: () => copyItems(host, (language) => language),
  });
  const can = (use: Use) => state !== undefined && whyNot(use, state.source) === null;
  const simple = (label: string, kind: PlainAction) => ({ label, onChoose: () => host.act({ kind }) });
  const image = (label: string, item: 'saveImage' | 'copyImage') => ({
    label,
    onChoose: () => listener.onImage(item),
  });

  /** Those that have buttons of their own if there is room. */
  function narrowItems(): MenuItem[] {
    return [
      ...(state?.canGoBack === true ? [simple(l10n.t('Back to Previous Result'), 'back')] : []),
      ...(can('runAgain') ? [simple(l10n.t('Run Again'), 'runAgain')] : []),
      ...(exports.element.disabled ? [] : [toExport]),
      ...(can('copyRequest') ? copyItems(host, (language) => l10n.t('Copy As {0}', language)) : []),
    ];
  }

  function items(): MenuItem[] {
    const source = state?.source;
    const isElsewhere = state?.canChangeParts === true && state.selected !== state.connection;
    return [
      ...(isNarrow() ? narrowItems() : []),
      ...(isElsewhere ? [simple(l10n.t('Run on {0}', state?.selected ?? ''), 'runOnSelected')] : []),
      ...(can('runAgain') ? [simple(l10n.t('Edit Query'), 'editQuery')] : []),
      ...(can('saveQuery') ? [simple(l10n.t('Save Query'), 'saveQuery')] : []),
      ...(source?.kind === 'range' && hasMissingDays(source.days)
        ? [simple(l10n.t('Fetch Missing Days'), 'fetchDays')]
        : []),
      ...(source?.kind === 'range'
        ? [simple(l10n.t('Verify Files'), 'verifyFiles'), simple(l10n.t('Open Again'), 'openAgain')]
        : []),
      ...(listener.hasImage() ? [image(l10n.t('Save Image'), 'saveImage')] : []),
      ...(listener.hasImage() && canCopyImages() ? [image(l10n.t('Copy Image'), 'copyImage')] : []),
      ...(state?.isReplaceable ? [simple(l10n.t('Keep Open'), 'keep')] : []),
      ...moreItems(),
    ];
  }

  const more = menuButton({ label: l10n.t('More Actions'), icon: 'more', items });
  /** In place of a menu with a single item. */
  const only = button({ label: '', look: 'toolbar', onClick: () => items()[0]?.onChoose() });
  // The first one comes and goes, and the others are aligned with the end of the line: they don't move.
  const inOrder = [cancel, runAgain, compare, exports, copies, only, more].map(({ element: made }) => made);
  const actions = toolbar(element('div', { class: 'actions line' }), l10n.t('Actions'));

  function draw(): void {
    if (!state) return;
    const { phase, rows, bytes } = state;
    const ended = phase.kind === 'ended';
    const hasRows = ended && rows > 0;
    // What isn't a response with rows may still be a text to keep.
    exports.setEnabled(hasRows || (ended && bytes > 0 && !isAnswered(phase)));
    compare.setEnabled(hasRows);
    cancel.element.hidden = isCancelInView || !isRunning(state);
    compare.element.hidden = !can('compare');
    runAgain.element.hidden = isNarrow() || !can('runAgain');
    exports.element.hidden = isNarrow();
    copies.element.hidden = isNarrow() || !can('copyRequest');
    const [first, ...others] = items();
    more.element.hidden = others.length === 0;
    only.element.hidden = others.length > 0 || !first;
    if (first) only.setText(first.label, first.label);
    placeShown(actions, inOrder);
  }

  onNarrowChange(draw);

  return {
    element: actions,
    show(latest: ResultState) {
      state = latest;
      draw();
    },
    /** Whether the view below, which has changed, has the button that cancels the query. */
    showWith(hasCancel: boolean) {
      isCancelInView = hasCancel;
      draw();
    },
    focusExport: () => (isNarrow() ? more.element.querySelector('button') : exports.element)?.focus(),
  };
}

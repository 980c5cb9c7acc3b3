import * as l10n from '@vscode/l10n';
import type { NotebookEngine, CopyLanguage } from '#src/protocol/codeTargets';
import { notebookEngines, programLabels, copyLanguageLabels, copyLanguages } from '#src/protocol/codeTargets';
import type { ResultState } from '#src/protocol/messages';
import { whyNot, type Use } from '#src/protocol/source';
import type { Sentence } from '#src/text/l10n';
import { button } from '../controls/controls';
import { element, placeShown } from '../controls/dom';
import type { IconName } from '../controls/icons';
import type { MenuItem } from '../controls/menu';
import { menuButton } from '../controls/menu';
import { toolbar } from '../controls/toolbar';
import type { Host } from '../host/pane';
import { isPartial, isRunning } from './status/statusLine';

const targetHints: { readonly [Target in CopyLanguage]: Sentence } = {
  curl: () => l10n.t('command line'),
  http: () => l10n.t('HTTP file'),
  typescript: () => l10n.t('program'),
  python: () => l10n.t('program'),
};

const isWhole = ({ phase }: ResultState) => phase.kind === 'ended' && phase.outcome.kind === 'success';

/** The service responded with no data: an empty table, which can be exported like any other. */
const isEmpty = ({ phase }: ResultState) => phase.kind === 'ended' && phase.outcome.kind === 'noData';

/** What the page does about some of the actions. */
export interface ActionListener {
  onExport(): void;
  onNotebook(engine: NotebookEngine): void;
}

/** The menu that copies the request as a program, or opens the rows in a notebook. */
function copyMenu(host: Host, listener: ActionListener) {
  let isRequest = false;
  let hasRows = false;
  const label = l10n.t('Copy As');
  const itemsWith = (labelOf: (name: string) => string): MenuItem[] => [
    ...(isRequest ? copyLanguages : []).map((target) => ({
      label: labelOf(copyLanguageLabels[target]),
      hint: targetHints[target](),
      onChoose: () => host.act({ kind: 'copyAs', target }),
    })),
    ...(hasRows ? notebookEngines : []).map((engine) => ({
      label: l10n.t('Open in {0} Notebook', programLabels[engine].label),
      onChoose: () => listener.onNotebook(engine),
    })),
  ];
  return {
    ...menuButton({ label, icon: 'copy', items: () => itemsWith((name) => name) }),
    items: () => itemsWith((name) => l10n.t('{0}: {1}', label, name)),
    /** Returns whether the menu has anything. */
    show(canCopyRequest: boolean, canOpenRows: boolean): boolean {
      isRequest = canCopyRequest;
      hasRows = canOpenRows;
      return isRequest || hasRows;
    },
  };
}

/**
 * The actions on a result as icons. Actions that don't fit are in the menu at the end, after the `moreItems`.
 */
export function createResultActions(
  host: Host,
  listener: ActionListener,
  moreItems: () => readonly MenuItem[],
) {
  const simple = (label: string, picture: IconName, onClick: () => void) => {
    const control = button({ label, look: 'icon', icon: picture, onClick });
    return { ...control, items: (): MenuItem[] => [{ label, onChoose: onClick }] };
  };
  const cancel = simple(l10n.t('Cancel'), 'cancel', () => host.act({ kind: 'cancel' }));
  const runAgain = simple(l10n.t('Run Again'), 'runAgain', () => host.act({ kind: 'runAgain' }));
  const edit = simple(l10n.t('Edit Query'), 'edit', () => host.act({ kind: 'editQuery' }));
  const save = simple(l10n.t('Save Query'), 'saveQuery', () => host.act({ kind: 'saveQuery' }));
  const compare = simple(l10n.t('Compare'), 'compare', () => host.act({ kind: 'compare' }));
  const compareWithService = simple(l10n.t('Compare with Current Response'), 'compareWithService', () =>
    host.act({ kind: 'compareWithService' }),
  );
  const keep = simple(l10n.t('Keep Open'), 'keepOpen', () => host.act({ kind: 'keep' }));
  const exports = simple(l10n.t('Export'), 'export', () => listener.onExport());
  const copies = copyMenu(host, listener);
  // The first two come and go, and the others are aligned with the end of the line: they don't move.
  const inOrder = [cancel, keep, runAgain, edit, save, compareWithService, compare, exports, copies];
  const hideable = [keep, save, compare, compareWithService, edit, copies];
  /** The actions that this result has, whether or not their buttons fit. */
  const offered = new Set(inOrder);
  const offer = (control: (typeof inOrder)[number], isOffered: boolean) => {
    control.element.hidden = !isOffered;
    if (isOffered) offered.add(control);
    else offered.delete(control);
  };
  const enabled = new Map<unknown, boolean>();
  const enable = (control: (typeof inOrder)[number], isEnabled: boolean) => {
    enabled.set(control, isEnabled);
    control.setEnabled(isEnabled);
  };

  const hiddenItems = () =>
    inOrder
      .filter((control) => offered.has(control) && control.element.hidden && enabled.get(control) !== false)
      .flatMap(({ items }) => items());
  const items = () => [...moreItems(), ...hiddenItems()];
  const more = menuButton({ label: l10n.t('More Actions'), icon: 'more', items });

  const actions = toolbar(element('div', { class: 'actions' }), l10n.t('Actions'));

  return {
    element: actions,
    /** The buttons to hide if they don't fit, in the order in which to hide them. */
    get hideable() {
      return hideable.filter((control) => offered.has(control)).map(({ element: made }) => made);
    },
    show(latest: ResultState) {
      const ended = latest.phase.kind === 'ended';
      const { source } = latest;
      const can = (use: Use) => whyNot(use, source) === null;
      enable(
        exports,
        ended && (latest.bytes > 0 || source.kind === 'comparison' || isPartial(latest) || isEmpty(latest)),
      );
      const canCompare = isWhole(latest) && latest.rows > 0;
      enable(compare, canCompare);
      enable(compareWithService, canCompare);
      // What didn't fit before may fit now.
      for (const control of inOrder) offer(control, true);
      offer(cancel, isRunning(latest));
      offer(compare, can('compare'));
      for (const control of [runAgain, edit]) offer(control, can('runAgain'));
      offer(copies, copies.show(can('copyRequest'), ended && latest.rows > 0));
      offer(save, can('saveQuery'));
      offer(compareWithService, source.kind === 'file' && can('runAgain'));
      offer(keep, latest.isReplaceable);
      more.element.hidden = false;
      placeShown(
        actions,
        [...inOrder, more].map(({ element: made }) => made),
      );
    },
    /** Shows the menu at the end only if it has items. Call after hiding buttons. */
    fitMenu() {
      more.element.hidden = items().length === 0;
    },
    focusExport: () => exports.element.focus(),
  };
}

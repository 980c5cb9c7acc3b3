import * as l10n from '@vscode/l10n';
import type { ExportPreset } from '#src/protocol/exportOrder';
import type { ExportFormat } from '#src/protocol/formats';
import { views, type ResultState, type RowsOfFinding, type View } from '#src/protocol/messages';
import type { TableForm } from '#src/protocol/rowsQuestion';
import type { Resolution } from '#src/market/time/resolutions';
import { minuteMs } from '#src/market/time/zones';
import { element, nowAndSettled } from './controls/dom';
import type { ExportDialog } from './export/exportDialog';
import { createHeader } from './frame/header';
import { connectToHost } from './host/hostLink';
import { createTabMemory, nothingKept } from './host/tabMemory';
import { createObservable, type ShownFinding } from './frame/observable';
import { formOf, type ShownResolution } from './frame/shownResolution';
import { createIntegrityStrip } from './frame/status/integrityStrip';
import { createOutcomeLine } from './frame/status/outcomeLine';
import { createLoadFailure } from './frame/placeholder/loadFailure';
import { daysLater, memoriesLater } from './memoriesLater';
import { createPaneLoader, loadOtherPanes } from './paneLoader';
import { placeholderFor } from './frame/placeholder/placeholder';
import { createPlaceholder } from './frame/placeholder/placeholderView';
import { createProblem } from './frame/placeholder/problem';
import { createTabs } from './frame/tabs';
import { createToolsMenu } from './frame/toolsMenu';
import { createZoneSwitch } from './frame/zoneSwitch';

/** The other views show times as they were sent. */
const viewsWithTimes: readonly View[] = ['chart', 'table', 'days'];

// Before the first control is created. The page contains the sentences in the editor's language.
l10n.config({ contents: document.getElementById('sentences')?.textContent || '{}' });

let state: ResultState | undefined;
let selected: View | undefined;

const host = connectToHost({
  onState: (next) => keepingFocus(() => receive(next)),
  onShow: select,
  onRows: showRows,
  onExport: (preset, format) => void openExport(preset, format),
  onMenu: (item) => panes.choose(item),
});
const memory = createTabMemory(host.stored);
const finding: ShownFinding = createObservable<RowsOfFinding | null>(null);
const resolution: ShownResolution = createObservable<Resolution | null>(null);
const strip = createIntegrityStrip(host, finding, (found) => {
  select('table');
  finding.set(found);
});
/** The form of the table that is shown, or that will be. */
const shownForm = (): TableForm =>
  panes.tableRows()?.form ?? (state ? formOf(state, resolution.get(), state.columnChoice) : {});
const header = createHeader(host, {
  onExport: () => void openExport(),
  onImage: (item) => panes.choose(item),
  hasImage: () => panes.isChart(),
  differences: () =>
    panes.differences().map(({ label, onChoose }) => ({
      label,
      onChoose() {
        select('chart');
        onChoose();
      },
    })),
});
const outcome = createOutcomeLine(strip.element);
const problem = createProblem(host);
const zoneSwitch = createZoneSwitch(host);
const tabs = createTabs(select);
const placeholder = createPlaceholder(host, () => select('request'));
const bar = {
  beside: element('div', { class: 'beside-tabs lines' }),
  below: element('div', { class: 'below-tabs' }),
};
const panes = createPaneLoader(host, finding, resolution, tabs.panels, bar, keepingFocus);
const exportFailure = createLoadFailure(
  l10n.t("Couldn't open the export dialog. If it fails again, close the result and open it again."),
);
let exporting: ExportDialog | undefined;

function receive(next: ResultState): void {
  if (!state) {
    const view = memory.restore(next.id);
    // A person may have selected a view before the first state arrived.
    selected ??= view;
  }
  if (state?.id !== next.id) {
    keepMemory();
    const kept = memory.of(next.id) ?? memoryFor(next);
    panes.restore(kept.panes);
    finding.begin(kept.finding);
    resolution.begin(kept.resolution);
    exportFailure.show(null);
  }
  state = next;
  header.show(next);
  zoneSwitch.show(next);
  problem.show(next);
  outcome.show(next);
  strip.show(next);
  exporting?.show(next);
  rememberSoon();
  const offered = viewsOf(next);
  tabs.offer(offered);
  open(selected !== undefined && offered.includes(selected) ? selected : next.defaultView);
}

/** What a result begins with that wasn't shown before: another day is shown like the one before it. */
function memoryFor(next: ResultState): typeof nothingKept {
  const before = state && memory.of(state.id);
  const days = state ? daysLater(state, next) : null;
  if (!before || days === null) return nothingKept;
  return { panes: memoriesLater(before.panes, days, next), finding: null, resolution: before.resolution };
}

/** Only a range of delivery days has a calendar. */
const viewsOf = ({ source }: ResultState): readonly View[] =>
  views.filter((view) => view !== 'days' || source.kind === 'range');

function keepMemory(): void {
  if (!state) return;
  memory.keep(state.id, { panes: panes.save(), finding: finding.get(), resolution: resolution.get() });
}

/**
 * Makes a change that may hide or replace the focused element. If it does, the focus moves to the query if it
 * was in the header, otherwise to the selected tab.
 */
function keepingFocus(change: () => void): void {
  const focused = document.activeElement;
  const isInHeader = header.element.contains(focused);
  change();
  const next = document.activeElement;
  if (next !== null && next !== document.body && next.checkVisibility()) return;
  // While a person works elsewhere in the window, this page must not take the focus.
  if (focused === null || focused.checkVisibility() || !document.hasFocus()) return;
  if (!isInHeader || !header.focus()) tabs.focus();
}

/** The element that last had the focus; `null` once the person has clicked something that can't have it. */
let lastFocused: HTMLElement | null = null;
document.addEventListener('pointerdown', () => (lastFocused = null), { capture: true });
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement) lastFocused = target;
});
// After a prompt, the editor focuses the page, but not the element that was focused in it.
window.addEventListener('focus', () => {
  if (document.activeElement !== document.body || !lastFocused?.checkVisibility()) return;
  lastFocused.focus({ preventScroll: true });
});

/** What had the focus before the export dialog opened, and gets it back. */
let beforeExport: HTMLElement | null = null;

async function openExport(
  preset: ExportPreset = 'export',
  format: ExportFormat | null = null,
): Promise<void> {
  beforeExport = lastFocused;
  try {
    const { createExportDialog } = await loadOtherPanes();
    exporting ??= createExportDialog(host, () => {
      // The browser has already returned the focus, and the person may have moved on.
      if (document.activeElement !== document.body) return;
      if (beforeExport?.checkVisibility()) beforeExport.focus();
      else header.focusExport();
    });
    exportFailure.show(null);
    document.getElementById('market-data')?.append(...exporting.elements);
    if (!state) return;
    exporting.open(state, { table: panes.tableRows(), form: shownForm(), preset, format });
  } catch {
    exportFailure.show(() => void openExport(preset, format));
  }
}

/** Limits the table to rows that were chosen outside the view. Their result may still be on its way. */
function showRows(result: string, only: RowsOfFinding | null): void {
  if (state?.id === result) finding.set(only);
  else memory.keep(result, { ...(memory.of(result) ?? nothingKept), finding: only });
  select('table');
}

function select(view: View): void {
  keepingFocus(() => open(view));
}

function open(view: View): void {
  selected = view;
  tabs.select(view);
  if (!state) return;
  const missing = panes.canWait(view, state) ? null : placeholderFor(state, view, Date.now());
  placeholder.show(missing);
  // Where it is already, it would lose the focus.
  if (missing && !tabs.panels[view].contains(placeholder.element)) {
    tabs.panels[view].append(placeholder.element);
  }
  panes.show(view, missing ? null : state);
  zoneSwitch.element.hidden = !viewsWithTimes.includes(view);
  header.showWith(missing?.canCancel === true);
  rememberSoon();
}

// A placeholder may say how far a time is away.
setInterval(() => {
  if (!state || !selected || placeholder.element.hidden) return;
  outcome.show(state);
  placeholder.show(placeholderFor(state, selected, Date.now()));
}, minuteMs);

function remember(): void {
  if (!state || !selected) return;
  keepMemory();
  const { id, timeZone, overlays } = state;
  const overlaid = overlays.map(({ result }) => result);
  memory.store({ result: id, view: selected, timeZone, overlays: overlaid });
}

/** At once, because the tab may be closed any time; and again when filters and pages have settled. */
const rememberSoon = nowAndSettled(300, remember);

for (const event of ['keyup', 'pointerup', 'wheel', 'change']) {
  document.addEventListener(event, rememberSoon, { passive: true, capture: true });
}

document.addEventListener('visibilitychange', remember);

const viewBar = element(
  'div',
  { class: 'view-bar lines' },
  outcome.element,
  element('nav', { 'aria-label': l10n.t('Views') }, tabs.list),
  createToolsMenu(bar.beside),
  zoneSwitch.element,
  bar.below,
);
const main = element('main', { class: 'views' }, ...views.map((view) => tabs.panels[view]));
document
  .getElementById('market-data')
  ?.append(header.element, exportFailure.element, viewBar, problem.element, strip.list, main);

// Whoever uses a view wants to keep it, so the next query opens in a tab of its own.
for (const part of [viewBar, main]) {
  for (const event of ['pointerdown', 'keydown', 'wheel']) {
    part.addEventListener(event, () => state?.isReplaceable && host.act({ kind: 'keep' }), { passive: true });
  }
}

host.listen();

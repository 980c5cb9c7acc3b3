import * as v from 'valibot';
import * as l10n from '@vscode/l10n';
import { findingKinds } from '../src/market/integrity/findings';
import type { ResultState, View } from '../src/messages';
import type { NextStep } from '../src/request/outcome';
import { views } from '../src/messages';
import { registerControls } from './controls/controls';
import { element, nowAndSettled } from './controls/dom';
import { createHeader } from './frame/header';
import { connectToHost } from './host/hostLink';
import { createIntegrityStrip } from './frame/integrityStrip';
import { createPaneLoader } from './paneLoader';
import { placeholderFor } from './frame/placeholder';
import { createPlaceholder } from './frame/placeholderView';
import { createProblem } from './frame/problem';
import { createShownFinding } from './frame/shownFinding';
import { createTabs } from './frame/tabs';
import { createZoneSwitch } from './frame/zoneSwitch';

const rememberedShape = v.object({
  result: v.string(),
  view: v.picklist(views),
  panes: v.record(v.picklist(views), v.unknown()),
  finding: v.nullable(
    v.object({
      key: v.object({ kind: v.picklist(findingKinds), of: v.exactOptional(v.string()) }),
      text: v.string(),
    }),
  ),
});

// Before the first control is built; the page contains the sentences in the editor's language.
l10n.config({ contents: document.getElementById('sentences')?.textContent || '{}' });
registerControls();

let state: ResultState | undefined;
let selected: View | undefined;

const host = connectToHost({ onState: receive, onShow: select });
const act = (step: NextStep) => host.act({ kind: step });
const finding = createShownFinding();
const strip = createIntegrityStrip(host, finding, (rows) => {
  select('table');
  finding.set(rows);
});
const header = createHeader(host, strip.element);
const problem = createProblem(act);
const zoneSwitch = createZoneSwitch(host);
const tabs = createTabs(select);
const placeholder = createPlaceholder({
  step: act,
  runInstead: (parameters) => host.act({ kind: 'runInstead', parameters }),
  showRequest: () => select('request'),
  openOriginal: (index) => host.act({ kind: 'openOriginal', index }),
});
const panes = createPaneLoader(host, finding, tabs.panels);

function receive(next: ResultState): void {
  const first = state === undefined;
  const another = state?.id !== next.id;
  state = next;
  header.show(next);
  zoneSwitch.show(next);
  problem.show(next);
  if (first) restore(next);
  else if (another) {
    panes.restore({});
    finding.forget();
  }
  strip.show(next);
  rememberSoon();
  select(selected ?? next.defaultView);
}

/** The remembered state belongs to one result; another result starts fresh. */
function restore({ id }: ResultState): void {
  const read = v.safeParse(rememberedShape, host.remembered());
  if (!read.success || read.output.result !== id) return;
  // A person may have selected a view before the first state arrived.
  selected ??= read.output.view;
  panes.restore(read.output.panes);
  finding.set(read.output.finding);
}

function select(view: View): void {
  selected = view;
  tabs.select(view);
  if (!state) return;
  const missing = placeholderFor(state, view);
  placeholder.show(missing);
  if (missing) tabs.panels[view].append(placeholder.element);
  panes.show(view, missing ? null : state);
  rememberSoon();
}

function remember(): void {
  if (!state || !selected) return;
  const { id, timeZone, overlays } = state;
  host.remember({
    result: id,
    timeZone,
    overlays: overlays.map(({ result }) => result),
    view: selected,
    panes: panes.save(),
    finding: finding.get(),
  });
}
/** At once, as the tab may be left at once; and when filters and pages that wait have settled. */
const rememberSoon = nowAndSettled(300, remember);

for (const event of ['keyup', 'pointerup', 'wheel', 'change']) {
  document.addEventListener(event, rememberSoon, { passive: true, capture: true });
}
document.addEventListener('visibilitychange', remember);

const viewBar = element(
  'nav',
  { class: 'view-bar', 'aria-label': l10n.t('Views') },
  tabs.list,
  zoneSwitch.element,
);
const main = element('main', { class: 'views' }, ...views.map((view) => tabs.panels[view]));
document.getElementById('market-data')?.append(header.element, strip.list, problem.element, viewBar, main);

// Whoever uses a view wants to keep it: the next query opens a tab of its own.
for (const part of [strip.element, tabs.list, main]) {
  for (const event of ['pointerdown', 'keydown']) {
    part.addEventListener(event, () => state?.isReplaceable && host.act({ kind: 'keep' }));
  }
}
host.listen();

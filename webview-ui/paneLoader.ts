import * as l10n from '@vscode/l10n';
import type { ContextItem, ResultState, View } from '#src/protocol/messages';
import { createChartPane } from './chart/chartPane';
import type { Host, Pane } from './host/pane';
import type { PaneMemories } from './host/tabMemory';
import type { ShownFinding } from './frame/observable';
import type { ShownResolution } from './frame/shownResolution';
import type * as OtherPanes from './otherPanes';
import { createLoadFailure, type LoadFailure } from './frame/placeholder/loadFailure';

/** A different address for each attempt. Lint allows `import()` of nothing else that isn't a literal. */
const addressOfOwnScript = (attempt: number): string =>
  new URL(`otherPanes.js?again=${attempt}`, import.meta.url).href;

let loading: Promise<typeof OtherPanes> | undefined;
let failures = 0;

/**
 * Loads the script with everything that a new tab doesn't show at once. If a script can't be loaded, the
 * browser remembers that for the life of the page, so the next call loads it from a different address.
 * Rejects if that fails, too.
 */
export function loadOtherPanes(): Promise<typeof OtherPanes> {
  // The compiler can't know what is at an address.
  const loadAgain = () => import(addressOfOwnScript(failures)) as Promise<typeof OtherPanes>;
  loading ??= (failures === 0 ? import('./otherPanes') : loadAgain()).catch((error: unknown) => {
    loading = undefined;
    failures += 1;
    throw error;
  });
  return loading;
}

/** The first picture takes about 100 ms; a script that arrives in that time delays it. */
const afterFirstPictureMs = 1000;

/**
 * Loads each view when it's first shown, with its controls in the bar of tabs. `keepingFocus` makes a change
 * that may remove the focused element.
 */
export function createPaneLoader(
  host: Host,
  finding: ShownFinding,
  resolution: ShownResolution,
  panels: Readonly<Record<View, HTMLElement>>,
  bar: NonNullable<Pane['bar']>,
  keepingFocus: (change: () => void) => void,
) {
  const loaded = new Map<View, Pane>();
  const wanted = new Map<View, ResultState | null>();
  /** The views that have shown the current result; the others still know an earlier one. */
  const begun = new Set<View>();
  let kept: PaneMemories = {};
  const failures = new Map<View, LoadFailure>();
  let shown: View | undefined;

  function placeBar(): void {
    const pane = shown && wanted.get(shown) ? loaded.get(shown) : undefined;
    for (const place of ['beside', 'below'] as const) {
      const controls = pane?.bar?.[place];
      const before = bar[place].firstElementChild;
      // Inserting an element again would take the focus from it.
      if (controls && before !== controls) bar[place].replaceChildren(controls);
      else if (!controls) before?.remove();
    }
  }

  const newFailure = () =>
    createLoadFailure(
      l10n.t("Couldn't load this tab. If it fails again, close the result and open it again."),
    );

  function draw(view: View, pane: Pane): void {
    const state = wanted.get(view) ?? null;
    pane.element.hidden = state === null;
    if (!state) return;
    if (!begun.has(view)) pane.memory?.restore(kept);
    begun.add(view);
    pane.show(state);
  }

  async function open(view: View): Promise<void> {
    let pane: Pane;
    try {
      // The chart comes with the page, because a new tab shows it first. Every additional script is a round trip
      // through the editor, so the other views share one.
      pane =
        view === 'chart'
          ? createChartPane(host, resolution)
          : (await loadOtherPanes()).otherPanes[view](host, finding, resolution);
    } catch {
      const failure = failures.get(view) ?? newFailure();
      failures.set(view, failure);
      if (!failure.element.isConnected) panels[view].append(failure.element);
      failure.show(() => void open(view));
      return;
    }
    loaded.set(view, pane);
    keepingFocus(() => {
      failures.get(view)?.element.remove();
      panels[view].append(pane.element);
      placeBar();
      draw(view, pane);
    });
    // After the first picture, so that the next view opens without a wait.
    setTimeout(() => void loadOtherPanes().catch(() => undefined), afterFirstPictureMs);
  }

  return {
    /** Shows the view with the state, or hides it if the state is `null`. */
    show(view: View, state: ResultState | null) {
      const opened = wanted.has(view);
      if (opened || state !== null) wanted.set(view, state);
      shown = view;
      placeBar();
      // A view with nothing to show doesn't need to be loaded yet.
      if (!opened && state === null) return;
      const pane = loaded.get(view);
      if (pane) draw(view, pane);
      else if (!opened) void open(view);
    },
    /** Whether the view still shows an earlier result that can stay until rows of this one arrive. */
    canWait: (view: View, state: ResultState) =>
      Boolean(wanted.get(view)) && (loaded.get(view)?.canWait?.(state) ?? false),
    save: (): PaneMemories =>
      [...begun].reduce((saved, view) => ({ ...saved, ...loaded.get(view)?.memory?.save() }), kept),
    /** The rows of the result in the table; `null` if the table hasn't shown it yet. */
    tableRows: () => (begun.has('table') ? (loaded.get('table')?.tableRows?.() ?? null) : null),
    /** The menu items of the chart, if it has shown the current result. */
    differences: () => (begun.has('chart') ? (loaded.get('chart')?.differences?.() ?? []) : []),
    /** Whether the chart is shown, or is being loaded. */
    isChart: () => shown === 'chart' && Boolean(wanted.get('chart')),
    /** Does what a person chose in the context menu of the shown view. */
    choose(item: ContextItem) {
      if (shown) loaded.get(shown)?.menu?.[item]?.();
    },
    /** Call when another result begins, with what was saved when it was last shown. */
    restore(saved: PaneMemories) {
      kept = saved;
      begun.clear();
    },
  };
}

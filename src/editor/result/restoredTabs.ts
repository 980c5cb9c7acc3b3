import type * as vscode from 'vscode';
import { timeZoneName } from '../../market/time/zones';
import { comparisonOf } from '../../protocol/source';
import { canOverlay } from '../../results/overlaidResults';
import type { Result } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import { isRecord } from '../../text/parsedJson';
import { settings } from '../shell/settings';
import type { ResultPanels } from './resultPanels';
import type { ShownQueries } from './shownQueries';

/** Restores the contents of result tabs after the window reloads. */
export class RestoredTabs implements vscode.WebviewPanelSerializer {
  constructor(
    private readonly store: ResultStore,
    private readonly panels: ResultPanels,
    private readonly shownQueries: ShownQueries,
    /** Reads a response from the history; `undefined` if it isn't stored there, either. */
    private readonly fromHistory: (id: string) => Promise<Result | undefined>,
  ) {}

  /** Restores a tab from a stored response, or with an offer to run the query again. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { result: id, overlays: overlaid, timeZone: zone } = isRecord(state) ? state : {};
    const closing = new AbortController();
    panel.onDidDispose(() => closing.abort());
    // Stored results come first: their note is written immediately, but the window's memory may not be.
    const result = typeof id === 'string' ? ((await this.kept(id)) ?? (await this.again(id))) : undefined;
    const overlays = result ? await this.overlaysAgain(result, overlaid) : [];
    // Reading a large body takes a while, and the person may have closed the tab.
    if (closing.signal.aborted) return;
    if (!result) {
      panel.dispose(); // nothing is known about this result, and an empty tab would be a dead end
      return;
    }
    const attached = this.panels.attach(
      panel,
      result,
      typeof zone === 'string' ? timeZoneName(zone) : undefined,
    );
    // A tab that was open before the reload must not be reused for the next query.
    attached.change({ kind: 'keep' });
    // Must happen before the view gets its first state, because it remembers the last state that it got.
    for (const other of overlays) attached.change({ kind: 'overlay', other });
  }

  /** The overlaid results that still exist. */
  private async overlaysAgain(result: Result, ids: unknown): Promise<Result[]> {
    const wanted: unknown[] = Array.isArray(ids) ? ids : [];
    const others = await Promise.all(
      wanted.filter((id) => typeof id === 'string').map((id) => this.kept(id)),
    );
    return others.flatMap((other) => (other && canOverlay(result, other) ? [other] : []));
  }

  /** A result whose response is still on disk. The files of a closed window are removed after a day. */
  private async kept(id: string): Promise<Result | undefined> {
    return (await this.store.restore(id)) ?? this.fromHistory(id);
  }

  /**
   * Restores a result that is not on disk. A comparison is computed again from its two results. If those are
   * gone, too, or for any other result, only the query is restored.
   */
  private async again(id: string): Promise<Result | undefined> {
    const gone = this.shownQueries.goneResult(id);
    const comparison = gone && comparisonOf(gone);
    if (!comparison) return gone;
    const { first, second } = comparison;
    const [one, other] = await Promise.all([first, second].map((each) => this.kept(each.id)));
    if (!one || !other) return gone;
    const made = await this.store.compare(one, other, settings.timeZone()).catch(() => undefined);
    if (made) this.shownQueries.remember(made);
    return made ?? gone;
  }
}

import * as vscode from 'vscode';
import { dayMs, formatInstant, formatTimeOfDay } from '../../market/time/zones';
import { formatCount } from '../../text/l10n';
import { plainLabel } from '../../text/plainLabel';
import { commandIds } from '../shell/commands';
import { settings } from '../shell/settings';

/** A waiting query as a person sees it. */
export interface ShownWait {
  /** "Day-ahead prices · NO1 · 29 Mar 2026" */
  readonly title: string;
  /** When the next request is sent, in epoch milliseconds. */
  readonly next: number;
  readonly isAsking: boolean;
  /** What the last response lacked, in a few words each. */
  readonly lacks: readonly string[];
}

/** The status bar item of the queries that wait until their data is published. */
export class WaitingItem {
  private readonly item = vscode.window.createStatusBarItem(
    'marketData.waiting',
    vscode.StatusBarAlignment.Left,
    0,
  );

  constructor() {
    this.item.name = vscode.l10n.t('Market Data Publication');
    this.item.command = commandIds.cancelWaiting;
  }

  show(waits: readonly ShownWait[]): void {
    const [first, ...others] = [...waits].sort((one, other) => one.next - other.next);
    if (!first) {
      this.item.hide();
      return;
    }
    const subject =
      others.length === 0
        ? plainLabel(first.title, 60)
        : vscode.l10n.t('{0} queries', formatCount(waits.length));
    // The time comes first, because a narrow window cuts off the end.
    this.item.text = first.isAsking ? `$(sync~spin) ${subject}` : `$(watch) ${timeOf(first)} · ${subject}`;
    const lines = waits.map((wait) => `${plainLabel(wait.title)}: ${waitStateOf(wait)}`);
    this.item.tooltip = [...lines, vscode.l10n.t('Select to cancel.')].join('\n');
    const state = vscode.l10n.t('{0}: {1}', subject, waitStateOf(first));
    this.item.accessibilityInformation = { label: vscode.l10n.t('Waiting until published: {0}', state) };
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }
}

/** "next request at 12:55 · no data for SE3" */
export function waitStateOf(wait: ShownWait): string {
  const next = wait.isAsking
    ? vscode.l10n.t('querying…')
    : vscode.l10n.t('next request at {0}', timeOf(wait));
  return [next, ...wait.lacks].map((words) => plainLabel(words)).join(' · ');
}

function timeOf({ next }: ShownWait): string {
  const zone = settings.timeZone();
  const isSoon = next - Date.now() < dayMs;
  return isSoon ? formatTimeOfDay(next, zone) : formatInstant(next, zone);
}

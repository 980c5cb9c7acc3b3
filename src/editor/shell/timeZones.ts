import * as vscode from 'vscode';
import { marketZone } from '../../market/time/deliveryDay';
import { localTimeZone } from '../../market/time/zones';
import type { OfferedZone } from '../../protocol/messages';
import { warnOfSetting } from './failureMessages';
import { onSettingChange, settings } from './settings';

/** Time zones of the markets, apart from the one in which delivery days start at midnight. */
const neighbors = ['Europe/London', 'Europe/Helsinki'];

/**
 * The choices in the time zone list: the displayed time zone, those of the markets, UTC, and the machine's
 * own.
 */
export function offeredZones(shown: string): OfferedZone[] {
  const zones = new Set([marketZone, 'UTC', localTimeZone() ?? 'UTC', ...neighbors, shown]);
  return [...zones].map((zone) => ({ zone, label: [zone, ...notesOn(zone)].join(' · ') }));
}

function notesOn(zone: string): string[] {
  return [
    ...(zone === marketZone ? [vscode.l10n.t('market time')] : []),
    ...(zone === localTimeZone() && zone !== 'UTC' ? [vscode.l10n.t('local')] : []),
  ];
}

/** Warns, once, if the time zone of the settings is or becomes one that can't be used. */
export function warnOfTimeZone(): vscode.Disposable {
  let isTold = false;
  const look = () => {
    const problem = isTold ? undefined : settings.timeZoneProblem();
    if (problem === undefined) return;
    isTold = true;
    warnOfSetting('timeZone', problem);
  };
  look();
  return onSettingChange('timeZone', look);
}

/** Prompts for any time zone. Resolves with its IANA name, or `undefined` if the person canceled. */
export async function pickTimeZone(): Promise<string | undefined> {
  const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
  const items = zones.map((label) => ({ label, description: notesOn(label).join(' · ') }));
  const placeHolder = vscode.l10n.t('Select the time zone for displayed times, or type a city');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.label;
}

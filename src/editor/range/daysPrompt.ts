import * as vscode from 'vscode';
import type { Dataset } from '../../market/datasets/dataset';
import { lastPublishedDay } from '../../market/datasets/publication';
import { monthNames } from '../../market/time/dayText';
import { addDays, marketZone } from '../../market/time/deliveryDay';
import { readTypedPeriod } from '../../market/daysInWords/typedDays';
import { dayMs } from '../../market/time/zones';
import { mostDays } from '../../range/rangeDays';
import { formatCounted, fromTo } from '../../text/l10n';
import { explanationLines } from '../query/parameterPrompts';
import { asking, pick, type Step } from '../shell/promptSteps';

/** The first and last delivery day, inclusive. */
export interface RangeDays {
  readonly from: string;
  readonly to: string;
}

interface DaysItem extends vscode.QuickPickItem {
  /** Omitted if the line is only an explanation. */
  readonly days?: RangeDays;
}

/** The days up to the last one that is published, a month of them first, and the last whole month. */
export function suggestedDays({ publication }: Dataset, now: number) {
  const to = lastPublishedDay(publication, now);
  const endOfMonth = addDays(`${to.slice(0, 7)}-01`, -1);
  const [year = '', month = ''] = endOfMonth.split('-');
  const item = (label: string, days: RangeDays) => {
    return { label, description: fromTo([days.from, days.to]), days };
  };
  const last = (count: number) =>
    item(vscode.l10n.t('Last {0} Days', count), { from: addDays(to, 1 - count), to });
  const lastMonth = { from: `${year}-${month}-01`, to: endOfMonth };
  const monthName = `${monthNames[Number(month) - 1]?.() ?? ''} ${year}`;
  return [last(30), last(7), last(365), item(monthName, lastMonth)] as const;
}

/** Prompts for the first and the last delivery day in one line. */
export function daysStep(
  dataset: Dataset,
  suggested: readonly DaysItem[],
  now: number,
  take: (days: RangeDays) => void,
): Step {
  return asking(
    (position) =>
      pick<DaysItem>({
        title: `${dataset.title()}: ${vscode.l10n.t('Delivery Days')}`,
        placeholder: vscode.l10n.t('Select days, or type them, such as 2026-03-01 to 2026-03-29'),
        ...position,
        items: (text) => (text === '' ? suggested : typedDays(text, now)),
        accepts: ({ days }) => days !== undefined,
      }),
    ({ days }) => days && take(days),
  );
}

function typedDays(text: string, now: number): DaysItem[] {
  const typed = readTypedPeriod(text, now, marketZone);
  if (typed.kind === 'problem') return explanationLines(typed.message);
  const ends = typed.kind === 'day' ? [typed.day, typed.day] : typed.kind === 'ends' ? typed.days : null;
  const [from, to] = ends ?? [];
  if (!from || !to) return explanationLines(vscode.l10n.t('Enter days such as 2026-03-01 to 2026-03-29.'));
  const days = { from, to };
  return daysIn(days) > mostDays
    ? explanationLines(vscode.l10n.t('A range can have at most {0} delivery days.', mostDays))
    : [{ label: fromTo([from, to]), description: dayCount(days), alwaysShow: true, days }];
}

const daysIn = ({ from, to }: RangeDays): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** `30 delivery days`. */
export const dayCount = (days: RangeDays): string =>
  formatCounted(daysIn(days), [vscode.l10n.t('{0} delivery day'), vscode.l10n.t('{0} delivery days')]);

import * as vscode from 'vscode';
import type { Dataset } from '../../market/datasets/dataset';
import { lastPublishedDay } from '../../market/datasets/publication';
import { isTimePart, promptedParts } from '../../market/query/queryParts';
import { addDays } from '../../market/time/deliveryDay';
import { readDeliveryDate } from '../../market/time/timeInput';
import { dayMs } from '../../market/time/zones';
import { rangeFormats, type RangeFormat } from '../../range/manifest';
import { isFetchedByDay, mostDays } from '../../range/rangeDays';
import type { DeliveryDays } from '../../protocol/messages';
import { formatLabels } from '../../protocol/formats';
import { safeRelativePath } from '../../text/safePath';
import { formatCounted } from '../../text/l10n';
import { parameterSteps, type PromptedQuery } from '../query/parameterPrompts';
import { withoutSkipped, type Inputs } from '../query/suggestions';
import { asking, pick, runSteps, typeText, type Step } from '../shell/promptSteps';
import { settings } from '../shell/settings';

/** What a person entered for a range; checked like a headless argument. */
export interface EnteredRange {
  readonly parameters: Readonly<Record<string, string>>;
  /** Delivery days such as `2026-03-29`. */
  readonly from: string;
  readonly to: string;
  readonly format: RangeFormat;
  /** Relative to the first workspace folder. */
  readonly target: string;
  /** Omitted if a day is requested at once. */
  readonly windowMinutes?: number;
}

/** The number of days that is suggested, and the fewest days that make a range worthwhile. */
const suggestedDays = 30;

/**
 * What is known about the parameters: the previous ones, which are suggested first, or, if `given`, all of
 * them, so that they aren't prompted for.
 */
export interface KnownInputs {
  readonly previous?: Inputs | undefined;
  readonly given?: Inputs | undefined;
  /** Suggested instead of the last ones. */
  readonly days?: DeliveryDays | undefined;
}

/** The prompts for parameters and days, and the values entered so far. */
interface DaySteps {
  readonly steps: () => readonly Step[];
  readonly entered: () => Pick<EnteredRange, 'parameters' | 'from' | 'to'>;
}

function stepsForDays(dataset: Dataset, { previous = {}, given, days }: KnownInputs, now: number): DaySteps {
  const zone = settings.timeZone();
  const inputs: Record<string, string> = { ...given };
  const { first, more } = promptedParts(dataset);
  const areas = first.filter((part) => !isTimePart(part));
  const query: PromptedQuery = {
    dataset,
    previous,
    clock: { now, zone },
    parts: given ? [] : areas,
    more,
    inputs,
    typed: new Map(),
  };
  const last = lastPublishedDay(dataset.publication, now);
  let { from, to } = days ?? { from: addDays(last, 1 - suggestedDays), to: last };
  const dayStep = (
    title: string,
    prompt: string,
    present: () => string,
    keep: (day: string) => void,
    least: () => string,
  ) =>
    asking(
      (position) =>
        typeText({
          title: `${dataset.title()}: ${title}`,
          prompt,
          ...position,
          typed: present(),
          problem: (typed) => dayProblem(typed, least(), now),
        }),
      (answer) => keep(readDeliveryDate(answer.trim(), now) ?? present()),
    );
  const steps = () => [
    ...parameterSteps(query),
    dayStep(
      vscode.l10n.t('First Delivery Day'),
      vscode.l10n.t('Enter a day such as 2026-03-29 or today-365d.'),
      () => from,
      (day) => (from = day),
      () => '0000-01-01',
    ),
    dayStep(
      vscode.l10n.t('Last Delivery Day'),
      vscode.l10n.t(
        "Enter a day such as 2026-03-29 or today-1d. Days that aren't published yet can be fetched later.",
      ),
      () => (to < from ? from : to),
      (day) => (to = day),
      () => from,
    ),
  ];
  const entered = () => ({ parameters: withoutSkipped(inputs), from, to });
  return { steps, entered };
}

/**
 * Prompts for the parameters of a dataset, unless they're given, for the first and last delivery day, and for
 * the format and the folder. Resolves with `undefined` if the person canceled.
 */
export async function promptForRange(
  dataset: Dataset,
  inputs: KnownInputs,
  now: number,
): Promise<EnteredRange | undefined> {
  const days = stepsForDays(dataset, inputs, now);
  let window: Pick<EnteredRange, 'windowMinutes'> = {};
  let format: RangeFormat = 'parquet';
  let target = rangeFolderSuggestion();
  const windowStep = (minutes: number): Step =>
    asking(
      (position) =>
        pick({
          title: `${dataset.title()}: ${vscode.l10n.t('Requests')}`,
          placeholder: vscode.l10n.t('Select how a day is requested'),
          ...position,
          items: () => [
            {
              label: vscode.l10n.t('{0} Minutes at a Time', minutes),
              description: vscode.l10n.t('suggested, because a day can be too large for one response'),
              window: { windowMinutes: minutes },
            },
            { label: vscode.l10n.t('Whole Day at Once'), window: {} },
          ],
        }),
      (item) => ({ window } = item),
    );
  const steps = (): Step[] => [
    ...days.steps(),
    ...(dataset.suggestedWindowMinutes === undefined ? [] : [windowStep(dataset.suggestedWindowMinutes)]),
    asking(
      (position) =>
        pick({
          title: `${dataset.title()}: ${vscode.l10n.t('Format')}`,
          placeholder: vscode.l10n.t('Select the format of the files'),
          ...position,
          items: () =>
            rangeFormats
              .filter(
                (each) => each !== 'json' || (isFetchedByDay(dataset) && window.windowMinutes === undefined),
              )
              .map((each) => ({
                label: formatLabels[each].label,
                description: formatLabels[each].description(),
                format: each,
              })),
        }),
      (item) => ({ format } = item),
    ),
    asking(
      (position) =>
        typeText({
          title: `${dataset.title()}: ${vscode.l10n.t('Folder')}`,
          prompt: formatCounted(daysBetween(days.entered().from, days.entered().to), [
            vscode.l10n.t('Folder for {0} delivery day, relative to the workspace folder'),
            vscode.l10n.t('Folder for {0} delivery days, relative to the workspace folder'),
          ]),
          ...position,
          typed: target,
          problem: (typed) =>
            safeRelativePath(typed.trim())
              ? null
              : vscode.l10n.t('Enter a folder such as market-data/range.'),
        }),
      (text) => (target = text.trim()),
    ),
  ];
  return (await runSteps(steps)) ? { ...days.entered(), ...window, format, target } : undefined;
}

function rangeFolderSuggestion(): string {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return folder ? `${settings.exportFolder(folder.uri)}/range` : 'market-data/range';
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

function dayProblem(typed: string, least: string, now: number): string | null {
  const day = readDeliveryDate(typed.trim(), now);
  if (day === null) return vscode.l10n.t('Enter a day such as 2026-03-29 or today-7d.');
  if (day < least) return vscode.l10n.t("The last day can't be before the first day, {0}.", least);
  if (least > '0001' && daysBetween(least, day) > mostDays) {
    return vscode.l10n.t('A range can have at most {0} delivery days.', mostDays);
  }
  return null;
}

import * as vscode from 'vscode';
import type { Dataset } from '../../market/datasets/dataset';
import { isTimePart, promptedParts } from '../../market/query/queryParts';
import { rangeFormats, type RangeFormat } from '../../range/manifest';
import { isFetchedByDay } from '../../range/rangeDays';
import { formatLabels } from '../../protocol/formats';
import { safeRelativePath } from '../../text/safePath';
import { explanationLines, parameterSteps, type PromptedQuery } from '../query/parameterPrompts';
import { withoutSkipped, type Inputs } from '../query/suggestions';
import { asking, pick, runSteps, type Step } from '../shell/promptSteps';
import { settings } from '../shell/settings';
import { dayCount, daysStep, suggestedDays } from './rangeDayPrompt';
import type { RangeDays } from './rangesView';

/** What a person entered for a range; checked like a headless argument. */
export interface EnteredRange extends RangeDays {
  readonly parameters: Readonly<Record<string, string>>;
  readonly format: RangeFormat;
  /** Relative to the first workspace folder. */
  readonly target: string;
  /** Omitted if a day is requested at once. */
  readonly windowMinutes?: number;
}

/** What is known before the prompts, which are only for the rest. */
export interface KnownInputs {
  /** The previous parameters, which are suggested first. */
  readonly previous?: Inputs | undefined;
  /** All parameters. */
  readonly given?: Inputs | undefined;
  readonly days?: RangeDays | undefined;
}

/** What the files of a range will be, as far as it was entered. */
interface RangeFiles {
  days: RangeDays;
  target: string;
  format: RangeFormat;
  windowMinutes: number | undefined;
  /** Whether the person wants to change the format, or how a day is requested. */
  isChanged: boolean;
}

/**
 * Prompts for the parameters of a dataset and for the delivery days, unless they're known, and for the folder. From
 * there, the person can change the format, which is Parquet. Resolves with `undefined` if the person canceled.
 */
export async function promptForRange(
  dataset: Dataset,
  { previous = {}, given, days }: KnownInputs,
  now: number,
): Promise<EnteredRange | undefined> {
  const { first, more } = promptedParts(dataset);
  const query: PromptedQuery = {
    dataset,
    previous,
    clock: { now, zone: settings.timeZone() },
    parts: given ? [] : first.filter((part) => !isTimePart(part)),
    more,
    inputs: { ...given },
    typed: new Map(),
  };
  const suggested = suggestedDays(dataset, now);
  const files: RangeFiles = {
    days: days ?? suggested[0].days,
    target: rangeFolderSuggestion(),
    format: 'parquet',
    windowMinutes: dataset.suggestedWindowMinutes,
    isChanged: false,
  };
  const steps = (): Step[] => [
    ...parameterSteps(query),
    ...(days ? [] : [daysStep(dataset, suggested, now, (entered) => (files.days = entered))]),
    ...(files.isChanged ? formatSteps(dataset, files) : []),
    folderStep(dataset, files),
  ];
  if (!(await runSteps(steps))) return undefined;
  const { format, target, windowMinutes } = files;
  const window = windowMinutes === undefined ? {} : { windowMinutes };
  return { parameters: withoutSkipped(query.inputs), ...files.days, ...window, format, target };
}

const windowText = (minutes: number) => vscode.l10n.t('{0} Minutes at a Time', minutes);

/** Offers to change the format, which adds the steps for it in front of this one. */
function folderStep(dataset: Dataset, files: RangeFiles): Step {
  const { format, windowMinutes } = files;
  const way = [
    formatLabels[format].label,
    ...(windowMinutes === undefined ? [] : [windowText(windowMinutes)]),
  ];
  type FolderItem = vscode.QuickPickItem & { folder?: string; isChange?: true };
  const change: FolderItem = {
    label: `$(settings) ${vscode.l10n.t('Change Format…')}`,
    description: way.join(', '),
    alwaysShow: true,
    isChange: true,
  };
  const itemsOf = (folder: string): FolderItem[] =>
    safeRelativePath(folder)
      ? [{ label: folder, description: dayCount(files.days), alwaysShow: true, folder }]
      : explanationLines(vscode.l10n.t('Enter a folder such as market-data/range.'));
  return async (step, totalSteps) => {
    const end = await pick<FolderItem>({
      title: `${dataset.title()}: ${vscode.l10n.t('Folder')}`,
      placeholder: vscode.l10n.t('Enter a folder, relative to the workspace folder'),
      step,
      totalSteps,
      typed: files.target,
      onTyped: (text) => (files.target = text.trim()),
      items: (text) => [...itemsOf(text), change],
      accepts: ({ folder, isChange }) => folder !== undefined || isChange === true,
      meant: ({ folder }) => folder !== undefined,
    });
    if (end.kind !== 'answer' || end.answer.isChange !== true) return end;
    // The steps for the format are in front of this one, once they were added.
    if (files.isChanged) return { kind: 'back' };
    files.isChanged = true;
    return { kind: 'stay' };
  };
}

function formatSteps(dataset: Dataset, files: RangeFiles): Step[] {
  const minutes = dataset.suggestedWindowMinutes;
  const windows = (suggested: number) => [
    {
      label: windowText(suggested),
      description: vscode.l10n.t('suggested, because a day can be too large for one response'),
      window: suggested,
    },
    { label: vscode.l10n.t('Whole Day at Once'), window: undefined },
  ];
  const windowStep = (suggested: number) =>
    asking(
      (position) =>
        pick({
          title: `${dataset.title()}: ${vscode.l10n.t('Requests')}`,
          placeholder: vscode.l10n.t('Select how a day is requested'),
          ...position,
          items: () => windows(suggested),
        }),
      ({ window }) => (files.windowMinutes = window),
    );
  const isOffered = (format: RangeFormat) =>
    format !== 'json' || (isFetchedByDay(dataset) && files.windowMinutes === undefined);
  const formatStep = asking(
    (position) =>
      pick({
        title: `${dataset.title()}: ${vscode.l10n.t('Format')}`,
        placeholder: vscode.l10n.t('Select the format of the files'),
        ...position,
        items: () =>
          rangeFormats.filter(isOffered).map((format) => ({
            label: formatLabels[format].label,
            description: formatLabels[format].description(),
            format,
          })),
      }),
    ({ format }) => (files.format = format),
  );
  return minutes === undefined ? [formatStep] : [windowStep(minutes), formatStep];
}

function rangeFolderSuggestion(): string {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return folder ? `${settings.exportFolder(folder.uri)}/range` : 'market-data/range';
}

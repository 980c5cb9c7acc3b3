import * as vscode from 'vscode';
import type { Dataset } from '../../market/datasets/dataset';
import { isTimePart, promptedParts } from '../../market/query/queryParts';
import { rangeFormats, type RangeFormat } from '../../range/folderFiles';
import { isFetchedByDay } from '../../range/rangeDays';
import { formatLabels } from '../../protocol/formats';
import { plainLabel } from '../../text/plainLabel';
import { safeRelativePath } from '../../text/safePath';
import { explanationLines, parameterSteps, type PromptedQuery } from '../query/parameterPrompts';
import { withoutSkipped, type Inputs } from '../query/suggestions';
import { pick, runSteps, type Step } from '../shell/promptSteps';
import { settings } from '../shell/settings';
import { dayCount, daysStep, suggestedDays, type RangeDays } from './daysPrompt';

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
  readonly previous?: Inputs;
  /** All parameters. */
  readonly given?: Inputs | undefined;
  readonly days?: RangeDays | undefined;
}

/** What the files of a range will be, as far as it was entered. */
interface RangeFiles {
  days: RangeDays;
  target: string;
  format: RangeFormat;
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
  };
  const steps = (): Step[] => [
    ...parameterSteps(query),
    ...(days ? [] : [daysStep(dataset, suggested, now, (entered) => (files.days = entered))]),
    folderStep(dataset, files),
  ];
  if (!(await runSteps(steps))) return undefined;
  const { format, target } = files;
  const { suggestedWindowMinutes: windowMinutes } = dataset;
  // A JSON file is the response for a whole day.
  const window = windowMinutes === undefined || format === 'json' ? {} : { windowMinutes };
  return { parameters: withoutSkipped(query.inputs), ...files.days, ...window, format, target };
}

/** Also offers the other formats. If one is selected, the step is shown again with it. */
function folderStep(dataset: Dataset, files: RangeFiles): Step {
  type FolderItem = vscode.QuickPickItem & { folder?: string; format?: RangeFormat };
  const isOther = (format: RangeFormat) =>
    format !== files.format && (format !== 'json' || isFetchedByDay(dataset));
  const others: FolderItem[] = rangeFormats.filter(isOther).map((format) => ({
    label: formatLabels[format].label,
    description: formatLabels[format].description(),
    alwaysShow: true,
    format,
  }));
  const line = { label: vscode.l10n.t('Other Formats'), kind: vscode.QuickPickItemKind.Separator };
  const description = [dayCount(files.days), formatLabels[files.format].label].join(' · ');
  const itemsOf = (folder: string): FolderItem[] =>
    safeRelativePath(folder)
      ? [{ label: plainLabel(folder), description, alwaysShow: true, folder }]
      : explanationLines(vscode.l10n.t('Enter a folder such as market-data/range.'));
  return async (step, totalSteps) => {
    const end = await pick<FolderItem>({
      title: `${dataset.title()}: ${vscode.l10n.t('Folder')}`,
      placeholder: vscode.l10n.t('Enter a folder, relative to the workspace folder'),
      step,
      totalSteps,
      typed: files.target,
      onTyped: (text) => (files.target = text.trim()),
      items: (text) => [...itemsOf(text), line, ...others],
      accepts: ({ folder, format }) => folder !== undefined || format !== undefined,
      meant: ({ folder }) => folder !== undefined,
    });
    if (end.kind !== 'answer' || end.answer.format === undefined) return end;
    files.format = end.answer.format;
    return { kind: 'stay' };
  };
}

function rangeFolderSuggestion(): string {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return folder ? `${settings.exportFolder(folder.uri)}/range` : 'market-data/range';
}

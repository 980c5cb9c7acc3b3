import * as vscode from 'vscode';
import {
  formatDescription,
  formatLabels,
  formatsOf,
  isProvenanceUsual,
  nothingBeside,
  tooManyRows,
  type Beside,
  type ExportFormat,
} from '../../exports/formats';
import type { ExportChoice } from '../../messages';
import { tableOf, type Result } from '../../results/result';
import { hasBody, isSynthetic, whyNot } from '../../results/source';
import { titleOf } from '../../results/resultNames';
import type { ChosenRows } from '../../table/tableTypes';
import type { Memory } from '../shell/memory';
import { plainLabel } from '../shell/plainLabel';
import { settings } from '../shell/settings';
import { pick, runSteps, type Step, type StepEnd, type StepFrame } from '../shell/promptSteps';
import { noChoice, type ExportChoices } from './exportChoices';
import { pickBeside, rememberedRows, rowsBefore, type PickedTarget } from './exportSteps';
import { mindLicense } from './license';
import { fileStep, rowsStep, valuesStep } from './pickingSteps';
import { saveFoldersIn } from './saveFolders';

/** What is exported, what is written beside it, and where. */
export interface PromptedExport extends PickedTarget {
  readonly format: ExportFormat;
  /** All rows if there are none. */
  readonly rows: ChosenRows | undefined;
  /** `null` for the values as they are. */
  readonly seed: number | null;
  readonly beside: Beside;
}

/**
 * Prompts for the same choices as the view's export dialog, starting from the last ones, and remembers them.
 * If the `format` is given, all rows are exported and no other files. `openView` opens the dialog, because
 * only the view knows which rows the table shows. Resolves with `undefined` if the person cancelled or
 * continues in the dialog.
 */
export async function promptForExport(
  result: Result,
  choices: ExportChoices,
  memory: Memory,
  { format: known, openView }: { format: ExportFormat | undefined; openView: (() => void) | null },
): Promise<PromptedExport | undefined> {
  const table = tableOf(result);
  const last = choices.of(table);
  const folders = saveFoldersIn(memory, 'exports');
  const suggested = await folders.suggested(table);
  const offered = formatsOf(hasBody({ bytes: result.table.bytes, source: result.source }));
  // For an opened file, provenance and mocks are offered only if its query is known.
  const hasQuery = whyNot('runChanged', result.source) === null;
  let format = known ?? offered.find((each) => each === last?.format) ?? offered[0] ?? 'csv';
  let beside = last?.beside ?? noChoice.beside;
  const title = plainLabel(vscode.l10n.t('Export {0}', titleOf(result, settings.timeZone())));
  const written = (): Beside => {
    if (known || format !== 'json') return nothingBeside;
    if (!hasQuery) return { ...nothingBeside, types: beside.types };
    return { ...beside, provenance: beside.provenance ?? isProvenanceUsual(format) };
  };
  const rowsPicked = rowsStep(title, result, rowsBefore(last, 'all'), { hasView: openView !== null });
  const rows = () => rowsPicked.picked() ?? null;
  const formatStep: Step = async (step, totalSteps) => {
    const mostRows = rows() === null ? result.table.rows : 0;
    const end = await pickFormat({ title, step, totalSteps }, result, offered, format, mostRows);
    if (end.kind === 'answer') format = end.answer;
    return end;
  };
  const besideStep: Step = async (step, totalSteps) => {
    const can = { provenance: hasQuery, mocks: hasQuery };
    const end = await pickBeside({ title, step, totalSteps }, beside, can);
    if (end.kind === 'answer') beside = end.answer;
    return end;
  };
  const file = fileStep(title, result, suggested, () => ({ format, rows: rows(), beside: written() }));
  const values = valuesStep(title, result, last?.seed ?? null, memory, () => file.picked()?.uri);
  const isDone = await runSteps(() => [
    ...(known || result.table.rows === 0 ? [] : [rowsPicked.ask]),
    ...(known ? [] : [formatStep]),
    ...(known || format !== 'json' ? [] : [besideStep]),
    file.ask,
    ...(format === 'json' ? [values.ask] : []),
  ]);
  const chosen = rows();
  const target = file.picked();
  if (chosen === 'view') openView?.();
  if (!isDone || chosen === 'view' || !target) return undefined;

  const isJson = format === 'json';
  await mindLicense(memory, result, target.uri, isJson);
  if (!known) {
    choices.remember(table, {
      ...rememberedRows(chosen, last),
      format,
      beside,
      seed: isJson ? values.remembered() : (last?.seed ?? null),
    } satisfies ExportChoice);
  }
  folders.remember(table, target.uri, target.isSelected);
  const seed = isJson ? (values.picked() ?? null) : null;
  return { ...target, format, rows: chosen ?? undefined, seed, beside: written() };
}

/** Prompts for a format. One that doesn't have room for this many rows can't be selected, and says why. */
async function pickFormat(
  frame: StepFrame,
  result: Result,
  offered: readonly ExportFormat[],
  before: ExportFormat,
  rows: number,
): Promise<StepEnd<ExportFormat>> {
  type Item = vscode.QuickPickItem & { format: ExportFormat; problem: string | null };
  const end = await pick<Item>({
    ...frame,
    placeholder: vscode.l10n.t('Select a format'),
    items: () =>
      offered.map((format) => {
        const problem = tooManyRows(format, rows);
        return {
          format,
          problem,
          label: formatLabels[format].label,
          description: formatDescription(format, isSynthetic(result)),
          ...(problem !== null && { detail: `$(error) ${problem}` }),
        };
      }),
    accepts: ({ problem }) => problem === null,
    preferred: ({ format }) => format === before,
  });
  return end.kind === 'answer' ? { kind: 'answer', answer: end.answer.format } : end;
}

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
import { titleOf } from '../../results/resultNames';
import { leavesOut, type ChosenRows } from '../../table/tableTypes';
import type { Memory } from '../shell/memory';
import { plainLabel } from '../shell/plainLabel';
import { settings } from '../shell/settings';
import { pick, runSteps, type Step, type StepEnd, type StepFrame } from '../shell/promptSteps';
import { noChoice, type ExportChoices } from './exportChoices';
import {
  pickBeside,
  pickRows,
  pickTarget,
  pickValues,
  rememberedRows,
  rememberedSeed,
  rowsAgain,
  rowsBefore,
  type PickedTarget,
  type RowsItem,
} from './exportSteps';
import { mindLicense, shortLicenseMention, wouldPublish } from './license';
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
 * Prompts for what the view's dialog offers, beginning with the last choice, and remembers what the person chose. Someone
 * who already knows which `format` takes all rows, and nothing beside the file. `openView` opens that dialog: only it
 * knows the rows in the table. `undefined` if the person cancelled or went on there.
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
  const offered = formatsOf(result.table.bytes > 0);
  // Of a file, provenance and mocks are offered only if it's known what it was queried for.
  const hasQuery = result.file?.hasQuery !== false;
  let rows = null as RowsItem['rows'];
  let before = rowsBefore(last, 'all');
  let format = known ?? offered.find((each) => each === last?.format) ?? offered[0] ?? 'csv';
  let beside = last?.beside ?? noChoice.beside;
  let target: PickedTarget | undefined;
  let isPublic = false;
  const seedBefore = last?.seed ?? null;
  let seed: number | null = null;

  const title = plainLabel(vscode.l10n.t('Export {0}', titleOf(result, settings.timeZone())));
  const written = (): Beside => {
    if (known || format !== 'json') return nothingBeside;
    if (!hasQuery) return { ...nothingBeside, types: beside.types };
    return { ...beside, provenance: beside.provenance ?? isProvenanceUsual(format) };
  };
  const rowsStep: Step = async (step, totalSteps) => {
    const end = await pickRows({ title, step, totalSteps }, result, before, { hasView: openView !== null });
    if (end.kind !== 'answer') return end;
    rows = end.answer;
    before = rowsAgain(rows, before);
    return rows === 'view' ? { kind: 'leave' } : end;
  };
  const formatStep: Step = async (step, totalSteps) => {
    const mostRows = rows === null ? result.table.rows : 0;
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
  const fileStep: Step = async (step, totalSteps) => {
    const named = { format, isPart: rows !== 'view' && leavesOut(rows) };
    const end = await pickTarget(
      { title, step, totalSteps },
      result,
      named,
      written(),
      suggested,
      target?.uri,
    );
    if (end.kind === 'answer') target = end.answer;
    return end;
  };
  const valuesStep: Step = async (step, totalSteps) => {
    if (!target) return { kind: 'back' };
    isPublic = await wouldPublish(result, target.uri);
    const license = isPublic ? shortLicenseMention(memory, result) : '';
    const values = { before: seedBefore, isPublic, license };
    const end = await pickValues({ title, step, totalSteps }, result, values);
    if (end.kind === 'answer') seed = end.answer;
    return end;
  };
  const isDone = await runSteps(() => [
    ...(known || result.table.rows === 0 ? [] : [rowsStep]),
    ...(known ? [] : [formatStep]),
    ...(known || format !== 'json' ? [] : [besideStep]),
    fileStep,
    ...(format === 'json' ? [valuesStep] : []),
  ]);
  if (rows === 'view') openView?.();
  if (!isDone || rows === 'view' || !target) return undefined;

  const isJson = format === 'json';
  await mindLicense(memory, result, target.uri, isJson);
  if (!known) {
    const keptSeed = isJson ? rememberedSeed(seed, seedBefore, isPublic) : seedBefore;
    choices.remember(table, {
      ...rememberedRows(rows, last),
      format,
      beside,
      seed: keptSeed,
    } satisfies ExportChoice);
  }
  folders.remember(table, target.uri, target.isSelected);
  return { ...target, format, rows: rows ?? undefined, seed: isJson ? seed : null, beside: written() };
}

/** A format that has room for so many rows; of another one, the person sees why it can't be selected. */
async function pickFormat(
  frame: StepFrame,
  { file }: Result,
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
          description: formatDescription(format, file?.madeUp === 'synthetic'),
          ...(problem !== null && { detail: `$(error) ${problem}` }),
        };
      }),
    accepts: ({ problem }) => problem === null,
    preferred: ({ format }) => format === before,
  });
  return end.kind === 'answer' ? { kind: 'answer', answer: end.answer.format } : end;
}

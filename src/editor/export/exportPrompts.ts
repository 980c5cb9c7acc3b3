import * as vscode from 'vscode';
import {
  formatLabels,
  formatsOf,
  nothingBeside,
  type Beside,
  type ExportFormat,
} from '../../exports/formats';
import type { ExportChoice } from '../../messages';
import type { Result } from '../../results/result';
import { answerOf, pick, type StepFrame } from '../shell/steps';
import { pickBeside, pickRows, rememberedRows, rowsBefore } from './exportSteps';

/** The frame of each prompt of an export. */
export const exportFrame = (): StepFrame => ({ title: vscode.l10n.t('Export') });

/** What to remember, except for the values, which are prompted for when the file is known; and what is written beside it. */
export interface PromptedChoice {
  readonly choice: Omit<ExportChoice, 'seed'>;
  readonly beside: Beside;
}

/**
 * Prompts for what the view's dialog offers, beginning with the last choice: which rows, in which format, and what is
 * saved beside the file. `openView` opens that dialog: only it knows the rows in the table. `undefined` if the
 * person cancelled or went on there.
 */
export async function promptChoice(
  result: Result,
  last: ExportChoice | null,
  openView: (() => void) | null,
): Promise<PromptedChoice | undefined> {
  const offered = { hasView: openView !== null };
  const isEmpty = result.table.rows === 0;
  const rows = isEmpty
    ? null
    : answerOf(await pickRows(exportFrame(), result, rowsBefore(last, 'all'), offered));
  if (rows === 'view') openView?.();
  if (rows === undefined || rows === 'view') return undefined;
  const format = await pickFormat(result, last);
  if (!format) return undefined;
  // Of a file, provenance and mocks are offered only if it's known what it was queried for.
  const hasQuery = result.file?.hasQuery !== false;
  const before = last?.beside ?? { ...nothingBeside, provenance: true };
  const chosen = { ...rememberedRows(rows, last), format };
  if (format !== 'json') return { choice: { ...chosen, beside: before }, beside: nothingBeside };
  const beside = answerOf(await pickBeside(exportFrame(), before, { provenance: hasQuery, mocks: hasQuery }));
  if (!beside) return undefined;
  const written = hasQuery ? beside : { ...nothingBeside, types: beside.types };
  return { choice: { ...chosen, beside }, beside: written };
}

async function pickFormat({ table }: Result, last: ExportChoice | null): Promise<ExportFormat | undefined> {
  const end = await pick({
    ...exportFrame(),
    placeholder: vscode.l10n.t('Select a format'),
    items: () =>
      formatsOf(table.bytes > 0).map((format) => ({
        format,
        label: formatLabels[format].label,
        description: formatLabels[format].description(),
      })),
    accepts: () => true,
    preferred: ({ format }) => format === last?.format,
  });
  return answerOf(end)?.format;
}

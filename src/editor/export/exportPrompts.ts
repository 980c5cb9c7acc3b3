import * as vscode from 'vscode';
import { formatLabels, formatsOf, nothingBeside, type ExportFormat } from '../../exports/formats';
import type { ExportChoice } from '../../messages';
import type { Result } from '../../results/result';
import { answerOf, pick, type StepFrame } from '../shell/steps';
import { pickBeside, pickRows, rememberedRows } from './exportSteps';

/** The frame of each prompt of an export. */
export const exportFrame = (): StepFrame => ({ title: vscode.l10n.t('Export') });

/**
 * Prompts for what the view's dialog offers, beginning with the last choice: which rows, in which format, and what is
 * saved beside the file. `openView` opens that dialog: only it knows the rows in the table. `undefined` if the
 * person cancelled or went on there.
 */
export async function promptChoice(
  result: Result,
  last: ExportChoice | null,
  openView: (() => void) | null,
): Promise<ExportChoice | undefined> {
  const offered = { usual: 'all', hasView: openView !== null } as const;
  const isEmpty = result.table.rows === 0;
  const rows = isEmpty ? null : answerOf(await pickRows(exportFrame(), result, last, offered));
  if (rows === 'view') openView?.();
  if (rows === undefined || rows === 'view') return undefined;
  const format = await pickFormat(result, last);
  if (!format) return undefined;
  // Of a file, provenance and mocks are offered only if it's known what it was queried for.
  const hasQuery = result.file?.hasQuery !== false;
  const before = last?.beside ?? { ...nothingBeside, provenance: true };
  const beside =
    format === 'json'
      ? answerOf(await pickBeside(exportFrame(), before, { provenance: hasQuery, mocks: hasQuery }))
      : nothingBeside;
  return beside && { ...rememberedRows(rows, last), format, beside, seed: last?.seed ?? null };
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

import * as vscode from 'vscode';
import {
  formatLabels,
  formatsOf,
  mockLabels,
  mockTargets,
  nothingBeside,
  typeLabels,
  typeTargets,
  type Beside,
  type ExportFormat,
} from '../../exports/formats';
import { recordShapes } from '../../market/records/recordKinds';
import { mostSampled, usualSample, type ExportChoice } from '../../messages';
import type { Result } from '../../results/result';
import { formatCounted, type Counted } from '../../text/l10n';
import { plainLabel } from '../shell/plainLabel';
import { pick } from '../shell/steps';
import { freeTarget, otherTarget, type Named } from './freeTarget';
import { takenNames, takenText } from './takenFiles';

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
  const part = result.table.rows === 0 ? { sample: null } : await pickRows(result, last, openView !== null);
  if (part === 'view') openView?.();
  if (!part || part === 'view') return undefined;
  const format = await pickFormat(result, last);
  if (!format) return undefined;
  const beside = format === 'json' ? await pickBeside(result, last) : nothingBeside;
  return (
    beside && {
      part: part.sample === null ? null : 'sample',
      sample: part.sample ?? last?.sample ?? usualSample,
      format,
      beside,
      seed: last?.seed ?? null,
    }
  );
}

interface RowsItem extends vscode.QuickPickItem {
  /** Rows of a sample, `null` for all; in the view, others can be chosen. */
  readonly rows: { readonly sample: number | null } | 'view';
}

async function pickRows(
  { table, query, comparison }: Result,
  last: ExportChoice | null,
  hasView: boolean,
): Promise<RowsItem['rows'] | undefined> {
  const sampleOf = (count: number): RowsItem => {
    const sampled: Counted = comparison
      ? [vscode.l10n.t('First {0} row'), vscode.l10n.t('First {0} rows')]
      : recordShapes[query.dataset.record].sample();
    return { label: formatCounted(count, sampled), rows: { sample: count } };
  };
  const all: RowsItem = {
    label: formatCounted(table.rows, [vscode.l10n.t('All: {0} row'), vscode.l10n.t('All: {0} rows')]),
    rows: { sample: null },
  };
  const view: RowsItem = {
    label: vscode.l10n.t('Shown or Selected Rows…'),
    description: vscode.l10n.t('opens the export dialog in the result view'),
    rows: 'view',
  };
  const end = await pick<RowsItem>({
    title: vscode.l10n.t('Export'),
    placeholder: vscode.l10n.t('Select the rows to export, or enter how many'),
    items(typed) {
      const count = /^\d+$/.test(typed) ? Math.min(mostSampled, Math.max(1, Number(typed))) : null;
      if (count !== null) return [{ ...sampleOf(count), alwaysShow: true }];
      return [all, sampleOf(last?.sample ?? usualSample), ...(hasView ? [view] : [])];
    },
    accepts: () => true,
    preferred: ({ rows }) => last?.part === 'sample' && rows !== 'view' && rows.sample !== null,
  });
  return end.kind === 'answer' ? end.answer.rows : undefined;
}

async function pickFormat({ table }: Result, last: ExportChoice | null): Promise<ExportFormat | undefined> {
  const end = await pick({
    title: vscode.l10n.t('Export'),
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
  return end.kind === 'answer' ? end.answer.format : undefined;
}

/** Of a file, provenance and mocks are offered only if it's known what it was queried for. */
async function pickBeside({ file }: Result, last: ExportChoice | null): Promise<Beside | undefined> {
  const hasQuery = file?.hasQuery !== false;
  const before = last?.beside ?? { ...nothingBeside, provenance: true };
  const provenance = { label: vscode.l10n.t('Provenance'), picked: before.provenance };
  const types = typeTargets.map((target) => ({
    target,
    label: typeLabels[target].label,
    description: vscode.l10n.t('types'),
    picked: before.types.includes(target),
  }));
  const mocks = mockTargets.map((target) => ({
    target,
    label: mockLabels[target],
    description: vscode.l10n.t('mock'),
    picked: before.mocks.includes(target),
  }));
  const offered = hasQuery ? [provenance, ...types, ...mocks] : types;
  const chosen = await vscode.window.showQuickPick<vscode.QuickPickItem>(offered, {
    title: vscode.l10n.t('Export'),
    placeHolder: vscode.l10n.t('Select what else to save'),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return (
    chosen && {
      provenance: chosen.includes(provenance),
      types: types.filter((item) => chosen.includes(item)).map(({ target }) => target),
      mocks: mocks.filter((item) => chosen.includes(item)).map(({ target }) => target),
    }
  );
}

/**
 * Suggests a free name in the export folder, accepted with one keystroke. Any other location is chosen in the
 * editor's dialog, which asks before it replaces a file; it doesn't know what is saved beside that file.
 */
export async function promptTarget(
  result: Result,
  named: Named,
  beside: Beside,
): Promise<{ uri: vscode.Uri; overwrite: boolean } | undefined> {
  if (vscode.workspace.workspaceFolders?.[0]) {
    const free = await freeTarget(result, named, beside);
    const here = { label: `$(folder) ${plainLabel(vscode.workspace.asRelativePath(free))}` };
    const elsewhere = { label: vscode.l10n.t('$(folder-opened) Choose Another Location…') };
    const placeHolder = vscode.l10n.t('Select where to save the file');
    // The previous list may return the focus to its view only now.
    const options = { title: vscode.l10n.t('Export'), placeHolder, ignoreFocusOut: true };
    const chosen = await vscode.window.showQuickPick([here, elsewhere], options);
    if (chosen !== elsewhere) return chosen && { uri: free, overwrite: false };
  }
  const uri = await otherTarget(result, named);
  if (!uri) return undefined;
  const taken = await takenNames(uri, beside, new Set([uri.toString()]));
  if (taken.length > 0) {
    const replace = vscode.l10n.t('Replace');
    const chosen = await vscode.window.showWarningMessage(takenText(taken), { modal: true }, replace);
    if (chosen !== replace) return undefined;
  }
  return { uri, overwrite: true };
}

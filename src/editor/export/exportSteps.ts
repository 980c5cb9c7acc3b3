import * as vscode from 'vscode';
import {
  mockLabels,
  mockSuffixes,
  mockTargets,
  typeLabels,
  typeTargets,
  valueLabels,
  withSuffix,
  type Beside,
  type MockTarget,
  type TypeTarget,
} from '../../exports/formats';
import { safeRelativePath } from '../../text/safePath';
import { recordShapes } from '../../market/records/recordKinds';
import {
  largestSeed,
  mostSampled,
  usualSample,
  usualSeed,
  type ExportChoice,
  type ExportedPart,
} from '../../messages';
import type { Result } from '../../results/result';
import type { ChosenRows } from '../../table/tableTypes';
import { formatCounted, type Counted } from '../../text/l10n';
import { plainLabel } from '../shell/plainLabel';
import { pick, pickMany, type StepEnd, type StepFrame } from '../shell/steps';
import { freeTarget, otherTarget, type Named } from './freeTarget';
import { takenNames, takenText } from './takenFiles';

/** Rows that can be picked: `null` for all. In the view, those that only the view knows can be chosen. */
export interface RowsItem extends vscode.QuickPickItem {
  readonly rows: ChosenRows | null | 'view';
}

/** The rows that Enter picks, and how many a sample has. */
export interface RowsBefore {
  readonly rows: RowsItem['rows'];
  readonly sample: number;
}

/** Whether the view can be opened, and which rows are offered besides. */
interface OfferedRows {
  readonly hasView: boolean;
  readonly more?: readonly RowsItem[];
}

/** Which rows; a number can be typed instead. */
export async function pickRows(
  frame: StepFrame,
  { table, query, comparison }: Result,
  before: RowsBefore,
  { hasView, more = [] }: OfferedRows,
): Promise<StepEnd<RowsItem['rows']>> {
  const sampleOf = (count: number): RowsItem => {
    const sampled: Counted = comparison
      ? [vscode.l10n.t('First {0} row'), vscode.l10n.t('First {0} rows')]
      : recordShapes[query.dataset.record].sample();
    return { label: formatCounted(count, sampled), rows: { sample: count } };
  };
  const all: RowsItem = {
    label: formatCounted(table.rows, [vscode.l10n.t('All: {0} row'), vscode.l10n.t('All: {0} rows')]),
    rows: null,
  };
  const view: RowsItem = {
    label: vscode.l10n.t('Shown or Selected Rows…'),
    description: vscode.l10n.t('opens the export dialog in the result view'),
    rows: 'view',
  };
  const end = await pick<RowsItem>({
    ...frame,
    placeholder: vscode.l10n.t('Select the rows to export, or enter how many'),
    items(typed) {
      const count = /^\d+$/.test(typed) ? Math.min(mostSampled, Math.max(1, Number(typed))) : null;
      if (count !== null) return [{ ...sampleOf(count), alwaysShow: true }];
      return [all, sampleOf(before.sample), ...more, ...(hasView ? [view] : [])];
    },
    accepts: () => true,
    preferred: ({ rows }) => rows === before.rows || (isSample(rows) && isSample(before.rows)),
  });
  return end.kind === 'answer' ? { kind: 'answer', answer: end.answer.rows } : end;
}

const isSample = (rows: RowsItem['rows']) => rows !== null && rows !== 'view' && rows.sample !== undefined;

/** The rows of the last choice; without one, `usual`. */
export function rowsBefore(last: ChosenPart | null, usual: ExportedPart): RowsBefore {
  const sample = last?.sample ?? usualSample;
  const part = last ? (last.part ?? 'all') : usual;
  if (part === 'all') return { rows: null, sample };
  return { rows: part === 'sample' ? { sample } : 'view', sample };
}

type ChosenPart = Pick<ExportChoice, 'part' | 'sample'>;

/**
 * What to remember of picked rows. Whoever picks all of them may not know of others in the view, and the filter of one
 * result is none for the next.
 */
export function rememberedRows(rows: ChosenRows | null, last: ChosenPart | null): ChosenPart {
  const sample = last?.sample ?? usualSample;
  if (rows === null) return { part: null, sample };
  return rows.sample === undefined
    ? { part: last?.part ?? null, sample }
    : { part: 'sample', sample: rows.sample };
}

/** What is saved beside JSON. What isn't offered for it stays as before. */
export async function pickBeside(
  frame: StepFrame,
  before: Beside,
  offered: { readonly provenance: boolean; readonly mocks: boolean },
): Promise<StepEnd<Beside>> {
  type Item = vscode.QuickPickItem & { type?: TypeTarget; mock?: MockTarget };
  const provenance: Item = { label: vscode.l10n.t('Provenance') };
  const types = typeTargets.map((type): Item => {
    const { label, suffix } = typeLabels[type];
    return { label: vscode.l10n.t('{0} types', label), description: suffix, type };
  });
  const mocks = mockTargets.map((mock): Item => {
    return { label: vscode.l10n.t('{0} mock', mockLabels[mock]), description: mockSuffixes[mock], mock };
  });
  const end = await pickMany({
    ...frame,
    placeholder: vscode.l10n.t('Select additional files to save'),
    items: [...(offered.provenance ? [provenance] : []), ...types, ...(offered.mocks ? mocks : [])],
    selected(item) {
      const { type, mock } = item;
      if (type) return before.types.includes(type);
      return mock ? before.mocks.includes(mock) : before.provenance;
    },
  });
  if (end.kind !== 'answer') return end;
  const answer = {
    provenance: offered.provenance ? end.answer.includes(provenance) : before.provenance,
    types: end.answer.flatMap(({ type }) => type ?? []),
    mocks: offered.mocks ? end.answer.flatMap(({ mock }) => mock ?? []) : before.mocks,
  };
  return { kind: 'answer', answer };
}

/** Where a file is saved, and whether others may be replaced for it. */
export interface PickedTarget {
  readonly uri: vscode.Uri;
  readonly overwrite: boolean;
}

/**
 * Suggests a free name in each folder, accepted with one keystroke; another name can be typed. Any other location is
 * selected in the editor's dialog, which asks before it replaces a file, but doesn't know what is saved beside it.
 */
export async function pickTarget(
  frame: StepFrame,
  result: Result,
  named: Named,
  beside: Beside,
  folders: readonly vscode.Uri[],
): Promise<StepEnd<PickedTarget>> {
  const known = [...new Map(folders.map((folder) => [folder.toString(), folder])).values()];
  const free = await Promise.all(known.map((folder) => freeTarget(folder, result, named, beside)));
  type Item = vscode.QuickPickItem & { uri?: vscode.Uri };
  const elsewhere: Item = {
    label: vscode.l10n.t('$(folder-opened) Choose Another Location…'),
    alwaysShow: true,
  };
  const unsafe: Item = {
    label: `$(error) ${vscode.l10n.t('This is not a safe file name.')}`,
    alwaysShow: true,
  };
  const itemOf = (uri: vscode.Uri): Item => ({
    label: `$(folder) ${plainLabel(vscode.workspace.asRelativePath(uri))}`,
    alwaysShow: true,
    uri,
  });
  const end: StepEnd<Item> =
    known.length === 0
      ? { kind: 'answer', answer: elsewhere }
      : await pick<Item>({
          ...frame,
          placeholder: vscode.l10n.t('Select where to save the file, or enter its name'),
          items(typed) {
            if (typed === '') return [...free.map(itemOf), elsewhere];
            const name = withSuffix(typed, named.format);
            if (!isFileName(name)) return [unsafe, elsewhere];
            return [...known.map((folder) => itemOf(vscode.Uri.joinPath(folder, name))), elsewhere];
          },
          accepts: (item) => item !== unsafe,
        });
  if (end.kind !== 'answer') return end;
  const uri = end.answer.uri ?? (await otherTarget(result, named));
  if (!uri) return { kind: 'leave' };
  const isAsked = end.answer === elsewhere;
  const taken = await takenNames(uri, beside, isAsked ? uri : null);
  if (taken.length > 0) {
    const replace = vscode.l10n.t('Replace');
    const chosen = await vscode.window.showWarningMessage(takenText(taken), { modal: true }, replace);
    if (chosen !== replace) return { kind: 'leave' };
  }
  return { kind: 'answer', answer: { uri, overwrite: isAsked || taken.length > 0 } };
}

/** Whether the name is that of a file, without a folder. */
export const isFileName = (name: string): boolean => safeRelativePath(name)?.length === 1;

/**
 * The seed, or `null` for values as sent. Seeded ones are preselected if they were chosen the last time, and where the
 * others would be published: the last ones may have been those of the sample service.
 */
export async function pickValues(
  frame: StepFrame,
  before: number | null,
  isPublic: boolean,
): Promise<StepEnd<number | null>> {
  type Item = vscode.QuickPickItem & { seed: number | null };
  const { asSent, seeded } = valueLabels;
  const end = await pick<Item>({
    ...frame,
    placeholder: vscode.l10n.t('Select the values to save, or enter an integer as the seed'),
    items(typed) {
      const own = /^\d+$/.test(typed) && Number(typed) <= largestSeed ? Number(typed) : null;
      const seed = own ?? before ?? usualSeed;
      return [
        { label: asSent.label(), detail: asSent.description(), seed: null },
        { label: seeded.label(seed), detail: seeded.description(), alwaysShow: own !== null, seed },
      ];
    },
    accepts: () => true,
    preferred: ({ seed }) => (seed !== null) === (before !== null || isPublic),
  });
  return end.kind === 'answer' ? { kind: 'answer', answer: end.answer.seed } : end;
}

/** The seed to remember. One that was preselected for a location says nothing about the next one. */
export const rememberedSeed = (
  seed: number | null,
  before: number | null,
  isPublic: boolean,
): number | null => (isPublic && before === null && seed === usualSeed ? null : seed);

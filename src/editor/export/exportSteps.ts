import * as vscode from 'vscode';
import {
  hasSuffix,
  isProvenanceUsual,
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
import { saysIncomplete } from '../../exports/fileNames';
import { safeRelativePath } from '../../text/safePath';
import { recordShapes } from '../../market/records/recordKinds';
import {
  largestSeed,
  mostSampled,
  usualSample,
  usualSeed,
  type ChosenBeside,
  type ExportChoice,
  type ExportedPart,
} from '../../messages';
import { isReceivedWhole, type Result } from '../../results/result';
import { isSynthetic } from '../../results/source';
import type { ChosenRows } from '../../table/tableTypes';
import { formatCounted, type Counted } from '../../text/l10n';
import { plainLabel } from '../shell/plainLabel';
import { pick, pickMany, type StepEnd, type StepFrame } from '../shell/promptSteps';
import { nameOf } from './exportTarget';
import { freeTarget, otherTarget, type Named } from './freeTarget';
import type { SuggestedFolder } from './saveFolders';
import { takenNames, takenText } from './takenFiles';

/**
 * Rows that can be picked. `null`: all; `view`: continue in the view, which knows the shown and selected
 * rows.
 */
export interface RowsItem extends vscode.QuickPickItem {
  readonly rows: ChosenRows | null | 'view';
}

/** The preselected rows, and the size of a sample. */
export interface RowsBefore {
  readonly rows: RowsItem['rows'];
  readonly sample: number;
}

/** Whether the view can be opened, and additional rows to offer. */
export interface OfferedRows {
  readonly hasView: boolean;
  readonly more?: readonly RowsItem[];
}

/** Prompts for the rows. The size of a sample can be typed instead. */
export async function pickRows(
  frame: StepFrame,
  { table, query, source }: Result,
  before: RowsBefore,
  { hasView, more = [] }: OfferedRows,
): Promise<StepEnd<RowsItem['rows']>> {
  const sampleOf = (count: number): RowsItem => {
    const sampled: Counted =
      source.kind === 'comparison'
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
      return [all, sampleOf(before.sample), ...(hasView ? [view] : []), ...more];
    },
    accepts: () => true,
    preferred: ({ rows }) => rows === before.rows || (isSample(rows) && isSample(before.rows)),
  });
  return end.kind === 'answer' ? { kind: 'answer', answer: end.answer.rows } : end;
}

const isSample = (rows: RowsItem['rows']) => rows !== null && rows !== 'view' && rows.sample !== undefined;

/** The preselected rows when the person returns to this step. */
export const rowsAgain = (rows: RowsItem['rows'], { sample }: RowsBefore): RowsBefore => ({
  rows,
  sample: (rows !== 'view' ? rows?.sample : undefined) ?? sample,
});

/** The preselected rows: those of the last choice, or `usual` if there is none. */
export function rowsBefore(last: ChosenPart | null, usual: ExportedPart): RowsBefore {
  const sample = last?.sample ?? usualSample;
  const part = last ? (last.part ?? 'all') : usual;
  if (part === 'all') return { rows: null, sample };
  return { rows: part === 'sample' ? { sample } : 'view', sample };
}

type ChosenPart = Pick<ExportChoice, 'part' | 'sample'>;

/**
 * What to remember of the picked rows. Picking all rows keeps a part chosen earlier in the view, and a filter
 * is not remembered, because it belongs to one result.
 */
export function rememberedRows(rows: ChosenRows | null, last: ChosenPart | null): ChosenPart {
  const sample = last?.sample ?? usualSample;
  if (rows === null) return { part: null, sample };
  return rows.sample === undefined
    ? { part: last?.part ?? null, sample }
    : { part: 'sample', sample: rows.sample };
}

/**
 * Prompts for the files to save beside JSON. Those that aren't offered stay as before. Whether provenance is
 * saved is recorded only if the person changes it from the default.
 */
export async function pickBeside(
  frame: StepFrame,
  before: ChosenBeside,
  offered: { readonly provenance: boolean; readonly mocks: boolean },
): Promise<StepEnd<ChosenBeside>> {
  type Item = vscode.QuickPickItem & { type?: TypeTarget; mock?: MockTarget };
  const provenance: Item = { label: vscode.l10n.t('Provenance') };
  const hadProvenance = before.provenance ?? isProvenanceUsual('json');
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
      return mock ? before.mocks.includes(mock) : hadProvenance;
    },
  });
  if (end.kind !== 'answer') return end;
  const hasProvenance = offered.provenance ? end.answer.includes(provenance) : hadProvenance;
  const answer = {
    provenance: hasProvenance === hadProvenance ? before.provenance : hasProvenance,
    types: end.answer.flatMap(({ type }) => type ?? []),
    mocks: offered.mocks ? end.answer.flatMap(({ mock }) => mock ?? []) : before.mocks,
  };
  return { kind: 'answer', answer };
}

/** Where the file is saved. */
export interface PickedTarget {
  readonly uri: vscode.Uri;
  /** Whether existing files may be replaced. */
  readonly overwrite: boolean;
  /** Whether its folder was selected in the editor's own dialog, now or in an earlier export. */
  readonly isSelected: boolean;
}

/**
 * Prompts for the file. Suggests a free name in each folder; another name can be typed. Other locations are
 * selected in the editor's dialog, which asks before it replaces a file but doesn't know about the files
 * beside it. Closing that dialog, or declining a question, returns to the names. `before` is the file picked
 * earlier, if the person returns to this step.
 */
export async function pickTarget(
  frame: StepFrame,
  result: Result,
  named: Named,
  beside: Beside,
  folders: readonly SuggestedFolder[],
  before: vscode.Uri | undefined,
): Promise<StepEnd<PickedTarget>> {
  const isInBefore = (folder: SuggestedFolder | undefined) =>
    before !== undefined && isSame(folder?.uri, vscode.Uri.joinPath(before, '..'));
  const known = [...folders.filter(isInBefore), ...folders.filter((folder) => !isInBefore(folder))];
  const free = await Promise.all(known.map(({ uri }) => freeTarget(uri, result, named, beside)));
  type Item = vscode.QuickPickItem & { uri?: vscode.Uri; folder?: SuggestedFolder };
  const elsewhere: Item = {
    label: vscode.l10n.t('$(folder-opened) Choose Another Location…'),
    alwaysShow: true,
  };
  const unsafe: Item = {
    label: `$(error) ${vscode.l10n.t('This is not a safe file name.')}`,
    alwaysShow: true,
  };
  const itemOf = (uri: vscode.Uri, folder: SuggestedFolder): Item => ({
    label: `$(folder) ${plainLabel(vscode.workspace.asRelativePath(uri))}`,
    ...(folder.problem !== null && { detail: `$(warning) ${plainLabel(folder.problem)}` }),
    alwaysShow: true,
    uri,
    folder,
  });
  const inFolders = (fileIn: (folder: SuggestedFolder, at: number) => vscode.Uri | undefined) =>
    known.flatMap((folder, at) => {
      const uri = fileIn(folder, at);
      return uri ? [itemOf(uri, folder)] : [];
    });
  const isOwnName =
    before && isInBefore(known[0]) && hasSuffix(before.path, named.format) && !isSame(free[0], before);
  let typed = isOwnName ? nameOf(before) : '';
  const pickOnce = (): Promise<StepEnd<Item>> =>
    pick<Item>({
      ...frame,
      placeholder: vscode.l10n.t('Select where to save the file, or enter its name'),
      typed,
      onTyped: (text) => void (typed = text),
      items(text) {
        if (text === '') return [...inFolders((_, at) => free[at]), elsewhere];
        const name = withSuffix(text, named.format);
        if (!isFileName(name)) return [unsafe, elsewhere];
        return [...inFolders(({ uri }) => vscode.Uri.joinPath(uri, name)), elsewhere];
      },
      accepts: (item) => item !== unsafe,
    });
  for (;;) {
    const end = known.length > 0 ? await pickOnce() : ({ kind: 'answer', answer: elsewhere } as const);
    if (end.kind !== 'answer') return end;
    const { folder, uri = await otherTarget(result, named) } = end.answer;
    if (uri) {
      const isAsked = end.answer === elsewhere;
      const taken = await takenNames(uri, beside, isAsked ? uri : null);
      if ((await mayReplace(taken)) && (await mayHaveName(result, uri))) {
        const overwrite = isAsked || taken.length > 0;
        return { kind: 'answer', answer: { uri, overwrite, isSelected: folder?.isSelected ?? true } };
      }
    } else if (known.length === 0) {
      return { kind: (frame.step ?? 1) > 1 ? 'back' : 'leave' };
    }
  }
}

const isSame = (one: vscode.Uri | undefined, other: vscode.Uri | undefined) =>
  one?.toString() === other?.toString();

async function mayReplace(taken: readonly string[]): Promise<boolean> {
  if (taken.length === 0) return true;
  const replace = vscode.l10n.t('Replace');
  return (await vscode.window.showWarningMessage(takenText(taken), { modal: true }, replace)) === replace;
}

/**
 * Whether the file may have this name. Asks the person if the response is incomplete and the name doesn't say
 * so.
 */
async function mayHaveName(result: Result, uri: vscode.Uri): Promise<boolean> {
  const name = nameOf(uri);
  if (isReceivedWhole(result) || saysIncomplete(name)) return true;
  const text = vscode.l10n.t('The response is incomplete. Export what was received?');
  const detail = vscode.l10n.t('The file name "{0}" doesn\'t say that the response is incomplete.', name);
  const yes = vscode.l10n.t('Export');
  return (await vscode.window.showWarningMessage(text, { modal: true, detail }, yes)) === yes;
}

/** Whether this is a safe file name without a folder. */
export const isFileName = (name: string): boolean => safeRelativePath(name)?.length === 1;

/** What the choice of values depends on. */
interface OfferedValues {
  /** The seed chosen last; `null` for values as sent. */
  readonly before: number | null;
  /** Whether the file would publish the data of a service. */
  readonly isPublic: boolean;
  /** Text about the data's license, shown instead of the description; empty once it has been mentioned. */
  readonly license: string;
}

/**
 * Prompts for the values: a seed, or `null` to keep them. Seeded values are preselected if they were chosen
 * last, or if the file would publish a service's data.
 */
export async function pickValues(
  frame: StepFrame,
  result: Result,
  { before, isPublic, license }: OfferedValues,
): Promise<StepEnd<number | null>> {
  type Item = vscode.QuickPickItem & { seed: number | null };
  const { asSent, synthetic, seeded } = valueLabels;
  const kept = isSynthetic(result) ? synthetic : asSent;
  const end = await pick<Item>({
    ...frame,
    placeholder: vscode.l10n.t('Select the values to save, or enter an integer as the seed'),
    items(typed) {
      const own = /^\d+$/.test(typed) && Number(typed) <= largestSeed ? Number(typed) : null;
      const seed = own ?? before ?? usualSeed;
      return [
        { label: kept.label(), detail: license === '' ? kept.description() : license, seed: null },
        { label: seeded.label(seed), detail: seeded.description(), alwaysShow: own !== null, seed },
      ];
    },
    accepts: () => true,
    preferred: ({ seed }) => (seed !== null) === (before !== null || isPublic),
  });
  return end.kind === 'answer' ? { kind: 'answer', answer: end.answer.seed } : end;
}

/** The seed to remember. One that was only preselected because the file would be public is not remembered. */
export const rememberedSeed = (
  seed: number | null,
  before: number | null,
  isPublic: boolean,
): number | null => (isPublic && before === null && seed === usualSeed ? null : seed);

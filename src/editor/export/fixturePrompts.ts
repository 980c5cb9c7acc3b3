import * as vscode from 'vscode';
import {
  mockSuffixes,
  mockTargets,
  typeLabels,
  typeTargets,
  type MockTarget,
  type TypeTarget,
} from '../../exports/formats';
import { safeRelativePath } from '../../exports/names';
import { periodOf } from '../../market/query/queryPeriod';
import { recordShapes } from '../../market/records/recordKinds';
import { clockChangeIn } from '../../market/time/clockChange';
import { dayOf, marketZone } from '../../market/time/deliveryDay';
import { formatUtc, hourMs } from '../../market/time/zones';
import type { Result } from '../../results/result';
import { titleOf } from '../../results/resultNames';
import type { ResultStore } from '../../results/resultStore';
import type { SeededValues } from '../../results/workerMessages';
import type { ChosenRows, Filter } from '../../table/tableTypes';
import { formatCounted } from '../../text/l10n';
import type { Memory } from '../shell/memory';
import { plainLabel } from '../shell/plainLabel';
import { settings } from '../shell/settings';
import { pick, pickMany, runSteps, type StepEnd } from '../shell/steps';
import { fileNameOf } from './exportTarget';
import { lastChoice, rememberChoice, type FixtureChoice } from './fixtureMemory';
import { isPublished, licenseMention } from './license';

/** What goes into a fixture, and what beside it. */
export interface FixtureContent {
  /** All rows if there are none. */
  readonly rows?: ChosenRows | undefined;
  /** As sent if there are none. */
  readonly values?: SeededValues | undefined;
  readonly types: readonly TypeTarget[];
  readonly mocks: readonly MockTarget[];
}

export interface PromptedFixture extends FixtureContent {
  readonly folder: vscode.Uri;
  /** The response's file name. */
  readonly file: string;
}

const usualRecords = 20;
const usualSeed = 1;
/** On both sides of a clock change. */
const aroundChangeMs = 2 * hourMs;

const whole = (typed: string): number | null => (/^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : null);
const integer = (typed: string): number | null => (/^-?\d{1,15}$/.test(typed) ? Number(typed) : null);

/**
 * Prompts for a fixture of a whole response, beginning with what was chosen for the dataset the last time.
 * Resolves with `undefined` if the person cancelled.
 */
export async function promptForFixture(
  result: Result,
  store: ResultStore,
  memory: Memory,
): Promise<PromptedFixture | undefined> {
  const { dataset } = result.query;
  const last = lastChoice(memory, dataset.id);
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  const [parts, isPublic] = await Promise.all([partsOf(result, store), isPublished(result)]);
  const usual = workspace && safeRelativePath(settings.exportFolder(workspace.uri));
  const usualFolder = workspace && vscode.Uri.joinPath(workspace.uri, ...(usual ?? []));
  let part: Part | undefined;
  let seed: number | null | undefined;
  let types: readonly TypeTarget[] = last?.types ?? [];
  let mocks: readonly MockTarget[] = last?.mocks ?? [];
  let place: Place | undefined;
  const title = plainLabel(vscode.l10n.t('Test Fixture from {0}', titleOf(result, settings.timeZone())));
  const isDone = await runSteps([
    async (step, totalSteps) => {
      const end = await pickPart({ title, step, totalSteps }, result, parts, last);
      if (end.kind === 'answer') part = end.answer;
      return end;
    },
    async (step, totalSteps) => {
      const mention = isPublic ? licenseMention(memory, result) : '';
      if (mention !== '') void vscode.window.showInformationMessage(mention);
      // The last ones may have been those of the sample service.
      const preselected = last?.seed ?? (isPublic ? usualSeed : null);
      const end = await pickValues({ title, step, totalSteps }, preselected, last?.seed ?? usualSeed);
      if (end.kind === 'answer') seed = end.answer;
      return end;
    },
    async (step, totalSteps) => {
      const end = await pickBeside({ title, step, totalSteps }, types, mocks);
      if (end.kind === 'answer') ({ types, mocks } = end.answer);
      return end;
    },
    async (step, totalSteps) => {
      const folders = [last && vscode.Uri.parse(last.folder), usualFolder].filter(
        (each) => each !== undefined,
      );
      const file = fileNameOf(result, 'json', part?.rows !== undefined);
      const end = await pickPlace({ title, step, totalSteps }, folders, file);
      if (end.kind === 'answer') place = end.answer;
      return end;
    },
  ]);
  if (!isDone || !part || !place || seed === undefined) return undefined;
  const { folder, file } = place;
  const { records = null, rows } = part;
  rememberChoice(memory, dataset.id, {
    records,
    seed,
    types: [...types],
    mocks: [...mocks],
    folder: folder.toString(),
  });
  return { rows, values: seed === null ? undefined : { seed }, types, mocks, folder, file };
}

interface Frame {
  title: string;
  step: number;
  totalSteps: number;
}

/** Rows that can be chosen; all if there are none. */
interface Part {
  readonly label: string;
  readonly description?: string;
  readonly rows?: ChosenRows;
  /** Set if these are the first ones. */
  readonly records?: number;
}

/** The records around a clock change, each contract, and the whole response. */
async function partsOf(result: Result, store: ResultStore): Promise<Part[]> {
  const { query, table } = result;
  const keys = table.columns.map(({ key }) => key);
  const counted = (rows: number) =>
    formatCounted(rows, [vscode.l10n.t('{0} row'), vscode.l10n.t('{0} rows')]);
  const parts: Part[] = [{ label: vscode.l10n.t('The whole response'), description: counted(table.rows) }];
  const period = periodOf(query);
  const change = period && clockChangeIn(period, marketZone);
  if (change !== null) {
    const column = keys.includes('deliveryStart') ? 'deliveryStart' : 'startTime';
    const filter: Filter[] = [
      { column, op: '>=', value: formatUtc(change - aroundChangeMs) },
      { column, op: '<', value: formatUtc(change + aroundChangeMs) },
    ];
    const { total } = await store.ask(result.id, 'typedRows', { filter, to: 0 });
    const label = vscode.l10n.t('Around the clock change on {0}', dayOf(change, marketZone));
    if (total > 0) parts.push({ label, description: counted(total), rows: { filter } });
  }
  if (keys.includes('contractId')) {
    const { values } = await store.ask(result.id, 'values', { column: 'contractId', text: '' });
    for (const { value, rows } of values) {
      const label = vscode.l10n.t('Contract {0}', plainLabel(value));
      const filter: Filter[] = [{ column: 'contractId', op: '=', value }];
      parts.push({ label, description: counted(rows), rows: { filter } });
    }
  }
  return parts;
}

function firstRecords({ query }: Result, records: number): Part {
  const label = formatCounted(records, recordShapes[query.dataset.record].sample());
  return { label, records, rows: { sample: records } };
}

async function pickPart(
  frame: Frame,
  result: Result,
  parts: readonly Part[],
  last: FixtureChoice | undefined,
): Promise<StepEnd<Part>> {
  type Item = vscode.QuickPickItem & { part: Part };
  const itemOf = (part: Part): Item => ({
    label: part.label,
    ...(part.description === undefined ? {} : { description: part.description }),
    part,
  });
  const usual = last?.records ?? usualRecords;
  const end = await pick<Item>({
    ...frame,
    placeholder: vscode.l10n.t('Select the data for the fixture, or enter a number of records'),
    items: (typed) => {
      const records = whole(typed) ?? usual;
      return [
        { ...itemOf(firstRecords(result, records)), alwaysShow: whole(typed) !== null },
        ...parts.map(itemOf),
      ];
    },
    accepts: () => true,
    preferred: ({ part }) => (last?.records === null ? part.rows === undefined : part.records !== undefined),
  });
  return end.kind === 'answer' ? { kind: 'answer', answer: end.answer.part } : end;
}

/** `null` for values as sent. */
async function pickValues(
  frame: Frame,
  preselected: number | null,
  usual: number,
): Promise<StepEnd<number | null>> {
  type Item = vscode.QuickPickItem & { seed: number | null };
  const end = await pick<Item>({
    ...frame,
    placeholder: vscode.l10n.t('Select the values for the fixture, or enter an integer as the seed'),
    items: (typed) => [
      {
        label: vscode.l10n.t('Values as sent'),
        detail: vscode.l10n.t('Every byte as the service sent it.'),
        seed: null,
      },
      {
        label: vscode.l10n.t('Seeded values (seed {0})', integer(typed) ?? usual),
        detail: vscode.l10n.t(
          'Prices, volumes, and ids are replaced; times, areas, nulls, signs, decimals, and links are kept.',
        ),
        alwaysShow: integer(typed) !== null,
        seed: integer(typed) ?? usual,
      },
    ],
    accepts: () => true,
    preferred: ({ seed }) => (seed === null) === (preselected === null),
  });
  return end.kind === 'answer' ? { kind: 'answer', answer: end.answer.seed } : end;
}

type BesideFixture = Pick<FixtureContent, 'types' | 'mocks'>;

async function pickBeside(
  frame: Frame,
  types: readonly TypeTarget[],
  mocks: readonly MockTarget[],
): Promise<StepEnd<BesideFixture>> {
  type Item = vscode.QuickPickItem & { type?: TypeTarget; mock?: MockTarget };
  const items: Item[] = [
    ...typeTargets.map((type) => ({
      label: vscode.l10n.t('{0} types', typeLabels[type].label),
      description: typeLabels[type].suffix,
      type,
    })),
    ...mockTargets.map((mock) => ({
      label: vscode.l10n.t('{0} mock', mockNames[mock]),
      description: mockSuffixes[mock],
      mock,
    })),
  ];
  const end = await pickMany({
    ...frame,
    placeholder: vscode.l10n.t('Select additional files to save with the fixture'),
    items,
    selected: ({ type, mock }) =>
      (type !== undefined && types.includes(type)) || (mock !== undefined && mocks.includes(mock)),
  });
  if (end.kind !== 'answer') return end;
  const answer = {
    types: end.answer.flatMap(({ type }) => type ?? []),
    mocks: end.answer.flatMap(({ mock }) => mock ?? []),
  };
  return { kind: 'answer', answer };
}

const mockNames: { readonly [Target in MockTarget]: string } = { msw: 'MSW', wiremock: 'WireMock' };

type Place = Pick<PromptedFixture, 'folder' | 'file'>;

async function pickPlace(
  frame: Frame,
  folders: readonly vscode.Uri[],
  usualFile: string,
): Promise<StepEnd<Place>> {
  type Item = vscode.QuickPickItem & { folder?: vscode.Uri; file?: string };
  const known = [...new Map(folders.map((folder) => [folder.toString(), folder])).values()];
  const inFolder = (folder: vscode.Uri, file: string): Item => {
    const path = vscode.workspace.asRelativePath(vscode.Uri.joinPath(folder, file));
    return { label: `$(folder) ${plainLabel(path)}`, alwaysShow: true, folder, file };
  };
  const end = await pick<Item>({
    ...frame,
    placeholder: vscode.l10n.t('Select where to save the fixture, or enter its name'),
    items: (typed) => {
      const file = typed === '' ? usualFile : `${typed}.json`;
      const isSafe = typed === '' || isFileName(file);
      const unsafe: Item = {
        label: `$(error) ${vscode.l10n.t('This is not a safe file name.')}`,
        alwaysShow: true,
      };
      return [
        ...(isSafe ? known.map((folder) => inFolder(folder, file)) : [unsafe]),
        {
          label: vscode.l10n.t('$(folder-opened) Choose Another Folder…'),
          alwaysShow: isSafe,
          ...(isSafe ? { file } : {}),
        },
      ];
    },
    accepts: ({ file }) => file !== undefined,
  });
  if (end.kind !== 'answer') return end;
  const { folder, file = usualFile } = end.answer;
  if (folder) return { kind: 'answer', answer: { folder, file } };
  const [other] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      ...(known[0] ? { defaultUri: known[0] } : {}),
      openLabel: vscode.l10n.t('Create Here'),
    })) ?? [];
  return other ? { kind: 'answer', answer: { folder: other, file } } : { kind: 'leave' };
}

const isFileName = (file: string) => safeRelativePath(file)?.length === 1;

/** Throws an `Error` fit to be shown if the name isn't one of a file. */
export function fileNamed(name: string): string {
  const file = `${name}.json`;
  if (name.trim() !== '' && isFileName(file)) return file;
  throw new Error(vscode.l10n.t('"{0}" is not a safe file name.', plainLabel(name, 100)));
}

import * as vscode from 'vscode';
import type { Beside } from '../../exports/formats';
import { periodOf } from '../../market/query/queryPeriod';
import { firstClockChange } from '../../market/time/firstClockChange';
import { dayOf, marketZone } from '../../market/time/deliveryDay';
import { formatUtc, hourMs } from '../../market/time/zones';
import { tableOf, type Result } from '../../results/result';
import { titleOf } from '../../results/resultNames';
import type { ResultStore } from '../../results/resultStore';
import type { SeededValues } from '../../results/workerMessages';
import { leavesOut, type ChosenRows, type Filter } from '../../table/tableTypes';
import { formatCounted } from '../../text/l10n';
import type { Memory } from '../shell/memory';
import { plainLabel } from '../shell/plainLabel';
import { settings } from '../shell/settings';
import { runSteps } from '../shell/promptSteps';
import { fixtureChoicesIn, noChoice, type ExportChoices } from './exportChoices';
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

/** What goes into a fixture, and what beside it. */
export interface FixtureContent {
  /** All rows if there are none. */
  readonly rows?: ChosenRows | undefined;
  /** As sent if there are none. */
  readonly values?: SeededValues | undefined;
  readonly types: Beside['types'];
  readonly mocks: Beside['mocks'];
}

export interface PromptedFixture extends FixtureContent, PickedTarget {}

/** On both sides of a clock change. */
const aroundChangeMs = 2 * hourMs;

/**
 * Prompts for a fixture of a whole response, beginning with what was chosen in the dataset's last one, and beside its last export. `openView`
 * opens the export dialog: only it knows the rows in the table. Resolves with `undefined` if the person cancelled or
 * went on there.
 */
export async function promptForFixture(
  result: Result,
  store: ResultStore,
  choices: ExportChoices,
  memory: Memory,
  openView: (() => void) | null,
): Promise<PromptedFixture | undefined> {
  const table = tableOf(result);
  const folders = saveFoldersIn(memory, 'fixtures');
  const fixtures = fixtureChoicesIn(memory);
  const last = fixtures.of(table);
  const exported = choices.of(table);
  const more = await moreRows(result, store);
  const suggested = await folders.suggested(table);
  let rows: RowsItem['rows'] | undefined;
  let before = rowsBefore(last, 'sample');
  let beside = exported?.beside ?? noChoice.beside;
  let target: PickedTarget | undefined;
  const seedBefore = last?.seed ?? null;
  let seed: number | null | undefined;
  let isPublic = false;
  const title = plainLabel(vscode.l10n.t('Test Fixture from {0}', titleOf(result, settings.timeZone())));
  const isDone = await runSteps([
    async (step, totalSteps) => {
      const offered = { hasView: openView !== null, more };
      const end = await pickRows({ title, step, totalSteps }, result, before, offered);
      if (end.kind !== 'answer') return end;
      rows = end.answer;
      before = rowsAgain(rows, before);
      return rows === 'view' ? { kind: 'leave' } : end;
    },
    async (step, totalSteps) => {
      const frame = { title, step, totalSteps };
      const end = await pickBeside(frame, beside, { provenance: false, mocks: true });
      if (end.kind === 'answer') beside = end.answer;
      return end;
    },
    async (step, totalSteps) => {
      const isPart = rows !== 'view' && leavesOut(rows);
      const written = { ...beside, provenance: true };
      const named = { format: 'json', isPart } as const;
      const end = await pickTarget(
        { title, step, totalSteps },
        result,
        named,
        written,
        suggested,
        target?.uri,
      );
      if (end.kind === 'answer') target = end.answer;
      return end;
    },
    async (step, totalSteps) => {
      if (!target) return { kind: 'back' };
      isPublic = await wouldPublish(result, target.uri);
      const license = isPublic ? shortLicenseMention(memory, result) : '';
      const values = { before: seedBefore, isPublic, license };
      const end = await pickValues({ title, step, totalSteps }, result, values);
      if (end.kind === 'answer') seed = end.answer;
      return end;
    },
  ]);
  if (rows === 'view') openView?.();
  if (!isDone || rows === undefined || rows === 'view' || !target || seed === undefined) return undefined;
  await mindLicense(memory, result, target.uri, true);
  const keptSeed = rememberedSeed(seed, seedBefore, isPublic);
  fixtures.remember(table, { ...rememberedRows(rows, last), seed: keptSeed });
  choices.remember(table, { ...(exported ?? noChoice), beside });
  folders.remember(table, target.uri, target.isSelected);
  const { types, mocks } = beside;
  return { rows: rows ?? undefined, values: seed === null ? undefined : { seed }, types, mocks, ...target };
}

/** The rows around a clock change, and those of each contract. */
async function moreRows({ id, query, table }: Result, store: ResultStore): Promise<RowsItem[]> {
  const keys = table.columns.map(({ key }) => key);
  const counted = (rows: number) =>
    formatCounted(rows, [vscode.l10n.t('{0} row'), vscode.l10n.t('{0} rows')]);
  const items: RowsItem[] = [];
  const period = periodOf(query);
  const change = period && firstClockChange(period, marketZone);
  if (change !== null) {
    const column = keys.includes('deliveryStart') ? 'deliveryStart' : 'startTime';
    const filter: Filter[] = [
      { column, op: '>=', value: formatUtc(change - aroundChangeMs) },
      { column, op: '<', value: formatUtc(change + aroundChangeMs) },
    ];
    const { total } = await store.ask(id, 'typedRows', { filter, to: 0 });
    const label = vscode.l10n.t('Around the clock change on {0}', dayOf(change, marketZone));
    if (total > 0) items.push({ label, description: counted(total), rows: { filter } });
  }
  if (keys.includes('contractId')) {
    const { values } = await store.ask(id, 'values', { column: 'contractId', text: '' });
    for (const { value, rows } of values) {
      const label = vscode.l10n.t('Contract {0}', plainLabel(value));
      const filter: Filter[] = [{ column: 'contractId', op: '=', value }];
      items.push({ label, description: counted(rows), rows: { filter } });
    }
  }
  return items;
}

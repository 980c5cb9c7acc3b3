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
import type { ChosenRows, Filter } from '../../table/tableTypes';
import { formatCounted } from '../../text/l10n';
import type { Memory } from '../shell/memory';
import { plainLabel } from '../shell/plainLabel';
import { settings } from '../shell/settings';
import { runSteps, type Step } from '../shell/promptSteps';
import { fixtureChoicesIn, noChoice, type ExportChoices } from './exportChoices';
import { pickBeside, rememberedRows, rowsBefore, type PickedTarget, type RowsItem } from './exportSteps';
import { mindLicense } from './license';
import { fileStep, rowsStep, valuesStep } from './pickingSteps';
import { saveFoldersIn } from './saveFolders';

/** The content of a fixture and the files beside it. */
export interface FixtureContent {
  /** All rows if undefined. */
  readonly rows?: ChosenRows | undefined;
  /** As sent if undefined. */
  readonly values?: SeededValues | undefined;
  readonly types: Beside['types'];
  readonly mocks: Beside['mocks'];
}

export interface PromptedFixture extends FixtureContent, PickedTarget {}

/** Before and after the clock change. */
const aroundChangeMs = 2 * hourMs;

/**
 * Prompts for a fixture of a whole response, starting from the choices in the table's last fixture and the
 * files beside its last export. `openView` opens the export dialog, because only the view knows which rows
 * the table shows. Resolves with `undefined` if the person cancelled or continues in the dialog.
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
  let beside = exported?.beside ?? noChoice.beside;
  const title = plainLabel(vscode.l10n.t('Test Fixture from {0}', titleOf(result, settings.timeZone())));
  const offered = { hasView: openView !== null, more };
  const rowsPicked = rowsStep(title, result, rowsBefore(last, 'sample'), offered);
  const besideStep: Step = async (step, totalSteps) => {
    const can = { provenance: false, mocks: true };
    const end = await pickBeside({ title, step, totalSteps }, beside, can);
    if (end.kind === 'answer') beside = end.answer;
    return end;
  };
  const file = fileStep(title, result, suggested, () => ({
    format: 'json',
    rows: rowsPicked.picked(),
    beside: { ...beside, provenance: true },
  }));
  const values = valuesStep(title, result, last?.seed ?? null, memory, () => file.picked()?.uri);
  const isDone = await runSteps([rowsPicked.ask, besideStep, file.ask, values.ask]);
  const [rows, target, seed] = [rowsPicked.picked(), file.picked(), values.picked()];
  if (rows === 'view') openView?.();
  if (!isDone || rows === undefined || rows === 'view' || !target || seed === undefined) return undefined;
  await mindLicense(memory, result, target.uri, true);
  fixtures.remember(table, { ...rememberedRows(rows, last), seed: values.remembered() });
  choices.remember(table, { ...(exported ?? noChoice), beside });
  folders.remember(table, target.uri, target.isSelected);
  const { types, mocks } = beside;
  return { rows: rows ?? undefined, values: seed === null ? undefined : { seed }, types, mocks, ...target };
}

/** Additional rows to offer: those around a clock change and those of each contract. */
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

import * as vscode from 'vscode';
import { queryKey } from '../../market/query/sameQuery';
import { provenanceSuffix, queryOfProvenance, readProvenance } from '../../request/provenance';
import { parseScenario, scenarios, suitsFixtures } from '../../sandbox/scenario';
import { formatCount, formatCounted } from '../../text/l10n';
import { plainLabel } from '../../text/plainLabel';
import { asking, pick, runSteps, typeText } from '../shell/promptSteps';

/** What the person chose, as the command's argument. */
export interface ChosenSandbox {
  readonly scenario: string;
  readonly fixtures?: vscode.Uri;
  readonly port?: number;
}

/** The person's choice, and why its port can't be used. */
export interface RejectedPort {
  readonly chosen: ChosenSandbox;
  readonly problem: string;
}

interface ScenarioItem extends vscode.QuickPickItem {
  readonly scenario: string;
}

interface DataItem extends vscode.QuickPickItem {
  readonly fixtures: vscode.Uri | undefined;
}

/**
 * Prompts for the data that the sample service returns, its scenario, and its port. After a rejected port,
 * begins with the port. Resolves with `undefined` if the person canceled.
 */
export async function promptForSandbox(rejected?: RejectedPort): Promise<ChosenSandbox | undefined> {
  const title = vscode.l10n.t('Start Sample Service');
  const folders = await foldersWithFixtures();
  let { scenario, fixtures } = rejected?.chosen ?? { scenario: 'normal', fixtures: undefined };
  let typed = String(rejected?.chosen.port ?? '');

  const data = asking(
    (position) =>
      pick<DataItem>({
        title,
        ...position,
        placeholder: vscode.l10n.t('Select the data that the service returns'),
        items: () => [{ label: vscode.l10n.t('Sample data'), fixtures: undefined }, ...folders],
        preferred: (item) => item.fixtures?.path === fixtures?.path,
      }),
    (item) => ({ fixtures } = item),
  );
  const behavior = asking(
    (position) =>
      pick<ScenarioItem>({
        title,
        ...position,
        placeholder: fixtures
          ? vscode.l10n.t('Select how the service behaves when it replays saved responses')
          : vscode.l10n.t('Select how the service behaves'),
        items: (text) => scenarioItems(text, fixtures !== undefined),
        preferred: (item) => item.scenario === scenario,
      }),
    (item) => ({ scenario } = item),
  );
  const port = asking(
    (position) =>
      typeText({
        title,
        ...position,
        prompt: vscode.l10n.t('Port (optional, press Enter to use any free port)'),
        placeholder: '8766',
        typed,
        ...(typed === String(rejected?.chosen.port) ? { rejected: rejected?.problem } : {}),
        problem: (text) => (isPort(text.trim()) ? null : vscode.l10n.t('Enter a port from 1 to 65535.')),
      }),
    (text) => (typed = text.trim()),
  );

  const steps = [...(folders.length > 0 ? [data] : []), behavior, port];
  if (!(await runSteps(steps, rejected ? steps.length - 1 : 0))) return undefined;
  return { scenario, ...(fixtures ? { fixtures } : {}), ...(typed === '' ? {} : { port: Number(typed) }) };
}

const isPort = (text: string) =>
  text === '' || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535);

/** The scenarios, and `large:N` once it is typed. With saved responses, only those that can replay them. */
function scenarioItems(typed: string, hasFixtures: boolean): ScenarioItem[] {
  const items = scenarios.map(({ name, help }) => ({ label: name, description: help, scenario: name }));
  const exact = parseScenario(typed);
  const all =
    exact === undefined || items.some(({ label }) => label === exact)
      ? items
      : [{ label: exact, scenario: exact }, ...items];
  return hasFixtures ? all.filter(({ scenario }) => suitsFixtures(scenario)) : all;
}

/** The most files to look at; a list of folders needs no more. */
const mostFiles = 1000;

/** The key of the query that a saved response answers, if its provenance names one. */
async function queryKeyOf(provenance: vscode.Uri): Promise<string | undefined> {
  const bytes = await Promise.resolve(vscode.workspace.fs.readFile(provenance)).catch(() => undefined);
  const read = bytes && readProvenance(new TextDecoder().decode(bytes));
  const query = read && queryOfProvenance(read, Date.now());
  return query && queryKey(query.dataset, Object.entries(query.parameters));
}

/** The workspace's folders with saved responses. */
async function foldersWithFixtures(): Promise<DataItem[]> {
  if (!vscode.workspace.isTrusted) return [];
  const pattern = `**/*.json${provenanceSuffix}`;
  const search = vscode.workspace.findFiles(pattern, '{**/node_modules/**,**/.*/**}', mostFiles);
  // Where the editor can't search, the scenarios can still be selected.
  const files = await Promise.resolve(search).catch((): vscode.Uri[] => []);
  const folders = new Map<string, { readonly uri: vscode.Uri; keys: (string | undefined)[] }>();
  const local = files.filter(({ scheme }) => scheme === 'file');
  const keys = await Promise.all(local.map(queryKeyOf));
  for (const [at, file] of local.entries()) {
    const uri = vscode.Uri.joinPath(file, '..');
    const folder = folders.get(uri.path) ?? { uri, keys: [] };
    folder.keys.push(keys[at]);
    folders.set(uri.path, folder);
  }
  return [...folders.values()].map(({ uri, keys }) => ({
    label: `$(folder) ${plainLabel(vscode.workspace.asRelativePath(uri))}`,
    description: savedWords(keys),
    fixtures: uri,
  }));
}

/**
 * The number of saved responses, and of their queries if there are fewer: only one response to each is
 * served.
 */
function savedWords(keys: readonly (string | undefined)[]): string {
  const queries = new Set(keys.filter((key) => key !== undefined)).size;
  const responses = [vscode.l10n.t('{0} saved response'), vscode.l10n.t('{0} saved responses')] as const;
  const ofQueries = [
    vscode.l10n.t('{1} saved responses to {0} query'),
    vscode.l10n.t('{1} saved responses to {0} queries'),
  ] as const;
  return queries === 0 || queries === keys.length
    ? formatCounted(keys.length, responses)
    : formatCounted(queries, ofQueries, formatCount(keys.length));
}

import * as vscode from 'vscode';
import { provenanceSuffix } from '../../request/provenance';
import { parseScenario, scenarios } from '../../sandbox/scenario';
import { formatCounted } from '../../text/l10n';
import { plainLabel } from '../shell/plainLabel';
import { pick, runSteps, typeText } from '../shell/steps';

/** What the person chose, as the command's argument. */
interface Chosen {
  port?: number;
  scenario?: string;
  fixtures?: vscode.Uri;
}

interface Item extends vscode.QuickPickItem {
  readonly chosen: Pick<Chosen, 'scenario' | 'fixtures'>;
}

/** Prompts for what the sample service serves, and where. Resolves with `undefined` if the person cancelled. */
export async function askSandbox(): Promise<Chosen | undefined> {
  const title = vscode.l10n.t('Start Sample Service');
  const folders = await foldersWithFixtures();
  let chosen: Item['chosen'] = {};
  let typed = '';
  const isDone = await runSteps([
    async (step, totalSteps) => {
      const end = await pick({
        title,
        step,
        totalSteps,
        placeholder: vscode.l10n.t('Select how the service behaves, or the saved responses it replays'),
        items: (text) => [...scenarioItems(text), ...folders],
        accepts: ({ kind }) => kind !== vscode.QuickPickItemKind.Separator,
      });
      if (end.kind === 'answer') chosen = end.answer.chosen;
      return end;
    },
    async (step, totalSteps) => {
      const end = await typeText({
        title,
        step,
        totalSteps,
        prompt: vscode.l10n.t('Port (optional, press Enter to use any free port)'),
        placeholder: '8766',
        typed,
        problem: (text) => (isPort(text.trim()) ? null : vscode.l10n.t('Enter a port from 1 to 65535.')),
      });
      if (end.kind === 'answer') typed = end.answer.trim();
      return end;
    },
  ]);
  return isDone ? { ...chosen, ...(typed === '' ? {} : { port: Number(typed) }) } : undefined;
}

const isPort = (text: string) =>
  text === '' || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535);

/** All scenarios, and `large:N` as soon as it is typed. */
function scenarioItems(typed: string): Item[] {
  const items = scenarios.map(({ name, help }) => ({
    label: name,
    description: help,
    chosen: { scenario: name },
  }));
  const exact = parseScenario(typed);
  return exact === undefined || items.some(({ label }) => label === exact)
    ? items
    : [{ label: exact, chosen: { scenario: exact } }, ...items];
}

/** More files than a list of folders needs. */
const mostFiles = 1000;

/** The workspace's folders with saved responses. */
async function foldersWithFixtures(): Promise<Item[]> {
  if (!vscode.workspace.isTrusted) return [];
  const pattern = `**/*.json${provenanceSuffix}`;
  const search = vscode.workspace.findFiles(pattern, '{**/node_modules/**,**/.*/**}', mostFiles);
  // Where the editor can't search, the scenarios can still be selected.
  const files = await Promise.resolve(search).catch((): vscode.Uri[] => []);
  const folders = new Map<string, { readonly uri: vscode.Uri; count: number }>();
  for (const file of files.filter(({ scheme }) => scheme === 'file')) {
    const uri = vscode.Uri.joinPath(file, '..');
    const folder = folders.get(uri.path) ?? { uri, count: 0 };
    folder.count += 1;
    folders.set(uri.path, folder);
  }
  if (folders.size === 0) return [];
  const counts = [vscode.l10n.t('{0} saved response'), vscode.l10n.t('{0} saved responses')] as const;
  return [
    {
      label: vscode.l10n.t('Saved Responses'),
      kind: vscode.QuickPickItemKind.Separator,
      chosen: {},
    },
    ...[...folders.values()].map(({ uri, count }) => ({
      label: `$(folder) ${plainLabel(vscode.workspace.asRelativePath(uri))}`,
      description: formatCounted(count, counts),
      chosen: { fixtures: uri },
    })),
  ];
}

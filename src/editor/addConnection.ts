import * as vscode from 'vscode';
import { checkAddress, readConnections } from '../service/connections';
import type { Connections } from './connections';
import { addToConnections, settings } from './settings';
import type { SignIn } from './signIn';
import { pick, runSteps, typeText, type StepEnd } from './steps';

/** Asks for a connection's name and addresses; resolves with its name, `undefined` when left. */
export async function addConnection(
  connections: Connections,
  signIn: SignIn,
): Promise<string | undefined> {
  const title = vscode.l10n.t('Add a connection');
  const answers = { name: '', baseUrl: '', authUrl: '', clientId: '', scope: '' };
  type Field = keyof typeof answers;
  const ask =
    (
      field: Field,
      prompt: string,
      placeholder: string,
      problem: (typed: string) => string | null,
    ) =>
    async (step: number, totalSteps: number): Promise<StepEnd<unknown>> => {
      const typed = answers[field];
      const end = await typeText({ title, step, totalSteps, prompt, placeholder, typed, problem });
      if (end.kind === 'answer') answers[field] = end.answer.trim();
      return end;
    };
  const done = await runSteps([
    ask('name', vscode.l10n.t('A short name of your own'), 'production', (typed) => nameProblem(typed, connections.names)), // prettier-ignore
    ask('baseUrl', vscode.l10n.t('Base address of the data service'), 'https://api.example.com', checkAddress), // prettier-ignore
    ask('authUrl', vscode.l10n.t('Address of the sign-in service'), 'https://sso.example.com', checkAddress), // prettier-ignore
    ask('clientId', vscode.l10n.t('Client id, if the service gave you one'), '', () => null),
    ask('scope', vscode.l10n.t('Scope, if the service names one'), '', () => null),
  ]);
  if (!done) return undefined;
  const entry = Object.fromEntries(Object.entries(answers).filter(([, text]) => text !== ''));
  const { problems } = readConnections([entry]);
  if (problems[0]) throw new Error(`${problems[0].field}: ${problems[0].message}`);
  await addToConnections(entry);
  if (
    !readConnections(settings.connections()).connections.some(({ name }) => name === answers.name)
  ) {
    throw new Error(vscode.l10n.t('The connection could not be written to your settings.'));
  }
  await connections.select(answers.name);
  await offerSignIn(answers.name, signIn);
  return answers.name;
}

function nameProblem(typed: string, taken: readonly string[]): string | null {
  const name = typed.trim();
  if (name === '') return vscode.l10n.t('A connection needs a name.');
  if (name.length > 64) return vscode.l10n.t('A name has at most 64 characters.');
  return taken.includes(name) ? vscode.l10n.t('There is a connection of this name.') : null;
}

async function offerSignIn(name: string, signIn: SignIn): Promise<void> {
  const now = { label: vscode.l10n.t('Sign in now'), isNow: true };
  const later = { label: vscode.l10n.t('Later'), isNow: false };
  const end = await pick({
    title: vscode.l10n.t('{0} is added and selected', name),
    step: 1,
    totalSteps: 1,
    placeholder: vscode.l10n.t('Further fields are in the setting marketData.connections'),
    offers: () => [now, later],
    accepts: () => true,
  });
  if (end.kind === 'answer' && end.answer.isNow) await signIn.prompt(name);
}

/** Selects the named connection; without a name a person chooses, or goes on to add one, sign in or out. */
export async function selectConnection(
  connections: Connections,
  signIn: SignIn,
  name?: unknown,
): Promise<void> {
  if (name !== undefined && name !== null) {
    if (typeof name !== 'string')
      throw new Error('The argument should be the name of a connection.');
    await connections.select(name);
    return;
  }
  const selected = connections.selected;
  const states = await Promise.all(connections.names.map((name) => connections.state(name)));
  const words = {
    sample: vscode.l10n.t('sample data, no account needed'),
    signedIn: vscode.l10n.t('signed in'),
    signedOut: vscode.l10n.t('not signed in'),
    moved: vscode.l10n.t('address changed, to be confirmed'),
    refused: vscode.l10n.t('sign-in refused'),
  };
  type Offer = vscode.QuickPickItem & { run?: () => unknown };
  const offers: Offer[] = [
    ...connections.names.map((name, place) => ({
      label: name,
      description: words[states[place] ?? 'signedOut'],
      ...(name === selected ? { detail: vscode.l10n.t('selected') } : {}),
      run: () => connections.select(name),
    })),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    {
      label: vscode.l10n.t('Add a connection…'),
      run: () => addConnection(connections, signIn),
    },
    ...(states[connections.names.indexOf(selected)] === 'sample'
      ? []
      : [
          {
            label: vscode.l10n.t('Sign in to {0}…', selected),
            run: () => signIn.prompt(selected),
          },
          {
            label: vscode.l10n.t('Sign out of {0}', selected),
            run: () => signIn.signOut(selected),
          },
        ]),
  ];
  const placeHolder = vscode.l10n.t('Where shall queries go?');
  await (
    await vscode.window.showQuickPick(offers, { placeHolder, matchOnDescription: true })
  )?.run?.();
}

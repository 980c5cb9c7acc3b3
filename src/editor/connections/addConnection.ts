import * as vscode from 'vscode';
import { fileConnection, type Connection, type SampleAccess } from '../../request/connection';
import {
  connectionIn,
  environment,
  variablesIn,
  type DescribedConnection,
  type Variables,
} from '../../request/environment';
import { checkAddress, hostOf, urlOf } from '../../service/addresses';
import type { Credentials } from '../../service/clientTypes';
import { readConnections } from '../../service/connectionSettings';
import { plainLabel } from '../../text/plainLabel';
import type { Connections } from './connections';

import { addToConnections, changeConnection, settings } from '../shell/settings';
import { asking, pick, runSteps, typeText } from '../shell/promptSteps';

type Field = 'name' | 'baseUrl' | 'authUrl' | 'clientId' | 'scope';
type Inputs = Record<Field, string>;

const noInputs: Inputs = { name: '', baseUrl: '', authUrl: '', clientId: '', scope: '' };

/**
 * Prompts for the fields of a connection one by one, until a text that `finishes` accepts is pasted into the first.
 * Resolves with `undefined` if the person canceled.
 */
async function askFields(
  title: string,
  begin: Inputs,
  fields: readonly Field[],
  taken: readonly string[],
  finishes: (typed: string) => boolean = () => false,
): Promise<Inputs | undefined> {
  const inputs = { ...begin };
  const optional = (words: string) => vscode.l10n.t('{0} (optional, press Enter to skip)', words);
  const anything = () => null;
  const fieldPrompts: {
    readonly [Name in Field]: readonly [string, string, (typed: string) => string | null];
  } = {
    name: [vscode.l10n.t('A short name of your choice'), 'production', (typed) => nameProblem(typed, taken)],
    baseUrl: [vscode.l10n.t('Base address of the data service'), 'https://api.example.com', checkAddress],
    authUrl: [
      vscode.l10n.t('Address of the sign-in service, with or without /connect/token at the end'),
      'https://sso.example.com',
      (typed) => checkAddress(withoutTokenPath(typed)),
    ],
    clientId: [optional(vscode.l10n.t('Client ID, if the service gave you one')), '', anything],
    scope: [optional(vscode.l10n.t('Scope, if the service requires one')), '', anything],
  };
  const steps = fields.map((field, at) => {
    const [prompt, placeholder, problem] = fieldPrompts[field];
    const pasted = at === 0 ? { finishes } : {};
    const canPaste = field === 'name' && fields.length > 1;
    const name = canPaste ? vscode.l10n.t('{0}: Type a Name or Paste an .env File', title) : title;
    return asking(
      (position) =>
        typeText({ title: name, ...position, prompt, placeholder, typed: inputs[field], problem, ...pasted }),
      (answer) => {
        const text = answer.trim();
        inputs[field] = field === 'authUrl' ? withoutTokenPath(text) : text;
      },
    );
  });
  return (await runSteps(steps)) ? inputs : undefined;
}

/** The connection of an entry. Throws an `Error` ready to display if the entry is not valid in the settings. */
function checkEntry(entry: DescribedConnection['entry']): Connection {
  const { connections, problems } = readConnections([entry]);
  const [connection] = connections;
  if (!connection) throw new Error(problems.map(({ field, message }) => `${field}: ${message}`).join(' '));
  return connection;
}

/** Credentials that needn't be prompted for. */
export interface KnownSignIn {
  readonly credentials: Credentials;
  /** Whether they are of no use after this session, so that nobody is asked whether to save them. */
  readonly isTemporary?: boolean;
}

/** Signs in to the connection of this name, with prompts unless the credentials are known. */
type AskSignIn = (name: string, known?: KnownSignIn) => Promise<boolean>;

/** Offers to add the connection of this name, which a query file names, if the person doesn't have it. */
export async function offerToAdd(connections: Connections, name: string, signIn: AskSignIn): Promise<void> {
  if (connections.names.includes(name)) return;
  const shown = plainLabel(name);
  const add = vscode.l10n.t('Add Connection "{0}"…', shown);
  const placeHolder = vscode.l10n.t('Connection "{0}" isn\'t in your settings.', shown);
  if (await vscode.window.showQuickPick([add], { placeHolder }))
    await addConnection(connections, signIn, name);
}

/**
 * Prompts for a connection's name and addresses. `suggestedName` is filled in. Resolves with its name, or `undefined` if
 * the person canceled.
 */
export async function addConnection(
  connections: Connections,
  signIn: AskSignIn,
  suggestedName = '',
): Promise<string | undefined> {
  const title = vscode.l10n.t('Add Connection');
  const begin = { ...noInputs, name: suggestedName };
  const fields = ['name', 'baseUrl', 'authUrl', 'clientId', 'scope'] as const;
  let pasted: Variables | undefined;
  const inputs = await askFields(title, begin, fields, connections.names, (typed) => {
    pasted = variablesIn(typed);
    return pasted !== undefined;
  });
  if (!inputs) return undefined;
  if (pasted) return addFromVariables(connections, signIn, suggestedName, pasted);
  const { name } = inputs;
  await add(connections, name, Object.fromEntries(Object.entries(inputs).filter(([, text]) => text !== '')));
  await offerSignIn(name, signIn);
  return name;
}

/** Prompts only for the name, and signs in if the person pasted what is needed. */
async function addFromVariables(
  connections: Connections,
  signIn: AskSignIn,
  suggestedName: string,
  variables: Variables,
): Promise<string | undefined> {
  const address = variables.get(environment.baseUrl) ?? '';
  const host = urlOf(address) ? hostOf(address) : '';
  const suggested = { ...noInputs, name: suggestedName === '' ? host : suggestedName };
  const named = await askFields(vscode.l10n.t('Add Connection'), suggested, ['name'], connections.names);
  if (!named) return undefined;
  const { name } = named;
  const { entry, secrets } = connectionIn(variables, name);
  await add(connections, name, entry);
  const { username, password } = secrets;
  if (username === undefined || password === undefined) await offerSignIn(name, signIn);
  else await signIn(name, { credentials: { ...secrets, username, password } });
  return name;
}

/** Adds the connection of a sample service that runs on this machine until the window closes, and signs in. */
export async function addSampleConnection(
  connections: Connections,
  { baseUrl, authUrl, ...account }: SampleAccess,
  signIn: AskSignIn,
): Promise<void> {
  const name = 'sample-service';
  const { hostname } = new URL(baseUrl);
  // That of an earlier one, which had another port.
  const former = connections
    .configured()
    .find((each) => each.name === name && new URL(each.baseUrl).hostname === hostname);
  if (former) {
    await changeConnection(name, { baseUrl, authUrl });
    await connections.select(name);
  } else await add(connections, name, { name, baseUrl, authUrl });
  await signIn(name, { credentials: { ...account, headers: {} }, isTemporary: true });
}

/** Adds a connection to the settings, and selects it. Rejects with an `Error` ready to display. */
async function add(
  connections: Connections,
  name: string,
  entry: DescribedConnection['entry'],
): Promise<void> {
  checkEntry(entry);
  await addToConnections(entry);
  if (!readConnections(settings.connections()).connections.some((each) => each.name === name)) {
    throw new Error(vscode.l10n.t("Couldn't save the connection in your settings."));
  }
  await connections.select(name);
}

/**
 * Prompts for the addresses again, with the current ones filled in. Resolves with false if the person
 * canceled.
 */
export async function editConnection(connection: Connection): Promise<boolean> {
  const { name, baseUrl, authUrl, clientId, scope } = connection;
  const title = vscode.l10n.t('Edit {0}', name);
  const fields = ['baseUrl', 'authUrl', 'clientId', 'scope'] as const;
  const inputs = await askFields(title, { name, baseUrl, authUrl, clientId, scope }, fields, []);
  if (!inputs) return false;
  const change = Object.fromEntries(fields.map((field) => [field, inputs[field]]));
  checkEntry({ name, ...change });
  await changeConnection(name, change);
  return true;
}

/** People often enter the full token address, but the token path is appended to this setting. */
const withoutTokenPath = (typed: string): string => typed.trim().replace(/\/connect\/token\/*$/i, '');

function nameProblem(typed: string, taken: readonly string[]): string | null {
  const name = typed.trim();
  if (name === '') return vscode.l10n.t('A name is required.');
  if (name.length > 64) return vscode.l10n.t('The name can have at most 64 characters.');
  if (name === fileConnection) return vscode.l10n.t('"{0}" is reserved for saved responses.', fileConnection);
  return taken.includes(name) ? vscode.l10n.t('A connection with this name already exists.') : null;
}

async function offerSignIn(name: string, signIn: AskSignIn): Promise<void> {
  const now = { label: vscode.l10n.t('Sign in now'), isNow: true };
  const later = { label: vscode.l10n.t('Later'), isNow: false };
  const end = await pick({
    title: vscode.l10n.t('{0} was added and selected', name),
    step: 1,
    totalSteps: 1,
    placeholder: vscode.l10n.t('More fields are available in the marketData.connections setting'),
    items: () => [now, later],
  });
  if (end.kind === 'answer' && end.answer.isNow) await signIn(name);
}

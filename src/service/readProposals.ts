/**
 * Reads the connections that a repository proposes. A proposal is outside data from whoever wrote the
 * repository: it names addresses and nothing else, and only a person can turn it into a connection.
 */
import * as l10n from '@vscode/l10n';
import { createScanner, parseTree, type Node, type ParseError } from 'jsonc-parser';
import type { Connection } from '../request/connection';
import { connectionDefaults, readConnections, type ConnectionProblem } from './connectionSettings';
import { oneLine } from '../text/plainText';

/** The largest file that is read, in bytes. */
export const mostProposalBytes = 64 * 1024;

/** The most characters of each member. A dialog shows all members at once. */
const proposable: Readonly<Record<string, number>> = {
  name: 64,
  baseUrl: 300,
  authUrl: 300,
  clientId: 200,
  scope: 200,
  clientAuthentication: 5,
  venue: 100,
};

/** Far more than the format needs. The limit exists because the parser is recursive. */
const mostLevels = 16;

/** A connection that can be accepted. */
export interface Proposal {
  readonly connection: Connection;
  /** The members that accepting it copies to the settings, with addresses as they are shown. */
  readonly entry: Readonly<Record<string, string>>;
}

/** The proposals in a file, and the problems found in it. */
export interface ReadProposals {
  readonly proposals: readonly Proposal[];
  /**
   * `index` is that of a connection in the file. -1 stands for the file itself, which then has no proposals.
   */
  readonly problems: readonly ConnectionProblem[];
}

/**
 * Reads the text of `.vscode/market-connections.json`, JSON with comments. A connection with a problem, such
 * as a member that a proposal can't have, is left out; a problem of the file itself leaves out everything.
 * Never throws.
 */
export function readProposals(text: string): ReadProposals {
  const ofFile = (message: string, field = ''): ReadProposals => ({
    proposals: [],
    problems: [{ index: -1, field, message }],
  });
  const root = treeOf(text);
  if (!root) return ofFile(l10n.t("The file isn't valid JSON."));
  if (root.type !== 'object') return ofFile(l10n.t('The file must contain an object.'));
  const members = membersOf(root);
  const odd = members.find(
    ([name], index) => !['version', 'connections'].includes(name) || isRepeated(members, index),
  );
  if (odd) {
    const [name] = odd;
    return ofFile(repeated(members, name) ?? l10n.t('Unknown property "{0}".', oneLine(name, 60)));
  }
  const { version, connections } = Object.fromEntries(members);
  if (version?.value !== 1) return ofFile(l10n.t('The value must be {0}.', 1), 'version');
  if (connections?.type !== 'array') {
    return ofFile(l10n.t('The value must be a list of connections.'), 'connections');
  }
  const proposals: Proposal[] = [];
  const problems: ConnectionProblem[] = [];
  (connections.children ?? []).forEach((node, index) => {
    const read = readProposal(node, proposals);
    if ('entry' in read) proposals.push(read);
    else problems.push(...read.problems.map((problem) => ({ index, ...problem })));
  });
  return { proposals, problems };
}

type EntryProblem = Omit<ConnectionProblem, 'index'>;

function readProposal(
  node: Node,
  before: readonly Proposal[],
): Proposal | { readonly problems: readonly EntryProblem[] } {
  const refuse = (message: string, field = '') => ({ problems: [{ field, message }] });
  if (node.type !== 'object') return refuse(l10n.t('The connection must be an object.'));
  const members = membersOf(node);
  const problems = members.flatMap(([name, value], index): EntryProblem[] => {
    const field = oneLine(name, 40);
    const most = Object.hasOwn(proposable, name) ? proposable[name] : undefined;
    if (most === undefined || isRepeated(members, index)) {
      const shown = quotedName(name);
      const message = repeated(members, name) ?? l10n.t("{0} isn't allowed in a proposed connection.", shown);
      return [{ field, message }];
    }
    if (value.type !== 'string') return [{ field, message: l10n.t('The value must be a string.') }];
    return Array.from(String(value.value)).length <= most
      ? []
      : [{ field, message: l10n.t('The value can have at most {0} characters.', most) }];
  });
  if (problems.length > 0) return { problems };
  const entry = Object.fromEntries(members.map(([name, value]) => [name, String(value.value)]));
  const read = readConnections([entry]);
  const [connection] = read.connections;
  if (!connection) return { problems: read.problems };
  const { name, baseUrl, authUrl } = connection;
  if (before.some((other) => other.connection.name === name)) {
    return refuse(l10n.t('Another connection already has this name.'), 'name');
  }
  return { connection, entry: { ...entry, name, baseUrl, authUrl } };
}

/** The members of a connection that a proposal determines; people set the others themselves. */
const decided = ['baseUrl', 'authUrl', 'clientId', 'scope', 'clientAuthentication', 'venue'] as const;

/** Whether a connection equals the proposed one in all members that a proposal determines. */
export const isAsProposed = (connection: Connection, { connection: proposed }: Proposal): boolean =>
  decidedText(connection) === decidedText(proposed);

/** The members of a connection that a proposal determines, as one text for later comparison. */
export const decidedText = (connection: Connection): string =>
  JSON.stringify(decided.map((member) => connection[member]));

/**
 * The change that turns a connection in the settings into the proposed one. Members that the proposal leaves
 * out get their defaults again.
 */
export function changeTo({ connection, entry }: Proposal): Readonly<Record<string, string>> {
  const { clientId, scope, venue } = connectionDefaults;
  return { clientId, scope, venue, clientAuthentication: connection.clientAuthentication, ...entry };
}

type Member = readonly [name: string, value: Node];

/** Members without a value are skipped: they aren't valid JSON, so there are none in a valid text. */
const membersOf = (object: Node): Member[] =>
  (object.children ?? []).flatMap(({ children: [name, value] = [] }) =>
    name && value ? [[String(name.value), value] as const] : [],
  );

/** A repeated member isn't allowed, because a person may read one of the two and a program the other. */
const isRepeated = (members: readonly Member[], index: number) =>
  members.findIndex(([name]) => name === members[index]?.[0]) < index;

const quotedName = (name: string) => oneLine(JSON.stringify(name), 60);

/** The problem with a name that occurs more than once; `undefined` if it doesn't. */
const repeated = (members: readonly Member[], name: string): string | undefined =>
  members.filter((member) => member[0] === name).length > 1
    ? l10n.t('{0} occurs more than once.', quotedName(name))
    : undefined;

/** The syntax tree of a text that is valid apart from comments and trailing commas; otherwise `undefined`. */
function treeOf(text: string): Node | undefined {
  if (text.length > mostProposalBytes || levelsOf(text) > mostLevels) return undefined;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  return errors.length > 0 ? undefined : root;
}

function levelsOf(text: string): number {
  const scanner = createScanner(text, true);
  let level = 0;
  let deepest = 0;
  do {
    scanner.scan();
    const token = scanner.getTokenLength() === 1 ? text[scanner.getTokenOffset()] : '';
    if (token === '{' || token === '[') level += 1;
    if (token === '}' || token === ']') level -= 1;
    deepest = Math.max(deepest, level);
  } while (scanner.getTokenLength() > 0);
  return deepest;
}

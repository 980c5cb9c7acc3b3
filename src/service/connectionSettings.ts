/**
 * Reads the `marketData.connections` setting. Loaded at activation, so nothing here may import the
 * HTTP library.
 */
import * as l10n from '@vscode/l10n';
import { fileConnection, sandboxName, usualVenue, type Connection } from '../request/connection';
import { checkAddress, trimmedAddress } from './addresses';
import { isRecord } from '../text/parsedJson';
import { isOneLine } from '../text/plainText';

/** A problem with one field of an entry in `marketData.connections`. */
interface ConnectionProblem {
  /** Index in the setting, from 0; -1 if the setting itself is not a list. */
  readonly index: number;
  /** The field's name; empty if the entry itself is not an object. */
  readonly field: string;
  /** One sentence, ready to display. */
  readonly message: string;
}

/** A token as in RFC 9110, section 5.6.2: a valid header name or scheme. */
const headerToken = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Headers written by the client, HTTP itself, or a proxy. */
const ownHeaders =
  /^(accept|accept-encoding|authorization|connection|content-.*|cookie|date|expect|host|keep-alive|origin|proxy-.*|sec-.*|te|trailer|transfer-encoding|upgrade|user-agent|via)$/i;

const clientAuthentications = ['basic', 'body', 'none'] as const;

/** The values of a connection's fields if its entry leaves them out. */
export const connectionDefaults = {
  tokenPath: '/connect/token',
  clientId: '',
  scope: '',
  tokenScheme: 'Bearer',
  venue: usualVenue,
} as const;

/** The built-in connection, to a sample service at these addresses. */
export const sandboxConnection = ({
  baseUrl,
  authUrl,
}: Pick<Connection, 'baseUrl' | 'authUrl'>): Connection => ({
  ...connectionDefaults,
  name: sandboxName,
  baseUrl,
  authUrl,
  clientAuthentication: 'none',
  secretHeaders: [],
});

const oneLineText = (text: string): string | null =>
  isOneLine(text) ? null : l10n.t('The value must be a single line without invisible characters.');

/** What is wrong with a field's text, as a sentence; `null` if it's valid. */
const textProblems = {
  name: nameProblem,
  baseUrl: checkAddress,
  authUrl: checkAddress,
  tokenPath: tokenPathProblem,
  clientId: oneLineText,
  scope: oneLineText,
  tokenScheme: (text: string) =>
    headerToken.test(text) ? null : l10n.t('The value must be a single word, such as Bearer.'),
  venue: (text: string) =>
    /^(?!\.{1,2}$)[A-Za-z0-9._~-]+$/.test(text)
      ? null
      : l10n.t('The value must be a single path segment of letters, digits, ".", "_", "~", and "-".'),
};

function nameProblem(text: string): string | null {
  if (text === sandboxName) return l10n.t('"{0}" is the name of the built-in connection.', sandboxName);
  if (text === fileConnection) return l10n.t('"{0}" is reserved for saved responses.', fileConnection);
  if (text === '' || text.trim() !== text || Array.from(text).length > 64) {
    return l10n.t('The name must have 1 to 64 characters, without leading or trailing spaces.');
  }
  // Two names that differ only in these would look the same.
  if (/[^\P{Zs} ]| {2}/u.test(text)) {
    return l10n.t('The name can only contain single, ordinary spaces.');
  }
  return oneLineText(text);
}

function tokenPathProblem(text: string): string | null {
  if (text !== '' && !text.startsWith('/')) return l10n.t('The path must start with "/".');
  return checkAddress(`https://localhost${text}`) === null
    ? null
    : l10n.t('The path can\'t contain spaces, "?", or "#".');
}

function secretHeadersProblem(value: unknown): string | null {
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) {
    return l10n.t('The value must be a list of header names.');
  }
  const wrong = value.find((name) => !headerToken.test(name));
  if (wrong !== undefined) return l10n.t("{0} isn't a valid header name.", JSON.stringify(wrong));
  const own = value.find((name) => ownHeaders.test(name));
  if (own !== undefined) return l10n.t('The "{0}" header can\'t be set here.', own);
  const distinct = new Set(value.map((name) => name.toLowerCase()));
  return distinct.size === value.length ? null : l10n.t('The same header is listed twice.');
}

function readConnection(
  entry: unknown,
  taken: ReadonlySet<string>,
): { connection: Connection } | { problems: Omit<ConnectionProblem, 'index'>[] } {
  if (!isRecord(entry))
    return { problems: [{ field: '', message: l10n.t('The connection must be an object.') }] };
  const problems: Omit<ConnectionProblem, 'index'>[] = [];
  const refuse = (field: string, message: string | null): void => {
    if (message !== null) problems.push({ field, message });
  };

  const defaults: Readonly<Partial<Record<string, string>>> = connectionDefaults;
  const text = (field: keyof typeof textProblems): string => {
    const value = entry[field] ?? defaults[field];
    if (typeof value === 'string') refuse(field, textProblems[field](value));
    else
      refuse(
        field,
        value === undefined ? l10n.t('The value is required.') : l10n.t('The value must be a string.'),
      );
    return typeof value === 'string' ? value : '';
  };
  const name = text('name');
  if (taken.has(name)) refuse('name', l10n.t('Another connection already has this name.'));
  const clientId = text('clientId');
  const authentication = entry['clientAuthentication'] ?? (clientId === '' ? 'none' : 'basic');
  const clientAuthentication = clientAuthentications.find((known) => known === authentication);
  if (!clientAuthentication) {
    refuse('clientAuthentication', l10n.t('Available values: {0}.', clientAuthentications.join(', ')));
  }
  const headers = entry['secretHeaders'] ?? [];
  refuse('secretHeaders', secretHeadersProblem(headers));

  const connection: Connection = {
    name,
    baseUrl: trimmedAddress(text('baseUrl')),
    authUrl: trimmedAddress(text('authUrl')),
    tokenPath: text('tokenPath'),
    clientId,
    scope: text('scope'),
    clientAuthentication: clientAuthentication ?? 'none',
    tokenScheme: text('tokenScheme'),
    venue: text('venue'),
    secretHeaders: Array.isArray(headers) ? headers.filter((header) => typeof header === 'string') : [],
  };
  return problems.length > 0 ? { problems } : { connection };
}

/**
 * Reads `marketData.connections`. The value is outside data of any shape: an entry with a problem is left out
 * and all its problems are reported, while the other entries are used. Never throws.
 */
export function readConnections(raw: unknown): {
  connections: Connection[];
  problems: ConnectionProblem[];
} {
  if (raw === undefined || raw === null) return { connections: [], problems: [] };
  if (!Array.isArray(raw)) {
    const message = l10n.t('The setting must be a list of connections.');
    return { connections: [], problems: [{ index: -1, field: '', message }] };
  }
  const connections: Connection[] = [];
  const problems: ConnectionProblem[] = [];
  const taken = new Set<string>();
  raw.forEach((entry: unknown, index) => {
    const read = readConnection(entry, taken);
    if ('connection' in read) {
      connections.push(read.connection);
      taken.add(read.connection.name);
    } else {
      problems.push(...read.problems.map((problem) => ({ index, ...problem })));
    }
  });
  return { connections, problems };
}

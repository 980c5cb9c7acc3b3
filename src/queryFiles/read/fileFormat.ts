import * as l10n from '@vscode/l10n';
import type { Dataset } from '../../market/datasets/dataset';
import { datasets, findDataset } from '../../market/datasets/datasets';
import { marketZone } from '../../market/time/deliveryDay';
import { timeZoneName } from '../../market/time/zones';
import { sandboxName } from '../../request/connection';
import { expectation } from './expectation';
import { fileExport } from './fileExport';
import { nearest } from './nearest';
import {
  constant,
  described,
  filledText,
  object,
  record,
  refined,
  suggesting,
  text,
  describedAs,
  type Shape,
} from './shapes';
import { ofDataset, querySnippet } from './datasetSchemas';
import { membersOf, spanOf, type Members } from './syntaxTree';

/** The version of the format. Public API. */
export const fileVersion = 1;
/** The time zone of a file that doesn't name one, whatever a person's settings are. */
export const defaultTimeZone = marketZone;
/** The most queries that are read. */
export const mostQueries = 2000;

const datasetIds = datasets.map(({ id }) => id);

const dataset: Shape<Dataset> = refined(text, (id, { value }, problems) => {
  const found = findDataset(id);
  if (found) return found;
  problems.shape(spanOf(value), () => {
    const meant = nearest(id, datasetIds);
    return meant === undefined
      ? l10n.t('Dataset "{0}" not found.', id)
      : l10n.t('Dataset "{0}" not found. Did you mean "{1}"?', id, meant);
  });
  return undefined;
});

/** Every other name is defined in a person's settings. */
const connections = new Map([[sandboxName, 'The built-in sample service.']]);

/** A connection's name, and where it is. */
const connection = refined(filledText, (name, { value }) => ({
  connection: name,
  connectionSpan: spanOf(value),
}));

/** The members of a query. Public API. */
export const queryMembers = {
  description: described('What the query is for.', text),
  dataset: described('The dataset to query.', dataset, () => ({
    enum: datasetIds,
    markdownEnumDescriptions: datasets.map(({ title, summary }) => `**${title()}**. ${summary()}`),
  })),
  parameters: described('Parameters of the query, as you would enter them in the prompts.', record(text)),
  connection: described(
    "Name of the query's connection, if it's different from the file's.",
    connection,
    () => suggesting(connections),
  ),
  expect: expectation,
  export: fileExport,
};

/** A query. Its parameters are checked by the reader. */
export const query = described('A query.', object(queryMembers, { required: ['dataset'] }), () => ({
  allOf: datasets.map(ofDataset),
  defaultSnippets: datasets.map(querySnippet),
}));

/**
 * Excludes offsets such as `+01:00`: they have no clock changes, and not every version of VS Code supports
 * them.
 */
const zoneName = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

const zones = new Map([
  [defaultTimeZone, "The market's time zone (CET/CEST)."],
  ['Europe/London', 'The United Kingdom.'],
  ['Europe/Helsinki', 'Finland and the Baltic countries.'],
  ['UTC', 'Without clock changes.'],
]);

const timeZone = refined(text, (zone, { value }, problems) => {
  const name = zoneName.test(zone) ? timeZoneName(zone) : undefined;
  if (name !== undefined) return name;
  problems.meaning(spanOf(value), () =>
    l10n.t('"{0}" isn\'t a time zone. Enter an IANA name such as Europe/Oslo, or UTC.', zone),
  );
  return undefined;
});

/** Queries aren't read yet, because each has problems of its own. */
const queries: Shape<Members> = {
  schema: () => ({
    type: 'object',
    maxProperties: mostQueries,
    propertyNames: { pattern: '\\S' },
    additionalProperties: { $ref: '#/definitions/query' },
    // Names to start from: VS Code inserts the whole query.
    properties: Object.fromEntries(
      datasets.map(querySnippet).map(({ label, description, body }) => [
        label,
        {
          ...describedAs(`New query: ${description}`),
          allOf: [{ $ref: '#/definitions/query' }],
          defaultSnippets: [{ label, description, body }],
        },
      ]),
    ),
  }),
  read({ name, nameSpan, value }, problems) {
    const members = membersOf(name, value, problems);
    if (!members || members.size <= mostQueries) return members;
    problems.shape(nameSpan, () => l10n.t('The file contains more than {0} queries.', mostQueries));
    return new Map([...members].slice(0, mostQueries));
  },
};

/**
 * A scheme other than a file's or one of the editor's own schemas, or a host, as in `//host/share`. One
 * letter before a colon is a drive.
 */
const remoteAddress = /^(?:(?!file:|vscode:)[a-z][a-z0-9+.-]+:|(?:file:)?[\\/]{2}(?!\/[^\\/]))/i;

/**
 * Where `$schema` is the address of something that isn't on this machine. An editor may request it when it
 * opens the file, and then whoever wrote the file learns who reads it.
 */
const schemaAddress = refined(text, (schema, { value }) =>
  remoteAddress.test(schema.trim()) ? spanOf(value) : undefined,
);

/** The members of a file. Public API. */
export const fileMembers = {
  $schema: described('Location of this schema, for other editors. VS Code has its own.', schemaAddress),
  version: described(
    'The version of the format.',
    constant(fileVersion, (name) => l10n.t('{0} must be {1}.', name, fileVersion)),
  ),
  timeZone: described(
    'Time zone for days and for times without an offset: an IANA name, or UTC. Delivery dates are always in CET/CEST.',
    timeZone,
    () => ({
      default: defaultTimeZone,
      ...suggesting(zones),
    }),
  ),
  connection: described(
    'Name of a connection, never an address. If you omit this property, the selected connection is used.',
    connection,
    () => suggesting(connections),
  ),
  queries: described('The queries, by name.', queries),
};

/** A file, without what is in its queries. */
export const file = described(
  'Queries that a team keeps in its repository.',
  object(fileMembers, { required: ['version', 'queries'] }),
  () => ({
    defaultSnippets: datasets.slice(0, 1).map((first) => {
      const { label, body } = querySnippet(first);
      return {
        label: 'New query file',
        description: `With a query for ${label}.`,
        body: { version: fileVersion, timeZone: defaultTimeZone, queries: { [label]: body } },
      };
    }),
  }),
);

import { resolutions } from '../../market/time/resolutions';
import { layouts } from '../../protocol/rowsQuestion';
import { csvDialects, type chosenRowsMembers, type exportMembers } from '../../protocol/exportOrder';
import { exportFormats, formatLabels } from '../../protocol/formats';
import { isTimeKind, type Dataset, type Parameter } from '../../market/datasets/dataset';
import { datasets } from '../../market/datasets/datasets';
import { outcomeKinds } from '../../request/outcome';
import { operatorNames } from '../../protocol/filterOperators';
import { isRecord } from '../../text/parsedJson';
import { fingerprintPattern } from './readExpectation';
import { defaultTimeZone, fileVersion, mostQueries } from './readQueryFile';

/** A JSON Schema, draft-07, with additional members for VS Code: snippets, and descriptions in Markdown. */
export type Schema = Readonly<Record<string, unknown>>;

// The schema is a file, so its texts can't follow the display language of a person's editor.

const notBlank = { type: 'string', pattern: '\\S' };
const index = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const scalar = { type: ['string', 'number', 'boolean', 'null'] };
const flag = (description: string): Schema => ({ type: 'boolean', description });
const strictObject = (properties: Readonly<Record<string, Schema>>, rest: Schema = {}): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...rest,
});

const wordsForTimes = ['today', 'tomorrow', 'yesterday', 'today-7d', '2026-03-29'];

/** Examples of what a person may write for a parameter, which aren't all possible values. */
const examplesOf = ({ kind, choices }: Parameter): readonly string[] => [
  ...(isTimeKind(kind) ? wordsForTimes : []),
  ...(kind === 'instant' ? ['2026-03-29T10:00', '2026-03-29T10:00+02:00'] : []),
  ...(choices ?? []).map(({ value }) => value),
];

/**
 * What a hover of the extension explains: VS Code would show the schema's own words below it. Only the schema for
 * VS Code goes without them.
 */
const explained = new WeakSet();

function explainedByHover(schema: Schema): Schema {
  explained.add(schema);
  return schema;
}

function parameterSchema(parameter: Parameter): Schema {
  const { kind, label, help, choices = [], several } = parameter;
  const notes = [
    `**${label()}**. ${help()}`,
    ...(isTimeKind(kind)
      ? [
          `A day (${wordsForTimes.map((word) => `\`${word}\``).join(', ')})${kind === 'date' ? '.' : ', or a time.'}`,
        ]
      : []),
    ...(several ? ['Separate several values with commas.'] : []),
    ...choices.flatMap(({ value, label: meaning }) => (meaning ? [`- \`${value}\`: ${meaning()}`] : [])),
  ];
  const examples = examplesOf(parameter);
  const schema = {
    ...notBlank,
    description: `${label()}. ${help()}`,
    markdownDescription: notes.join('\n\n').replaceAll('\n\n- ', '\n- '),
    ...(examples.length > 0 ? { examples } : {}),
  };
  return isTimeKind(kind) ? explainedByHover(schema) : schema;
}

/** The schema of the parameters that a query of the dataset may have. */
function parametersSchema({ parameters, title }: Dataset): Schema {
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return strictObject(
    Object.fromEntries(parameters.map((parameter) => [parameter.name, parameterSchema(parameter)])),
    { description: `Parameters of "${title()}".`, ...(required.length > 0 ? { required } : {}) },
  );
}

const ofDataset = (dataset: Dataset): Schema => ({
  if: { properties: { dataset: { const: dataset.id } }, required: ['dataset'] },
  then: {
    properties: { parameters: parametersSchema(dataset) },
    ...(dataset.parameters.some(({ required }) => required) ? { required: ['parameters'] } : {}),
  },
});

/** A query of the dataset to start from: for a day, with everything it requires. */
function querySnippet({ id, title, summary, parameters }: Dataset): Schema {
  const asked = parameters.filter(({ kind, required, several }) => isTimeKind(kind) || required || several);
  const values = asked.map(({ name, suggestion = 'today' }, at): [string, string] => [
    name,
    `\${${at + 1}:${suggestion}}`,
  ]);
  return {
    label: title(),
    description: summary(),
    body: { dataset: id, parameters: Object.fromEntries(values) },
  };
}

const bounds = (of: Schema, description: string): Schema =>
  strictObject(
    {
      '>=': { ...of, description: 'Minimum, inclusive.' },
      '<=': { ...of, description: 'Maximum, inclusive.' },
    },
    { minProperties: 1, description },
  );

const count = (description: string): Schema => ({
  description,
  anyOf: [index, bounds(index, description)],
  defaultSnippets: [
    { label: 'at least', body: { '>=': '^${1:1}' } },
    { label: 'between', body: { '>=': '^${1:92}', '<=': '^${2:100}' } },
  ],
});

const column = strictObject(
  {
    '>=': { type: 'number', description: "Minimum for all values, inclusive, in the column's unit." },
    '<=': { type: 'number', description: "Maximum for all values, inclusive, in the column's unit." },
    notNull: flag('No value is missing.'),
    in: { type: 'array', minItems: 1, items: scalar, description: 'Every value must be one of these.' },
  },
  {
    minProperties: 1,
    description: 'Expectations for every value in the column.',
    defaultSnippets: [
      { label: 'not null', body: { notNull: true } },
      { label: 'between', body: { '>=': '^${1:-500}', '<=': '^${2:4000}', notNull: true } },
      { label: 'one of', body: { in: ['${1:EUR/MWh}'] } },
    ],
  },
);

const expectation = strictObject(
  {
    outcome: {
      enum: outcomeKinds,
      default: 'success',
      description: 'Expected outcome of the query.',
    },
    complete: {
      const: true,
      description:
        'Nothing is missing. For series: each interval of the period occurs exactly once, no value is null, and all areas and currencies in the query are included. For other records: the response was received in full and is not empty.',
    },
    records: count('The number of records in the response.'),
    rows: count('The number of rows in the table.'),
    columns: {
      type: 'object',
      minProperties: 1,
      additionalProperties: { $ref: '#/definitions/column' },
      description: 'Expectations for column values, by column key.',
    },
    zeros: {
      const: false,
      description:
        'No zeros or equal values in a row that may stand for missing values. Volumes and flows that are often zero are not checked.',
    },
    fingerprint: {
      type: 'string',
      pattern: fingerprintPattern,
      description: 'Fingerprint of the data that you rely on, written by "Pin Query from File…".',
    },
  },
  {
    description: 'Expectations for the response.',
    defaultSnippets: [
      { label: 'complete', description: 'Nothing is missing.', body: { complete: true } },
      {
        label: 'complete, without zeros',
        description: 'Nothing is missing, and no zeros seem to stand for missing values.',
        body: { complete: true, zeros: false },
      },
      {
        label: 'complete, with plausible values',
        body: {
          complete: true,
          columns: { value: { '>=': '^${1:-500}', '<=': '^${2:4000}', notNull: true } },
        },
      },
    ],
  },
);

const rows = strictObject(
  {
    filter: {
      type: 'array',
      items: strictObject(
        { column: notBlank, op: { enum: operatorNames }, value: scalar },
        { required: ['column', 'op', 'value'] },
      ),
      description: 'Only rows that match all of these filters.',
    },
    sort: {
      type: 'array',
      items: strictObject({ column: notBlank, descending: { type: 'boolean' } }, { required: ['column'] }),
      description: 'Order of the rows, by column key.',
    },
    from: { ...index, description: 'First row, counting from 0 after filtering and sorting.' },
    to: { ...index, description: 'Row after the last one to include.' },
    ranges: {
      type: 'array',
      items: { type: 'array', items: index, minItems: 2, maxItems: 2 },
      description: 'Ranges of rows: [from, to].',
    },
    columns: { type: 'array', items: notBlank, description: 'Only these columns. Not available for JSON.' },
  } satisfies Record<keyof typeof chosenRowsMembers, Schema>,
  { description: 'Rows to export.' },
);

const exported = (): Schema =>
  strictObject(
    {
      format: {
        enum: exportFormats,
        description: 'The format of the file.',
        markdownEnumDescriptions: exportFormats.map(
          (format) => `${formatLabels[format].label}: ${formatLabels[format].description()}`,
        ),
      },
      target: {
        ...notBlank,
        description:
          "Path of the file, relative to the workspace folder, such as data/prices.csv. It must end with the suffix of the format, and names in it can't start with a dot.",
      },
      rows,
      provenance: flag('Whether to save a provenance file next to it, which says where the data is from.'),
      formulaGuard: {
        ...flag('Whether to escape text that spreadsheets would run as a formula (CSV).'),
        default: true,
      },
      dialect: {
        enum: csvDialects,
        description:
          'CSV for Excel where numbers have a decimal comma: separated by semicolons, with a byte order mark.',
      },
      deliveryColumns: flag(
        "Whether to add delivery day, period, and local time in the market's time zone. Not available for JSON.",
      ),
      resolution: {
        enum: resolutions,
        description:
          "Combines the values of time series in the market's time zone: energy is summed, everything else is a time-weighted mean. Not available for JSON.",
        enumDescriptions: [
          'Half hours.',
          'Hours.',
          'Delivery days.',
          'Weeks from Monday.',
          'Months.',
          'All hours of each delivery day.',
          '08:00 to 20:00 of each delivery day, including weekends.',
          'All other hours of each delivery day.',
        ],
      },
      layout: {
        enum: layouts,
        description:
          'Whether time series have one row per value (long) or one column per series (wide). Rows and columns are then those of this table. Not available for JSON.',
      },
      incomplete: { const: 'allow', description: 'Also export incomplete or failed responses.' },
      overwrite: flag('Whether to replace an existing file.'),
    } satisfies Record<keyof typeof exportMembers, Schema>,
    {
      required: ['format'],
      description: 'How to export the response.',
      defaultSnippets: exportFormats.map((format) => ({
        label: formatLabels[format].label,
        description: formatLabels[format].description(),
        body: { format, target: `data/\${1:name}.${format}` },
      })),
    },
  );

const query = (): Schema =>
  explainedByHover(
    strictObject(
      {
        description: { type: 'string', description: 'What the query is for.' },
        dataset: explainedByHover({
          enum: datasets.map(({ id }) => id),
          markdownEnumDescriptions: datasets.map(({ title, summary }) => `**${title()}**. ${summary()}`),
          description: 'The dataset.',
        }),
        parameters: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'Parameters of the query, as you would enter them in the prompts.',
        },
        connection: {
          ...notBlank,
          description: "Name of the query's connection, if it's different from the file's.",
        },
        expect: { $ref: '#/definitions/expectation' },
        export: { $ref: '#/definitions/export' },
      },
      {
        required: ['dataset'],
        description: 'A query.',
        allOf: datasets.map(ofDataset),
        defaultSnippets: datasets.map(querySnippet),
      },
    ),
  );

/** The schema of query files. Rejects what the reader rejects, as far as a schema can. */
export const querySchema = (): Schema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Market Data Queries',
  description: 'Queries that a team keeps in its repository.',
  allowComments: true,
  allowTrailingCommas: true,
  ...strictObject(
    {
      $schema: {
        type: 'string',
        description: 'Location of this schema, for other editors. VS Code has its own.',
      },
      version: { const: fileVersion, description: 'The version of the format.' },
      timeZone: {
        type: 'string',
        default: defaultTimeZone,
        examples: [defaultTimeZone, 'Europe/London', 'Europe/Helsinki', 'UTC'],
        description:
          'Time zone for days and for times without an offset: an IANA name, or UTC. Delivery dates are always in CET/CEST.',
      },
      connection: {
        ...notBlank,
        description:
          'Name of a connection, never an address. If you omit this property, the selected connection is used.',
      },
      queries: {
        type: 'object',
        maxProperties: mostQueries,
        propertyNames: { pattern: '\\S' },
        additionalProperties: { $ref: '#/definitions/query' },
        description: 'The queries, by name.',
        defaultSnippets: [{ label: 'New query', body: { '${1:name}': { dataset: '$2' } } }],
      },
    },
    { required: ['version', 'queries'] },
  ),
  definitions: { query: query(), expectation, column, export: exported() },
});

/** The keywords by which a schema rejects values. */
const rejecting = new Set([
  ...['type', 'required', 'pattern', 'propertyNames', 'minimum', 'maximum'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
]);
/** The keywords for values that the extension offers itself: those of the prompts, time zones, and so on. */
const offering = new Set(['examples', 'default']);
/** The keywords for a person. */
const wording = new Set(['description', 'markdownDescription']);

/** The values of a fixed list as snippets. */
const offersOf = (values: readonly unknown[], descriptions: unknown): readonly Schema[] =>
  values.map((value, at) => ({
    label: JSON.stringify(value),
    ...(Array.isArray(descriptions) ? { markdownDescription: String(descriptions[at]) } : {}),
    body: value,
  }));

/** The schema without everything that rejects; snippets and descriptions are kept. */
function describing(schema: unknown): unknown {
  if (!isRecord(schema)) return schema;
  const { if: condition, enum: words, const: word, markdownEnumDescriptions, ...rest } = schema;
  const fixed = Array.isArray(words) ? words : word !== undefined ? [word] : [];
  const values: readonly unknown[] = schema['type'] === 'boolean' ? [true, false] : fixed;
  const kept = Object.entries(rest).filter(
    ([key, value]) =>
      !rejecting.has(key) &&
      !offering.has(key) &&
      !(wording.has(key) && explained.has(schema)) &&
      value !== false,
  );
  return {
    ...(condition === undefined ? {} : { if: condition }),
    ...Object.fromEntries(kept.map(([key, value]) => [key, describingPart(key, value)])),
    ...(values.length > 0 ? { defaultSnippets: offersOf(values, markdownEnumDescriptions) } : {}),
  };
}

function describingPart(key: string, part: unknown): unknown {
  if (Array.isArray(part)) return key === 'allOf' || key === 'anyOf' ? part.map(describing) : part;
  const isNamed = key === 'properties' || key === 'definitions';
  if (!isNamed || !isRecord(part)) return describing(part);
  return Object.fromEntries(Object.entries(part).map(([name, schema]) => [name, describing(schema)]));
}

/**
 * The schema for VS Code's JSON language service, which offers and describes values. It rejects nothing: the
 * reader of query files reports all problems, in the words of the prompts.
 */
export const describingSchema = (): unknown => describing(querySchema());

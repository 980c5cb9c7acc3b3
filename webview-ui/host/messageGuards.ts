import * as v from 'valibot';
import { findingKinds } from '../../src/market/integrity/findings';
import type { ViewQuestionKind, ViewQuestions, ResultState, View } from '../../src/messages';
import { protocolVersion, views } from '../../src/messages';
import type { JsonNode } from '../../src/table/jsonTypes';
import { chartAnswer } from './chartGuards';

const texts = v.array(v.string());
const numberOrNull = v.nullable(v.number());
const headerLines = v.array(v.object({ name: v.string(), value: v.string() }));

const outcome = v.object({
  kind: v.picklist([
    'success',
    'noData',
    'badRequest',
    'unauthorized',
    'tooManyRequests',
    'unexpectedError',
    'unexpectedAnswer',
    'unreachable',
    'timeout',
    'cancelled',
  ]),
  status: v.exactOptional(v.number()),
  message: v.exactOptional(v.string()),
  isQuote: v.exactOptional(v.literal(true)),
  retryAfterSeconds: v.exactOptional(v.number()),
});

const finding = v.object({
  kind: v.picklist(findingKinds),
  of: v.exactOptional(v.string()),
  count: v.number(),
  text: v.string(),
  severity: v.picklist(['good', 'note', 'problem']),
  shows: v.picklist(['rows', 'gaps', 'nothing']),
});

const phase = v.variant('kind', [
  v.object({ kind: v.literal('asking') }),
  v.object({ kind: v.literal('waiting'), untilEpochMs: v.number(), reason: v.string() }),
  v.object({ kind: v.literal('receiving') }),
  v.object({
    kind: v.literal('ended'),
    outcome,
    advice: v.object({
      title: v.string(),
      explanation: v.string(),
      next: v.array(v.picklist(['runAgain', 'editQuery', 'signIn', 'editConnection', 'showLog', 'export'])),
    }),
  }),
  v.object({ kind: v.literal('gone') }),
]);

const parameters = v.array(v.object({ name: v.string(), label: v.string(), value: v.string() }));
const request = v.object({
  method: v.literal('GET'),
  url: v.string(),
  sent: headerLines,
  received: headerLines,
  status: numberOrNull,
  attempts: v.number(),
});

const state: v.GenericSchema<unknown, ResultState> = v.object({
  id: v.string(),
  dataset: v.object({
    id: v.string(),
    title: v.string(),
    summary: v.string(),
    chart: v.picklist(['steps', 'bars', 'flows', 'curves', 'orders', 'capacities', 'comparison']),
    mainColumns: texts,
    countedRecords: v.tuple([v.string(), v.string()]),
  }),
  connection: v.string(),
  sample: v.boolean(),
  parameters,
  phase,
  records: v.number(),
  rows: v.number(),
  columns: v.array(
    v.object({
      key: v.string(),
      title: v.string(),
      type: v.picklist(['time', 'number', 'integer', 'text', 'boolean']),
      unit: v.exactOptional(v.string()),
      isConstant: v.exactOptional(v.literal(true)),
    }),
  ),
  columnChoice: v.nullable(
    v.object({
      order: texts,
      hidden: texts,
      widths: v.record(v.string(), v.number()),
      period: v.boolean(),
    }),
  ),
  bytes: v.number(),
  wireBytes: v.number(),
  expectedWireBytes: numberOrNull,
  startedEpochMs: v.number(),
  timings: v.object({ firstByteMs: v.number(), firstRowsMs: v.number(), totalMs: v.number() }),
  integrity: v.nullable(v.array(finding)),
  likelyReasons: v.array(
    v.object({
      text: v.string(),
      instead: v.exactOptional(v.object({ label: v.string(), parameters: v.record(v.string(), v.string()) })),
    }),
  ),
  request,
  comparison: v.nullable(
    v.object({
      sentence: v.string(),
      originals: v.array(v.object({ label: v.string(), parameters, request })),
    }),
  ),
  overlays: v.array(v.object({ result: v.string(), label: v.string() })),
  revision: v.number(),
  timeZone: v.string(),
  timeZones: v.array(v.object({ zone: v.string(), label: v.string() })),
  defaultView: v.picklist(views),
});

const message = v.variant('kind', [
  v.object({ version: v.literal(protocolVersion), kind: v.literal('state'), state }),
  v.object({
    version: v.literal(protocolVersion),
    kind: v.literal('show'),
    view: v.picklist(views),
  }),
  v.object({
    version: v.literal(protocolVersion),
    kind: v.literal('answer'),
    ask: v.number(),
    answer: v.unknown(),
  }),
  v.object({
    version: v.literal(protocolVersion),
    kind: v.literal('refusal'),
    ask: v.number(),
    message: v.string(),
  }),
]);

/** A message of the host; what it answers is read by `answerReaders`, once it is known what was asked. */
export type HostMessage =
  | { kind: 'state'; state: ResultState }
  | { kind: 'show'; view: View }
  | { kind: 'answer'; ask: number; answer?: unknown }
  | { kind: 'refusal'; ask: number; message: string };

/** `null` for anything that is not a message of this protocol version. */
export function readMessage(data: unknown): HostMessage | null {
  const read = v.safeParse(message, data);
  return read.success ? read.output : null;
}

const jsonNode: v.GenericSchema<unknown, JsonNode> = v.object({
  name: v.nullable(v.string()),
  index: v.number(),
  kind: v.picklist(['object', 'array', 'string', 'number', 'boolean', 'null', 'broken']),
  start: v.number(),
  end: v.number(),
  text: v.string(),
  cut: v.boolean(),
});

const answerSchemas: {
  [Kind in ViewQuestionKind]: v.GenericSchema<unknown, ViewQuestions[Kind]['answer']>;
} = {
  rows: v.object({
    total: v.number(),
    rows: v.array(v.array(v.nullable(v.union([v.string(), v.number(), v.boolean()])))),
    origins: v.array(v.number()),
  }),
  gaps: v.object({
    gaps: v.array(v.object({ start: v.number(), end: v.number(), missing: v.number(), series: v.string() })),
    total: v.number(),
  }),
  find: v.object({
    match: v.nullable(v.object({ row: v.number(), column: v.number() })),
  }),
  findCount: v.object({ number: numberOrNull, total: v.number(), isComplete: v.boolean() }),
  record: v.object({
    found: v.nullable(v.object({ record: v.number(), text: v.string(), cut: v.boolean() })),
  }),
  figures: v.object({
    count: v.number(),
    missing: v.number(),
    quantities: texts,
    numbers: v.nullable(
      v.object({
        sum: v.number(),
        mean: v.number(),
        min: v.number(),
        max: v.number(),
        timeWeightedMean: numberOrNull,
        decimals: v.number(),
      }),
    ),
  }),
  values: v.object({
    values: v.array(v.object({ value: v.string(), rows: v.number() })),
    more: v.number(),
  }),
  json: v.object({ nodes: v.array(jsonNode), total: numberOrNull, more: v.boolean() }),
  jsonFind: v.object({
    match: v.nullable(v.object({ at: v.number(), path: v.array(jsonNode) })),
  }),
  chart: chartAnswer,
};

const reader =
  <Answer>(schema: v.GenericSchema<unknown, Answer>) =>
  (value: unknown): Answer | null => {
    const read = v.safeParse(schema, value);
    return read.success ? read.output : null;
  };

/** For each kind of question: reads an answer to it, `null` for anything else. */
export const answerReaders: {
  readonly [Kind in ViewQuestionKind]: (value: unknown) => ViewQuestions[Kind]['answer'] | null;
} = {
  rows: reader(answerSchemas.rows),
  gaps: reader(answerSchemas.gaps),
  find: reader(answerSchemas.find),
  findCount: reader(answerSchemas.findCount),
  record: reader(answerSchemas.record),
  figures: reader(answerSchemas.figures),
  values: reader(answerSchemas.values),
  chart: reader(answerSchemas.chart),
  json: reader(answerSchemas.json),
  jsonFind: reader(answerSchemas.jsonFind),
};

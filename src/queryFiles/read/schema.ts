import { isRecord } from '../../text/parsedJson';
import { file, query } from './fileFormat';
import { explained, type Schema } from './shapes';

/** The schema of query files. Rejects what the reader rejects, as far as a schema can. */
export const querySchema = (): Schema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Market Data Queries',
  allowComments: true,
  allowTrailingCommas: true,
  ...file.schema(),
  definitions: { query: query.schema() },
});

/** The keywords for people, and those that say where a part of the schema applies. None rejects a value. */
const kept = new Set([
  ...['$schema', 'title', 'description', 'markdownDescription', 'defaultSnippets'],
  ...['allowComments', 'allowTrailingCommas', '$ref', 'if'],
]);
/** The keywords for people that a hover of the extension replaces. */
const replaced = new Set(['description', 'markdownDescription']);
/** The keywords with a schema, or with a list of them. */
const nested = new Set(['items', 'additionalProperties', 'then', 'allOf', 'anyOf']);
/** The keywords with schemas by name. */
const named = new Set(['properties', 'definitions']);

/** The values of a fixed list as snippets. Other values are offered by the extension, as the prompts do. */
function offersOf({ type, enum: words, const: word, markdownEnumDescriptions: meanings }: Schema): Schema {
  const fixed = Array.isArray(words) ? words : word === undefined ? [] : [word];
  const values: readonly unknown[] = type === 'boolean' ? [true, false] : fixed;
  if (values.length === 0) return {};
  const defaultSnippets = values.map((value, at) => ({
    label: JSON.stringify(value),
    ...(Array.isArray(meanings) ? { markdownDescription: String(meanings[at]) } : {}),
    body: value,
  }));
  return { defaultSnippets };
}

/** The schema without everything that rejects; snippets and descriptions are kept. */
function describing(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(describing);
  if (!isRecord(schema)) return schema;
  const parts = Object.entries(schema).flatMap(([key, part]): [string, unknown][] => {
    if (kept.has(key)) return replaced.has(key) && explained in schema ? [] : [[key, part]];
    if (nested.has(key)) return part === false ? [] : [[key, describing(part)]];
    if (!named.has(key) || !isRecord(part)) return [];
    const byName = Object.entries(part).map(([name, each]) => [name, describing(each)]);
    return [[key, Object.fromEntries(byName)]];
  });
  return { ...Object.fromEntries(parts), ...offersOf(schema) };
}

/**
 * The schema for VS Code's JSON language service, which offers and describes values. It rejects nothing: the
 * reader of query files reports all problems, in the words of the prompts.
 */
export const describingSchema = (): unknown => describing(querySchema());

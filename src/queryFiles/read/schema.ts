import { column } from './expectation';
import { file, query } from './fileFormat';
import type { Schema } from './shapes';

/** The schema of query files. Rejects what the reader rejects, as far as a schema can. */
export const querySchema = (): Schema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Market Data Queries',
  allowComments: true,
  allowTrailingCommas: true,
  ...file.schema(),
  definitions: { query: query.schema(), column: column.schema() },
});

/**
 * The schema for VS Code, with the other one beside it as a condition without a consequence. VS Code suggests and
 * describes what a condition has, too, but rejects nothing: the reader of query files reports all problems, in the
 * words of the prompts. For an empty file, VS Code looks only at the snippets of the schema itself.
 */
export function suggestingSchema(): Schema {
  const { $schema, allowComments, allowTrailingCommas, defaultSnippets } = querySchema();
  return {
    $schema,
    allowComments,
    allowTrailingCommas,
    defaultSnippets,
    if: { $ref: 'market-queries.schema.json' },
  };
}

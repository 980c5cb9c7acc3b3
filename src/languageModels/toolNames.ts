/** The tools for language models, in the manifest's order. Public API. */
export const toolNames = [
  'market_data_datasets',
  'market_data_query',
  'market_data_describe',
  'market_data_compare',
] as const;
export type ToolName = (typeof toolNames)[number];

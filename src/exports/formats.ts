/** The forms in which a result leaves. Fixed: commands take these words. */
export const exportFormats = ['json', 'ndjson', 'csv', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The forms that a result has: of a comparison there is no JSON of the service. */
export const formatsOf = (isComparison: boolean): readonly ExportFormat[] =>
  exportFormats.filter((format) => format !== 'json' || !isComparison);

export const snippetTargets = ['curl', 'http', 'typescript', 'python'] as const;
export type SnippetTarget = (typeof snippetTargets)[number];

/** The forms in which a result leaves. Fixed: commands take these words. */
export const exportFormats = ['json', 'ndjson', 'csv', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const snippetTargets = ['curl', 'http', 'typescript', 'python'] as const;
export type SnippetTarget = (typeof snippetTargets)[number];

import * as l10n from '@vscode/l10n';

/** How a form in which a result leaves is called in menus. */
interface FormatLabel {
  readonly label: string;
  readonly description: () => string;
}

/** The forms in which a result leaves. Fixed: commands take these ids, and files end with them. */
const formats = {
  json: { label: 'JSON', description: () => l10n.t('the response as the service sent it, byte for byte') },
  ndjson: { label: 'NDJSON', description: () => l10n.t('one JSON object per row') },
  csv: { label: 'CSV', description: () => l10n.t('for spreadsheets and pandas, with times in UTC') },
  parquet: {
    label: 'Parquet',
    description: () => l10n.t('for DuckDB, pandas, and Spark; typed and compact'),
  },
} as const satisfies Readonly<Record<string, FormatLabel>>;

export type ExportFormat = keyof typeof formats;

export const exportFormats = Object.keys(formats) as ExportFormat[];

export const formatLabels: Readonly<Record<ExportFormat, FormatLabel>> = formats;

/** The forms that a result has: of a comparison there is no JSON of the service. */
export const formatsOf = (isComparison: boolean): readonly ExportFormat[] =>
  exportFormats.filter((format) => format !== 'json' || !isComparison);

export const snippetTargets = ['curl', 'http', 'typescript', 'python'] as const;
export type SnippetTarget = (typeof snippetTargets)[number];

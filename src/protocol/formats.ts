import * as l10n from '@vscode/l10n';
import { formatCount } from '../text/l10n';

/** How people see an export format. */
interface FormatLabel {
  readonly label: string;
  readonly description: () => string;
  /** The most rows of a file, without the header. */
  readonly mostRows?: number;
}

/** The export formats. Public API: commands take these ids, and file names end with them. */
const formats = {
  json: {
    label: 'JSON',
    description: () => l10n.t('the response as sent, byte for byte; not reformatted'),
  },
  ndjson: { label: 'NDJSON', description: () => l10n.t('one JSON object per row') },
  csv: { label: 'CSV', description: () => l10n.t('for spreadsheets and pandas, with times in UTC') },
  parquet: {
    label: 'Parquet',
    description: () => l10n.t('for DuckDB, pandas, and Spark; typed and compact'),
  },
  xlsx: {
    label: 'Excel',
    description: () => l10n.t('a workbook with dates and numbers, ready to filter'),
    mostRows: 1_048_575,
  },
} as const satisfies Readonly<Record<string, FormatLabel>>;

export type ExportFormat = keyof typeof formats;
export const exportFormats = Object.keys(formats) as ExportFormat[];

export const formatLabels: Readonly<Record<ExportFormat, FormatLabel>> = formats;

/**
 * What the format is for, if rows are exported without changes. JSON of a file with synthetic values isn't
 * what the service sent.
 */
export const formatDescription = (format: ExportFormat, isSynthetic: boolean): string =>
  format === 'json' && isSynthetic
    ? l10n.t('the response as in the file, byte for byte; not reformatted')
    : formatLabels[format].description();

/** Whether the file's name ends with the format's suffix, in any case. */
export const hasSuffix = (name: string, format: ExportFormat): boolean =>
  name.toLowerCase().endsWith(`.${format}`);

/** The path with the format's suffix, which replaces the previous format's. */
export function withSuffix(path: string, format: ExportFormat, before = format): string {
  if (hasSuffix(path, format)) return path;
  return `${hasSuffix(path, before) ? path.slice(0, -before.length - 1) : path}.${format}`;
}

/** The formats available for a result. JSON is the body of a single response, which not every result has. */
export const formatsOf = (hasBody: boolean): readonly ExportFormat[] =>
  exportFormats.filter((format) => format !== 'json' || hasBody);

/** Why a file of the format can't have this many rows, as a sentence; `null` if it can. */
export function tooManyRows(format: ExportFormat, rows: number): string | null {
  const { label, mostRows = Infinity } = formatLabels[format];
  if (rows <= mostRows) return null;
  return l10n.t(
    '{0} sheets are limited to {1} rows, but this export has {2}. Export as Parquet or CSV, or export fewer rows.',
    label,
    formatCount(mostRows),
    formatCount(rows),
  );
}

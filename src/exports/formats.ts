import * as l10n from '@vscode/l10n';

/** The menu texts of an export format. */
interface FormatLabel {
  readonly label: string;
  readonly description: () => string;
}

/** The export formats. Public API: commands take these ids, and file names end with them. */
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

/** The formats available for a result. JSON is the body of a response; a comparison has none. */
export const formatsOf = (hasBody: boolean): readonly ExportFormat[] =>
  exportFormats.filter((format) => format !== 'json' || hasBody);

export const snippetTargets = ['curl', 'http', 'typescript', 'python'] as const;
export type SnippetTarget = (typeof snippetTargets)[number];

/** What a person calls the ways to describe a response, the editor's language of their text, and how files with it end. */
const types = {
  typescript: { label: 'TypeScript', languageId: 'typescript', suffix: '.types.ts' },
  zod: { label: 'zod', languageId: 'typescript', suffix: '.zod.ts' },
  jsonSchema: { label: 'JSON Schema', languageId: 'json', suffix: '.schema.json' },
  pydantic: { label: 'pydantic', languageId: 'python', suffix: '.models.py' },
} as const;

/** Public API: commands take these words. */
export type TypeTarget = keyof typeof types;
export const typeTargets = Object.keys(types) as TypeTarget[];
export const typeLabels: {
  readonly [Target in TypeTarget]: {
    readonly label: string;
    readonly languageId: string;
    readonly suffix: string;
  };
} = types;

/** How files with mocks end. */
export const mockSuffixes = { msw: '.msw.ts', wiremock: '.wiremock.json' } as const;

/** Public API: commands take these words. */
export type MockTarget = keyof typeof mockSuffixes;
export const mockTargets = Object.keys(mockSuffixes) as MockTarget[];
export const mockLabels: Readonly<Record<MockTarget, string>> = { msw: 'MSW', wiremock: 'WireMock' };

/** What is written beside an exported file. Types and mocks are those of JSON. */
export interface Beside {
  /** Where the data is from, and what was exported of it. */
  readonly provenance: boolean;
  readonly types: readonly TypeTarget[];
  readonly mocks: readonly MockTarget[];
}

export const nothingBeside: Beside = { provenance: false, types: [], mocks: [] };

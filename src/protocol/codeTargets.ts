/** What generated code is for: requests, types, and programs. Public API: commands take these ids. */

/** What people call the languages of copied requests. */
export const copyLanguageLabels = {
  curl: 'curl',
  http: 'HTTP',
  typescript: 'TypeScript',
  python: 'Python',
} as const;
export type CopyLanguage = keyof typeof copyLanguageLabels;
export const copyLanguages = Object.keys(copyLanguageLabels) as CopyLanguage[];

/**
 * What people call the ways to describe a response, the editor's language for each, and the suffix of its
 * files.
 */
export const typeLabels = {
  typescript: { label: 'TypeScript', languageId: 'typescript', suffix: '.types.ts' },
  pydantic: { label: 'pydantic', languageId: 'python', suffix: '.models.py' },
} as const;
export type TypeTarget = keyof typeof typeLabels;
export const typeTargets = Object.keys(typeLabels) as TypeTarget[];

/** The target that describes all datasets at once, for people who generate clients. */
export const apiTarget = 'openapi';

/** What people call the engines that programs are written for, and what pip installs for them: the least versions that the tests run. */
export const programLabels = {
  duckdb: { label: 'DuckDB', packages: '"duckdb>=1.3"' },
  polars: { label: 'Polars', packages: '"polars>=1.30"' },
  pandas: { label: 'pandas', packages: '"pandas>=2.2" "pyarrow>=15"' },
  pyspark: { label: 'PySpark', packages: '"pyspark>=4.0"' },
  dask: { label: 'Dask', packages: '"dask[dataframe]>=2025.1" "pyarrow>=15"' },
} as const;
export type ProgramTarget = keyof typeof programLabels;
export const programTargets = Object.keys(programLabels) as ProgramTarget[];

/** The engines with which notebooks read a table. */
export const notebookEngines = ['pandas', 'polars'] as const satisfies readonly ProgramTarget[];
export type NotebookEngine = (typeof notebookEngines)[number];

import type { NotebookEngine, TypeTarget } from './codeTargets';

/** What is written next to an exported file. Types are only written for JSON, notebooks for Parquet. */
export interface CompanionFiles {
  /** Where the data comes from, and which part of it was exported. */
  readonly provenance: boolean;
  readonly types: readonly TypeTarget[];
  /** What a notebook reads the file with, if there is one. */
  readonly notebook?: NotebookEngine;
}

export const noCompanionFiles: CompanionFiles = { provenance: false, types: [] };

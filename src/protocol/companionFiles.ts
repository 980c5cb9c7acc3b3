import type { TypeTarget } from './codeTargets';

/** What is written next to an exported file. Types are only written for JSON. */
export interface CompanionFiles {
  /** Where the data comes from, and which part of it was exported. */
  readonly provenance: boolean;
  readonly types: readonly TypeTarget[];
}

export const noCompanionFiles: CompanionFiles = { provenance: false, types: [] };

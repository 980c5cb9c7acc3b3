import type { MockTarget, TypeTarget } from './codeTargets';

/** What is written next to an exported file. Types and mocks are only written for JSON. */
export interface CompanionFiles {
  /** Where the data comes from, and which part of it was exported. */
  readonly provenance: boolean;
  readonly types: readonly TypeTarget[];
  readonly mocks: readonly MockTarget[];
}

export const noCompanionFiles: CompanionFiles = { provenance: false, types: [], mocks: [] };

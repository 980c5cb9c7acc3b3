import type { MockTarget, TypeTarget } from './codeTargets';
import type { ExportFormat } from './formats';

/** What is written next to an exported file. Types and mocks are only written for JSON. */
export interface Beside {
  /** Where the data comes from, and which part of it was exported. */
  readonly provenance: boolean;
  readonly types: readonly TypeTarget[];
  readonly mocks: readonly MockTarget[];
}

export const nothingBeside: Beside = { provenance: false, types: [], mocks: [] };

/** Whether a file of the format is saved with its provenance by default. */
export const isProvenanceUsual = (format: ExportFormat): boolean => format === 'json';

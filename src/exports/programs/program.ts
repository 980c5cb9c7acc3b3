import type { Dataset } from '../../market/datasets/dataset';
import { programLabels, type ProgramTarget } from '../formats';
import { daskProgram } from './dask';
import { duckdbProgram } from './duckdb';
import { pandasProgram } from './pandas';
import { polarsProgram } from './polars';
import { opening } from './programParts';
import { pysparkProgram } from './pyspark';

/**
 * The formats that programs read. JSON isn't one of them, because a response as sent is nested, nor are
 * workbooks, which are for people.
 */
export const programFormats = ['parquet', 'ndjson', 'csv'] as const;
export type ProgramFormat = (typeof programFormats)[number];

/** The files that a program reads. */
export interface ProgramSource {
  readonly dataset: Dataset;
  readonly format: ProgramFormat;
  /** Whether it's a folder with a file for each delivery day, or one file. */
  readonly isRange: boolean;
  /** Relative to where the program is run, with slashes. A person can name another path when running it. */
  readonly path: string;
}

/** A new target doesn't compile until it has a program. */
const programs: { readonly [Target in ProgramTarget]: (source: ProgramSource) => string } = {
  duckdb: duckdbProgram,
  polars: polarsProgram,
  pandas: pandasProgram,
  pyspark: pysparkProgram,
  dask: daskProgram,
};

/**
 * A Python program that reads the files with one engine and prints the result of their dataset's question as
 * CSV. It finds columns by name. If a file doesn't have one, such as an attribute that the service added
 * later, its values are null.
 */
export const programText = (target: ProgramTarget, source: ProgramSource): string =>
  `${opening(programLabels[target].packages, source)}${programs[target](source)}`;

import { programLabels, type ProgramTarget } from '../../protocol/codeTargets';
import { daskProgram } from './dask';
import { duckdbProgram } from './duckdb';
import { pandasProgram } from './pandas';
import { polarsProgram } from './polars';
import { programOpening, type ProgramSource } from './programParts';
import { pysparkProgram } from './pyspark';

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
  `${programOpening(packagesOf(target), source)}${programs[target](source)}`;

/** Spark finds files itself; all others need a library for that. */
const packagesOf = (target: ProgramTarget): string => {
  const { packages } = programLabels[target];
  return target === 'pyspark' ? packages : `${packages} fsspec`;
};

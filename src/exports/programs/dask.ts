import {
  constantsCode,
  filesCode,
  pandasCode,
  pandasModules,
  pandasReaderImport,
  printCode,
  standardImports,
  type ProgramSource,
} from './programParts';
import { questionOf } from './questions';

/** Each file is a partition, which a worker reads with pandas. */
export function daskProgram(source: ProgramSource): string {
  return `# With DASK_SCHEDULER_ADDRESS in the environment, that cluster reads the files.
${standardImports(source, ...pandasModules(source))}
import dask.dataframe as dd
import fsspec
import pandas as pd
${pandasReaderImport(source)}from dask.base import compute
from dask.distributed import Client

${constantsCode(source)}

fs, root = fsspec.core.url_to_fs(PATH)
${source.isRange ? '' : '\n\n'}${filesCode(source)}${printCode(questionOf(source.dataset))}${pandasCode(source)}

def main() -> None:
    if "DASK_SCHEDULER_ADDRESS" in os.environ:
        Client()
    empty = checked(pd.DataFrame(columns=list(COLUMNS), dtype="object"))
    data = dd.from_map(read, find_files(), meta=empty)
    kept = data.map_partitions(prepared, meta=prepared(empty))
    grouped = kept.groupby(GROUPS).agg(HOW).reset_index()
    answer, rows, left = compute(grouped, data.shape[0], kept.shape[0])
    tell_dropped(rows, left)
    show(list(answer.itertuples(index=False, name=None)))


if __name__ == "__main__":
    main()
`;
}

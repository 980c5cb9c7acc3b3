import { constantsCode, filesCode, pandasCode, pandasImports, printCode } from './programParts';
import type { ProgramSource } from './program';
import { questionOf } from './questions';

/** Each file is a partition, which a worker reads with pandas. */
export function daskProgram(source: ProgramSource): string {
  const { standard, others } = pandasImports(source.format);
  return `# With DASK_SCHEDULER_ADDRESS in the environment, the workers of that cluster read the files.
${standard.map((name) => `import ${name}`).join('\n')}

import dask.dataframe as dd
import fsspec
import pandas as pd
${others.map((line) => `${line}\n`).join('')}from dask.distributed import Client

${constantsCode(source)}

fs, root = fsspec.core.url_to_fs(PATH)
${source.isRange ? '' : '\n\n'}${filesCode(source)}${printCode(questionOf(source.dataset))}${pandasCode(source)}

def main() -> None:
    if "DASK_SCHEDULER_ADDRESS" in os.environ:
        Client()
    empty = prepared(pd.DataFrame(columns=list(COLUMNS), dtype="object"))
    data = dd.from_map(read, find_files(), meta=empty)
    answer = data.groupby(GROUPS).agg(HOW).reset_index().compute()
    show(list(answer.itertuples(index=False, name=None)))


if __name__ == "__main__":
    main()
`;
}

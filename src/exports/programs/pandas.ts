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

/** Reads one file after the other, so that only the needed columns of each are kept in memory. */
export function pandasProgram(source: ProgramSource): string {
  return `${standardImports(source, ...pandasModules(source))}
import fsspec
import pandas as pd
${pandasReaderImport(source)}
${constantsCode(source)}

fs, root = fsspec.core.url_to_fs(PATH)
${source.isRange ? '' : '\n\n'}${filesCode(source)}${printCode(questionOf(source.dataset))}${pandasCode(source)}
parts = []
rows = 0
for path in find_files():
    frame = read(path)
    rows += len(frame)
    parts.append(prepared(frame))
data = pd.concat(parts)
tell_dropped(rows, len(data))
answer = data.groupby(GROUPS).agg(HOW).reset_index()
show(list(answer.itertuples(index=False, name=None)))
`;
}

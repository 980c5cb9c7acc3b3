import { constantsCode, filesCode, pandasCode, pandasImports, printCode } from './programParts';
import type { ProgramSource } from './program';
import { questionOf } from './questions';

/** Reads one file after the other, so that memory holds only what the answer needs of each. */
export function pandasProgram(source: ProgramSource): string {
  const { standard, others } = pandasImports(source.format);
  return `${standard.map((name) => `import ${name}`).join('\n')}

import fsspec
import pandas as pd
${others.map((line) => `${line}\n`).join('')}
${constantsCode(source)}

fs, root = fsspec.core.url_to_fs(PATH)
${source.isRange ? '' : '\n\n'}${filesCode(source)}${printCode(questionOf(source.dataset))}${pandasCode(source)}
data = pd.concat([read(path) for path in find_files()])
answer = data.groupby(GROUPS).agg(HOW).reset_index()
show(list(answer.itertuples(index=False, name=None)))
`;
}

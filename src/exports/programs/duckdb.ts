import {
  constantsCode,
  filesCode,
  printCode,
  standardImports,
  timePattern,
  type ProgramFormat,
  type ProgramSource,
} from './programParts';
import { questionOf, type Question } from './questions';

const readers: { readonly [Format in ProgramFormat]: string } = {
  parquet: 'table = con.read_parquet(files, union_by_name=True)',
  ndjson: `texts = dict.fromkeys(COLUMNS, "VARCHAR")
table = con.read_json(files, format="newline_delimited", columns=texts)`,
  csv: 'table = con.read_csv(files, header=True, all_varchar=True, union_by_name=True)',
};

const measures = { count: 'count', sum: 'sum', mean: 'avg', max: 'max', energy: 'sum' } as const;
/** No name in a question comes from outside data, so names need no escapes. */
const quoted = (name: string) => `"${name}"`;

/** Power in MW times hours; values that are energy already are summed as they are. */
const energy = `"value" * CASE WHEN "unit" = 'MW' THEN
            date_diff('microsecond', "startTime", "endTime") / 3.6e9
            ELSE 1 END`;

function queryText(question: Question): string {
  const columns = [
    ...question.groups.map(({ name, column, of }) => {
      if (of === undefined) return `coalesce(${quoted(column)}, '') AS ${quoted(name)}`;
      const clock = `${quoted(column)} AT TIME ZONE '{MARKET_ZONE}'`;
      return `strftime(${clock}, '${timePattern[of]}') AS ${quoted(name)}`;
    }),
    ...question.measures.map(({ name, column, how }) => {
      const of = how === 'energy' ? energy : quoted(column);
      return `${measures[how]}(${of}) AS ${quoted(name)}`;
    }),
  ];
  return `    SELECT
${columns.map((column) => `        ${column}`).join(',\n')}
    FROM data
    WHERE ${question.required.map((name) => `${quoted(name)} IS NOT NULL`).join('\n        AND ')}
    GROUP BY ${question.groups.map((_, at) => at + 1).join(', ')}`;
}

/** DuckDB reads files on this machine itself, and others through fsspec. */
export function duckdbProgram(source: ProgramSource): string {
  const question = questionOf(source.dataset);
  return `${standardImports(source, 'glob')}
import duckdb
import fsspec
from fsspec.implementations.local import LocalFileSystem

${constantsCode(source)}
TYPES = {"time": "TIMESTAMPTZ", "number": "DOUBLE", "text": "VARCHAR"}

fs, root = fsspec.core.url_to_fs(PATH)
${source.isRange ? '' : '\n\n'}${filesCode(source)}${printCode(question)}con = duckdb.connect()
if isinstance(fs, LocalFileSystem):
    files = [glob.escape(path) for path in find_files()]
else:
    con.register_filesystem(fs)
    files = [fs.unstrip_protocol(path) for path in find_files()]
${readers[source.format]}
# A value that isn't of its column's type is null.
columns = []
for name, kind in COLUMNS.items():
    value = f'"{name}"' if name in table.columns else "NULL"
    columns.append(f'TRY_CAST({value} AS {TYPES[kind]}) AS "{name}"')
data = table.project(", ".join(columns))
answer = con.sql(f"""
${queryText(question)}
""")
show(answer.fetchall())
`;
}

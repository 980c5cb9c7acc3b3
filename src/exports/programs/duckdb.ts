import {
  constantsCode,
  csvCode,
  csvHeaderCode,
  filesCode,
  printCode,
  standardImports,
  timePattern,
  type ProgramFormat,
  type ProgramSource,
} from './programParts';
import { questionOf, type Question } from './questions';

const readers: { readonly [Format in ProgramFormat]: string } = {
  parquet: 'table = con.sql(f"FROM read_parquet([{paths}], union_by_name = true)")',
  ndjson: `texts = dict.fromkeys(COLUMNS, "VARCHAR")
reader = f"read_json([{paths}], format = 'newline_delimited', columns = {texts})"
table = con.sql(f"FROM {reader}")`,
  csv: `options = f"header = true, all_varchar = true, delim = '{SEPARATOR}'"
table = con.sql(f"FROM read_csv([{paths}], {options})")`,
};

/** Code between a column's name and its cast, for formats with only texts. */
const integerTexts = `    if kind == "integer" and name in table.columns:
        # A cast would round decimals.
        value = f"CASE WHEN regexp_full_match({value}, '-?[0-9]+') THEN {value} END"
`;
const csvTexts = `    if kind in {"number", "integer"} and FOR_EXCEL:
        value = f"replace({value}, ',', '.')"
    if kind == "text" and name in table.columns:
        for guard, by in GUARDS.items():
            pattern = guard.replace("'", "''")
            value = f"regexp_replace({value}, '{pattern}', '{by}', 'g')"
`;
const betweenCode: { readonly [Format in ProgramFormat]: string } = {
  parquet: '',
  ndjson: integerTexts,
  csv: csvTexts + integerTexts,
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
    WHERE ${isThere(question)}
    GROUP BY ${question.groups.map((_, at) => at + 1).join(', ')}`;
}

const isThere = ({ required }: Question) =>
  required.map((name) => `${quoted(name)} IS NOT NULL`).join('\n        AND ');

const countText = (question: Question) => `    SELECT count(*), count_if(
        ${isThere(question)}
    )
    FROM data`;

/** DuckDB reads files on this machine itself, and others through fsspec. */
export function duckdbProgram(source: ProgramSource): string {
  const question = questionOf(source.dataset);
  return `${standardImports(source, 'glob')}
import duckdb
import fsspec
from fsspec.implementations.local import LocalFileSystem

${constantsCode(source)}
TYPES = {
    "time": "TIMESTAMPTZ",
    "number": "DOUBLE",
    "integer": "BIGINT",
    "text": "VARCHAR",
}

fs, root = fsspec.core.url_to_fs(PATH)
${source.isRange ? '' : '\n\n'}${filesCode(source)}${printCode(question)}${source.format === 'csv' ? csvCode(csvHeaderCode, (...numbers) => numbers.map((each) => `\\${each}`).join('')) : ''}con = duckdb.connect()
if isinstance(fs, LocalFileSystem):
    files = [glob.escape(path) for path in find_files()]
else:
    con.register_filesystem(fs)
    files = [fs.unstrip_protocol(path) for path in find_files()]
paths = ", ".join("'" + path.replace("'", "''") + "'" for path in files)
${readers[source.format]}
# A value that isn't of its column's type is null.
columns = []
for name, kind in COLUMNS.items():
    value = f'"{name}"' if name in table.columns else "NULL"
${betweenCode[source.format]}    columns.append(f'TRY_CAST({value} AS {TYPES[kind]}) AS "{name}"')
data = table.project(", ".join(columns))
[(rows, kept)] = con.sql("""
${countText(question)}
""").fetchall()
tell_dropped(rows, kept)
answer = con.sql(f"""
${queryText(question)}
""")
show(answer.fetchall())
`;
}

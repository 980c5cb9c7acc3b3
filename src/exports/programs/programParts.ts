/** What programs for several engines have in common, as Python code. */
import type { Dataset } from '../../market/datasets/dataset';
import { marketZone } from '../../market/time/deliveryDay';
import { commentText } from '../snippets/environment';
import { pythonAssigned, pythonDictionary } from '../snippets/pythonText';
import { pythonLiteral } from '../../text/pythonLiteral';
import { neededColumns, questionOf, type Question } from './questions';

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

/** The environment variable that names another path or address. */
export const pathVariable = 'MARKET_DATA_PATH';

/** The first lines: the program's question, and what the program needs. */
export function programOpening(packages: string, { dataset, isRange }: ProgramSource): string {
  const lines = [
    commentText(`${dataset.title()}. ${questionOf(dataset).words}`),
    isRange ? 'From the files of a range of delivery days.' : 'From an exported file.',
    '',
    'Run it in the folder that the path is relative to, or name a path or an address:',
    `python FILE.py s3://bucket/${isRange ? dataset.id : 'FILE'}, or ${pathVariable} in the environment.`,
    ...(isRange ? ['Only some days: python FILE.py --from 2026-03-01 --to 2026-03-31'] : []),
    `Needs: Python 3.10, pip install ${packages}`,
    'mypy: disable-error-code="import-untyped,no-untyped-call"',
  ];
  return `${lines.map((line) => `# ${line}`.trimEnd()).join('\n')}\n`;
}

/** The code that reads the program's arguments, after `PATH`. */
const argumentsCode = ({ isRange }: ProgramSource) =>
  isRange
    ? `parser = argparse.ArgumentParser(description="Print the answer as CSV.")
parser.add_argument("path", nargs="?", default=os.environ.get("${pathVariable}", PATH))
parser.add_argument("--from", metavar="DAY", type=date.fromisoformat, default=date.min)
parser.add_argument("--to", metavar="DAY", type=date.fromisoformat, default=date.max)
given = vars(parser.parse_args())
PATH = given["path"]
# The first and last delivery day to read.
FIRST, LAST = str(given["from"]), str(given["to"])
`
    : `PATH = os.environ.get("${pathVariable}", PATH)
PATH = sys.argv[1] if len(sys.argv) > 1 else PATH
`;

/** The path, the market's time zone, and the columns, for the top of a program. */
export const constantsCode = (source: ProgramSource): string => `PATH = ${pythonLiteral(source.path)}
${argumentsCode(source)}# The time zone whose midnight starts a delivery day.
${pythonAssigned('MARKET_ZONE', marketZone)}
# The columns that the answer needs. A file without one has nulls there.
${pythonDictionary('COLUMNS', neededColumns(source.dataset, questionOf(source.dataset)))}`;

/**
 * How a program recognizes CSV for Excel, and undoes the formula guard of both kinds of CSV. Engines agree only
 * on patterns that look neither ahead nor behind. `groups` writes what the parentheses of a pattern match.
 */
export const csvCode = (
  header: string,
  groups: (...numbers: number[]) => string,
): string => `# CSV for Excel has semicolons and decimal commas.
${header}
FOR_EXCEL = header.count(";") > header.count(",")
SEPARATOR = ";" if FOR_EXCEL else ","
# Texts that spreadsheets would run as formulas have an apostrophe in front. In files that
# were exported without it, nothing else looks like that.
CELL_ENDS = ",;\\t\\r\\n" if FOR_EXCEL else ";\\t\\r\\n"
SIGNS = "-=+@\\uff1d\\uff0b\\uff0d\\uff20"
GUARDS = {
    "^'('*\\"*[\\t\\r\\n])": ${pythonLiteral(groups(1))},
    f"(^|[{CELL_ENDS}])'('*\\"*[{SIGNS}])": ${pythonLiteral(groups(1, 2))},
}
`;

/** Reads the header of the file for `csvCode`. */
export const csvHeaderCode = `with fs.open(find_files()[0], encoding="utf-8", mode="r") as file:
    header = file.readline()`;

/** Finds the files with fsspec. Doesn't use a pattern, because a path may contain a pattern's characters. */
export const filesCode = ({ isRange, format }: ProgramSource): string =>
  isRange
    ? `# Files of delivery days; what begins with _ or a dot isn't data.
PART = re.compile(r"/day=([-\\d]+)/part-[^/]*\\.${format}")


def find_files() -> list[str]:
    """Return the paths of the files of the delivery days, in order."""
    found: list[str] = []
    for path in sorted(fs.find(root)):
        part = PART.fullmatch(path[len(root.rstrip("/")) :])
        if part and FIRST <= part[1] <= LAST:
            found.append(path)
    return found or sys.exit(f"There are no files of delivery days in {PATH}.")


`
    : `def find_files() -> list[str]:
    """Return the path of the file."""
    found: list[str] = fs.find(root)
    return found or sys.exit(f"There is no file {PATH}.")


`;

/** Prints the result. The last bits of a sum of decimals depend on the order in which an engine adds them. */
export const printCode = (question: Question): string => `HEADINGS = [
${headings(question)
  .map((name) => `    ${pythonLiteral(name)},`)
  .join('\n')}
]


def show(rows: list[tuple[Any, ...]]) -> None:
    """Print the answer as CSV."""
    out = csv.writer(sys.stdout, lineterminator="\\n")
    out.writerow(HEADINGS)
    out.writerows(sorted(tuple(map(shown, row)) for row in rows))


def shown(value: Any) -> str:
    """Return decimals with 12 digits: more of a sum depend on the order of rows."""
    if not isinstance(value, float):
        return str(value)
    return str(int(value)) if value.is_integer() else f"{value:.12g}"


def tell_dropped(rows: int, kept: int) -> None:
    """Say how many rows lack a value that the answer needs."""
    if kept < rows:
        needed = ${pythonLiteral(listed(question.required))}
        said = f"Left out {rows - kept} of {rows} rows without {needed}."
        print(said, file=sys.stderr)


`;

/** `startTime, endTime, or value` */
const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(names);

const headings = ({ groups, measures }: Question): string[] =>
  [...groups, ...measures].map(({ name }) => name);

/** The `strftime` pattern that Python, DuckDB, and Polars share. */
export const timePattern = { day: '%Y-%m-%d', month: '%Y-%m' } as const;

/** How pandas reads a file of the format: the needed columns that it has, with their values as read. */
const pandasReaders: { readonly [Format in ProgramFormat]: string } = {
  parquet: `        there = pq.ParquetFile(file)
        names = [name for name in COLUMNS if name in there.schema_arrow.names]
        frame = there.read(names).to_pandas(integer_object_nulls=True)`,
  ndjson: `        rows = [[row.get(name) for name in COLUMNS] for row in map(json.loads, file)]
        frame = pd.DataFrame(rows, columns=list(COLUMNS), dtype="object")`,
  csv: `        frame = pd.read_csv(
            file,
            sep=SEPARATOR,
            encoding="utf-8-sig",
            usecols=COLUMNS.__contains__,
            dtype=str,
            keep_default_na=False,
            na_values=[""],
        )`,
};

/** The lines that import modules of Python's standard library, in order. */
export function standardImports({ isRange }: ProgramSource, ...more: readonly string[]): string {
  const modules = ['csv', 'os', ...(isRange ? ['argparse', 're'] : []), 'sys', ...more];
  const names = [...new Set(modules)].sort().map((name) => `import ${name}\n`);
  return `${names.join('')}${isRange ? 'from datetime import date\n' : ''}from typing import Any\n`;
}

/** Additional modules of the standard library that the code for pandas needs. */
export const pandasModules = ({ format }: ProgramSource): readonly string[] =>
  format === 'ndjson' ? ['json'] : [];

/** The line that imports the module with which pandas reads the format. */
export const pandasReaderImport = ({ format }: ProgramSource): string =>
  format === 'parquet' ? 'import pyarrow.parquet as pq\n' : '';

/** Reads one file with pandas and prepares its rows. Dask does so with each file separately. */
export function pandasCode({ format, dataset }: ProgramSource): string {
  const question = questionOf(dataset);
  const { groups, measures, required } = question;
  const isThere = required.map((name) => pythonLiteral(name)).join(', ');
  const timed = groups.find(({ of }) => of !== undefined);
  const groupLines = groups.map(({ name, column, of }) =>
    of === undefined
      ? `        ${pythonLiteral(name)}: frame[${pythonLiteral(column)}].fillna(""),`
      : `        ${pythonLiteral(name)}: clock.dt.strftime("${timePattern[of]}"),`,
  );
  const clock = timed ? `    clock = frame[${pythonLiteral(timed.column)}].dt.tz_convert(MARKET_ZONE)\n` : '';
  const measureLines = measures.map(({ name, column, how }) =>
    how === 'energy'
      ? `        ${pythonLiteral(name)}: frame[${pythonLiteral(column)}] * hours.where(is_power, 1.0),`
      : `        ${pythonLiteral(name)}: frame[${pythonLiteral(column)}],`,
  );
  const hours = measures.some(({ how }) => how === 'energy')
    ? `    hours = (frame["endTime"] - frame["startTime"]).dt.total_seconds() / 3600
    is_power = frame["unit"] == "MW"
`
    : '';
  const isCsv = format === 'csv';
  const unguarded = isCsv
    ? `        for guard, by in GUARDS.items():
            values = values.astype("string").str.replace(guard, by, regex=True)
`
    : '';
  const point = isCsv
    ? `    if FOR_EXCEL:
        values = values.astype("string").str.replace(",", ".", regex=False)
`
    : '';
  return `${isCsv ? `${csvCode(csvHeaderCode, (...numbers) => numbers.map((each) => `\\${each}`).join(''))}\n\n` : ''}def typed(values: pd.Series, kind: str) -> pd.Series:
    """Return a column; a value that isn't of its type is null."""
    if kind == "text":
${unguarded}        return values.astype("string")
    if kind == "time":
        times = pd.to_datetime(values, utc=True, format="ISO8601", errors="coerce")
        return times.astype("datetime64[us, UTC]")
${point}    if kind == "number":
        return pd.to_numeric(values, errors="coerce").astype("float64")
    texts = values.astype("string")
    whole = texts.where(texts.str.fullmatch(r"-?\\d+", na=False))
    return pd.to_numeric(whole, dtype_backend="numpy_nullable").astype("Int64")


def read(path: str) -> pd.DataFrame:
    """Return the columns of a file that the answer needs."""
    with fs.open(path) as file:
${pandasReaders[format]}
    return checked(frame)


def checked(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the columns with their types."""
    frame = frame.reindex(columns=list(COLUMNS))
    columns = {name: typed(frame[name], kind) for name, kind in COLUMNS.items()}
    return pd.DataFrame(columns)


def prepared(frame: pd.DataFrame) -> pd.DataFrame:
    """Return what rows are put together by, and what is told of them."""
    frame = frame.dropna(subset=[${isThere}])
${clock}${hours}    columns = {
${groupLines.join('\n')}
${measureLines.join('\n')}
    }
    return pd.DataFrame(columns)


${pythonDictionary(
  'HOW',
  measures.map(({ name, how }) => [name, how === 'energy' ? 'sum' : how]),
)}
GROUPS = [${groups.map(({ name }) => pythonLiteral(name)).join(', ')}]
`;
}

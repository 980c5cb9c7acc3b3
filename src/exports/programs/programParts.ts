/** What programs for several engines have in common, as Python code. */
import type { Dataset } from '../../market/datasets/dataset';
import { marketZone } from '../../market/time/deliveryDay';
import { commentText } from '../snippets/environment';
import { pythonAssigned, pythonDictionary, pythonLiteral } from '../snippets/pythonText';
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
    `Needs: pip install ${packages}`,
  ];
  return `${lines.map((line) => `# ${line}`.trimEnd()).join('\n')}\n`;
}

/** The path, the market's time zone, and the columns, for the top of a program. */
export const constantsCode = ({ dataset, path }: ProgramSource): string => `PATH = ${pythonLiteral(path)}
PATH = os.environ.get("${pathVariable}", PATH)
PATH = sys.argv[1] if len(sys.argv) > 1 else PATH
# The time zone whose midnight starts a delivery day.
${pythonAssigned('MARKET_ZONE', marketZone)}
# The columns that the answer needs. A file without one has nulls there.
${pythonDictionary('COLUMNS', neededColumns(dataset, questionOf(dataset)))}`;

/** Finds the files with fsspec. Doesn't use a pattern, because a path may contain a pattern's characters. */
export const filesCode = ({ isRange, format }: ProgramSource): string =>
  isRange
    ? `# Files of delivery days or months; what begins with _ or a dot isn't data.
PART = re.compile(r"/(day|month)=\\d{4}-\\d\\d(-\\d\\d)?/part-[^/]*\\.${format}")


def find_files() -> list[str]:
    """Return the paths of the files of all delivery days, in order."""
    paths = sorted(fs.find(root))
    paths = [path for path in paths if PART.fullmatch(path[len(root.rstrip("/")) :])]
    return paths or sys.exit(f"There are no files of delivery days in {PATH}.")


`
    : `def find_files() -> list[str]:
    """Return the path of the file."""
    return fs.find(root) or sys.exit(f"There is no file {PATH}.")


`;

/** Prints the result. The last bits of a sum of decimals depend on the order in which an engine adds them. */
export const printCode = (question: Question): string => `HEADINGS = [
${headings(question)
  .map((name) => `    ${pythonLiteral(name)},`)
  .join('\n')}
]


def show(rows: list[tuple]) -> None:
    """Print the answer as CSV."""
    out = csv.writer(sys.stdout, lineterminator="\\n")
    out.writerow(HEADINGS)
    out.writerows(sorted(tuple(map(shown, row)) for row in rows))


def shown(value: object) -> str:
    """Return a number with 12 digits: more of a sum depend on the order of its rows."""
    if isinstance(value, str):
        return value
    return str(int(value)) if value == int(value) else f"{value:.12g}"


`;

const headings = ({ groups, measures }: Question): string[] =>
  [...groups, ...measures].map(({ name }) => name);

/** The `strftime` pattern that Python, DuckDB, and Polars share. */
export const timePattern = { day: '%Y-%m-%d', month: '%Y-%m' } as const;

/** How pandas reads a file of the format: the needed columns that it has, with their values as read. */
const pandasReaders: { readonly [Format in ProgramFormat]: string } = {
  parquet: `        there = pq.ParquetFile(file)
        names = [name for name in COLUMNS if name in there.schema_arrow.names]
        frame = there.read(names).to_pandas()`,
  ndjson: `        rows = [[row.get(name) for name in COLUMNS] for row in map(json.loads, file)]
        frame = pd.DataFrame(rows, columns=list(COLUMNS))`,
  csv: `        texts = {"dtype": str, "keep_default_na": False, "na_values": [""]}
        frame = pd.read_csv(file, usecols=COLUMNS.__contains__, **texts)`,
};

/** The lines that import modules of Python's standard library, in order. */
export const standardImports = ({ isRange }: ProgramSource, ...more: readonly string[]): string =>
  ['csv', 'os', ...(isRange ? ['re'] : []), 'sys', ...more]
    .sort()
    .map((name) => `import ${name}\n`)
    .join('');

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
  return `def typed(values: pd.Series, kind: str) -> pd.Series:
    if kind == "time":
        times = pd.to_datetime(values, utc=True, format="ISO8601", errors="coerce")
        return times.astype("datetime64[us, UTC]")
    if kind == "number":
        return pd.to_numeric(values, errors="coerce").astype("float64")
    return values.astype("string")


def read(path: str) -> pd.DataFrame:
    """Return what the answer needs of a file."""
    with fs.open(path) as file:
${pandasReaders[format]}
    return prepared(frame)


def prepared(frame: pd.DataFrame) -> pd.DataFrame:
    """Return what rows are put together by, and what is told of them."""
    frame = frame.reindex(columns=list(COLUMNS))
    columns = {name: typed(frame[name], kind) for name, kind in COLUMNS.items()}
    frame = pd.DataFrame(columns)
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

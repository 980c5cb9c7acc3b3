import { pythonLiteral } from '../../text/pythonLiteral';
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
  parquet: 'pl.scan_parquet(source, glob=False)',
  ndjson: 'pl.scan_ndjson(source, schema=dict.fromkeys(COLUMNS, pl.String))',
  csv: 'pl.scan_csv(source, separator=SEPARATOR, infer_schema=False, glob=False)',
};

/** Code before a local file is read: the NDJSON reader takes its path for a pattern. */
const localPath: { readonly [Format in ProgramFormat]: string } = {
  parquet: '',
  ndjson: `    if isinstance(fs, LocalFileSystem):
        # Some characters of a path would be read as a pattern.
        path = re.sub(r"([*?[])", r"[\\1]", path)
`,
  csv: '',
};

/**
 * The type that a column is read as: one code for formats with types, and one for formats with only texts.
 */
const typedCode = `TYPES = {
    "time": pl.Datetime("us", "UTC"),
    "number": pl.Float64(),
    "integer": pl.Int64(),
    "text": pl.String(),
}


def typed(name: str, kind: str) -> pl.Expr:
    """Return a column; a value that isn't of its type is null."""
    return pl.col(name).cast(TYPES[kind], strict=False)


`;

const parsedCode = (isCsv: boolean) => `def typed(name: str, kind: str) -> pl.Expr:
    """Return a column; a value that isn't of its type is null."""
    column = pl.col(name)
    if kind == "time":
        return column.str.to_datetime(time_unit="us", time_zone="UTC", strict=False)
${
  isCsv
    ? `    if kind == "text":
        for guard, by in GUARDS.items():
            column = column.str.replace_all(guard, by)
        return column
    if FOR_EXCEL:
        column = column.str.replace(",", ".", literal=True)
`
    : `    if kind == "text":
        return column
`
}    return column.cast(pl.Int64 if kind == "integer" else pl.Float64, strict=False)


`;

function questionCode({ groups, measures, required }: Question): string {
  const groupLines = groups.map(({ name, column, of }) => {
    const from = `pl.col(${pythonLiteral(column)})`;
    const value = of === undefined ? `${from}.fill_null("")` : `clock.dt.strftime("${timePattern[of]}")`;
    return `        ${value}.alias(${pythonLiteral(name)}),`;
  });
  const timed = groups.find(({ of }) => of !== undefined);
  const clock = timed
    ? `clock = pl.col(${pythonLiteral(timed.column)}).dt.convert_time_zone(MARKET_ZONE)\n`
    : '';
  const measureLines = measures.map(({ name, column, how }) => {
    const from = `pl.col(${pythonLiteral(column)})`;
    const value = how === 'energy' ? `(${from} * hours).sum()` : `${from}.${how}()`;
    return `        ${value}.alias(${pythonLiteral(name)}),`;
  });
  const hours = measures.some(({ how }) => how === 'energy')
    ? `# Power times hours; what is energy already is summed as it is.
hours = (pl.col("endTime") - pl.col("startTime")).dt.total_microseconds() / 3.6e9
hours = pl.when(pl.col("unit") == "MW").then(hours).otherwise(1.0)
`
    : '';
  return `${clock}${hours}kept = data.drop_nulls([${required.map((name) => pythonLiteral(name)).join(', ')}])
answer = (
    kept.group_by(
${groupLines.join('\n')}
    )
    .agg(
${measureLines.join('\n')}
    )
    .collect()
)
rows, left = (frame.select(pl.len()).collect().item() for frame in (data, kept))
tell_dropped(rows, left)
show(answer.rows())
`;
}

/** Polars reads files lazily; those that aren't on this machine, through fsspec. */
export function polarsProgram(source: ProgramSource): string {
  const question = questionOf(source.dataset);
  const isCsv = source.format === 'csv';
  const modules = source.format === 'ndjson' && !source.isRange ? ['re'] : [];
  return `${standardImports(source, ...modules)}
import fsspec
import polars as pl
from fsspec.implementations.local import LocalFileSystem

${constantsCode(source)}

fs, root = fsspec.core.url_to_fs(PATH)
${source.isRange ? '' : '\n\n'}${filesCode(source)}${printCode(question)}${isCsv ? `${csvCode(csvHeaderCode, (...numbers) => numbers.map((each) => `\${${each}}`).join(''))}\n\n` : ''}${source.format === 'parquet' ? typedCode : parsedCode(isCsv)}def read(path: str) -> pl.LazyFrame:
    """Return what the answer needs of a file, with the same columns for each."""
${localPath[source.format]}    source = path if isinstance(fs, LocalFileSystem) else fs.open(path)
    frame = ${readers[source.format]}
    there = frame.collect_schema().names()
    missing = [name for name in COLUMNS if name not in there]
    frame = frame.with_columns(pl.lit(None, pl.String).alias(name) for name in missing)
    return frame.select(typed(name, kind) for name, kind in COLUMNS.items())


data = pl.concat([read(path) for path in find_files()])
${questionCode(question)}`;
}

import type { Dataset } from '../../market/datasets/dataset';
import { recordShapes } from '../../market/records/recordKinds';
import { programLabels, type ProgramTarget } from '../../protocol/codeTargets';
import { pythonLiteral as literal } from '../../text/pythonLiteral';

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
  /** Relative to where the program is run, with slashes. */
  readonly path: string;
}

/** The columns with times, as a Python list: NDJSON and CSV have them as text. */
const timesOf = ({ dataset }: ProgramSource) => {
  const times = recordShapes[dataset.record].columns.filter(({ type }) => type === 'time');
  return `[${times.map(({ name }) => literal(name)).join(', ')}]`;
};

/** The path for an engine that reads the files of a range by a pattern, and some characters of any path as one. */
const patternOf = ({ path, format, isRange }: ProgramSource) => {
  const escaped = path.replace(/[*?[]/g, '[$&]');
  return literal(isRange ? `${escaped}/day=*/part-0.${format}` : escaped);
};

function duckdb(source: ProgramSource): string {
  const { format } = source;
  const readers = { parquet: 'read_parquet(', ndjson: 'read_json(', csv: 'read_csv(' } as const;
  const sample = format === 'parquet' ? '' : ', sample_size=-1';
  // Older versions find times only in CSV.
  const times = `for name in ${timesOf(source)}:
    if name in df.columns:
        df = df.project(f"* REPLACE ({name}::TIMESTAMPTZ AS {name})")
`;
  return `import duckdb

duckdb.sql("SET TimeZone = 'Europe/Oslo'")
df = duckdb.${readers[format]}${patternOf(source)}${sample})
${format === 'ndjson' ? times : ''}df
`;
}

function polars(source: ProgramSource): string {
  const { format, isRange, path } = source;
  if (isRange && format === 'ndjson')
    // Polars would take the types of all files from the first one, where columns may be null.
    return `from glob import escape, glob

import polars as pl
import polars.selectors as cs

files = sorted(glob(${patternOf(source)}))
frames = [pl.read_ndjson(escape(file), infer_schema_length=None) for file in files]
df = pl.concat(frames, how="vertical_relaxed")
times = cs.by_name(${timesOf(source)}) & cs.string()
df = df.with_columns(times.str.to_datetime(time_zone="Europe/Oslo"))
df
`;
  const readers = {
    parquet: `read_parquet(${literal(path)}, glob=False)`,
    ndjson: `read_ndjson(${patternOf(source)}, infer_schema_length=None)`,
    csv: `read_csv(${literal(path)}, glob=False, infer_schema_length=None)`,
  } as const;
  const times = `names = ${timesOf(source)}
times = cs.by_name(names, require_all=False) & cs.string()
df = df.with_columns(times.str.to_datetime(time_zone="Europe/Oslo"))`;
  const zone = 'df = df.with_columns(cs.datetime(time_zone="*").dt.convert_time_zone("Europe/Oslo"))';
  return `import polars as pl
import polars.selectors as cs

df = pl.${readers[format]}
${format === 'parquet' ? zone : times}
df
`;
}

const nullable = 'dtype_backend="numpy_nullable"';

/** How pandas reads NDJSON: its own parser doesn't keep all digits. */
const lineOptions = 'options = {"lines": True, "engine": "pyarrow", "dtype_backend": "numpy_nullable"}';

/** How pandas and Dask read one file, or a folder of Parquet files. */
const readersOf = (source: ProgramSource) =>
  ({
    parquet: `read_parquet(${literal(source.path)}, ${nullable})`,
    ndjson: `read_json(\n    ${literal(source.path)}, lines=True, engine="pyarrow", ${nullable}\n)`,
    csv: `read_csv(\n    ${literal(source.path)}, ${nullable}, keep_default_na=False, na_values=""\n)`,
  }) as const;

/** The end of a program for pandas or Dask. The files of a range have all columns. */
function zonedCode(source: ProgramSource, module: 'pd' | 'dd'): string {
  const zone = '    df[name] = df[name].dt.tz_convert("Europe/Oslo")\n';
  if (source.format === 'parquet') return `for name in df.select_dtypes("datetimetz").columns:\n${zone}df\n`;
  const times = timesOf(source);
  const loop = source.isRange
    ? `for name in ${times}:`
    : `times = ${times}\nfor name in df.columns.intersection(times):`;
  return `${loop}
    df[name] = ${module}.to_datetime(df[name], utc=True, format="ISO8601")
${zone}df
`;
}

function pandas(source: ProgramSource): string {
  const { format, isRange, path } = source;
  if (isRange && format === 'ndjson')
    return `from pathlib import Path

import pandas as pd

files = Path(${literal(path)}).glob("day=*/part-0.ndjson")
${lineOptions}
df = pd.concat(pd.read_json(file, **options) for file in sorted(files)).convert_dtypes()
${zonedCode(source, 'pd')}`;
  return `import pandas as pd

df = pd.${readersOf(source)[format]}
${zonedCode(source, 'pd')}`;
}

function dask(source: ProgramSource): string {
  const { format, isRange, path } = source;
  if (format !== 'ndjson')
    return `import dask.dataframe as dd

df = dd.${readersOf(source)[format]}
${zonedCode(source, 'dd')}`;
  // Dask's own reader gives pandas a text file, which this engine of pandas doesn't read.
  return `${isRange ? 'from glob import glob\n\n' : ''}import dask.dataframe as dd
import pandas as pd

${lineOptions}
df = dd.from_map(pd.read_json, ${isRange ? `sorted(glob(${patternOf(source)}))` : `[${literal(path)}]`}, **options)
${zonedCode(source, 'dd')}`;
}

function pyspark({ format, path }: ProgramSource): string {
  const pattern = literal(path.replace(/[\][{}*?\\]/g, '\\$&'));
  const modules = format === 'csv' ? 'import re\nfrom pathlib import Path\n\n' : '';
  const readers = {
    parquet: `df = spark.read.parquet(${pattern})`,
    ndjson: `df = spark.read.option("inferTimestamp", True).json(${pattern})`,
    // Spark doesn't find the types of a file whose texts have several lines if its path is escaped.
    csv: `text = Path(${literal(path)}).read_bytes().decode()
lines = spark.sparkContext.parallelize(re.findall(r'(?:"[^"]*"|[^"\\r\\n]+)+', text))
df = spark.read.csv(lines, header=True, inferSchema=True, escape='"')`,
  } as const;
  return `${modules}from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
spark.conf.set("spark.sql.session.timeZone", "Europe/Oslo")
${readers[format]}
df
`;
}

const programs: { readonly [Target in ProgramTarget]: (source: ProgramSource) => string } = {
  duckdb,
  polars,
  pandas,
  pyspark,
  dask,
};

/**
 * A few lines of Python that read the files with one engine, show times by the market's clock, and end with the
 * frame alone, which notebooks and consoles show.
 */
export const programText = (target: ProgramTarget, source: ProgramSource): string =>
  `# pip install ${programLabels[target].packages}\n${programs[target](source)}`;

import {
  constantsCode,
  csvCode,
  printCode,
  standardImports,
  type ProgramFormat,
  type ProgramSource,
} from './programParts';
import { questionOf, type Question } from './questions';

const readers: { readonly [Format in ProgramFormat]: string } = {
  parquet: 'table = spark.read.option("mergeSchema", "true").parquet(PLACE)',
  ndjson: `texts = ", ".join(f"\`{name}\` STRING" for name in COLUMNS)
table = spark.read.schema(texts).json(PLACE)`,
  // Spark can't find files by their escaped path if it has to read column names from texts of several lines.
  csv: `reader = spark.read.option("header", "true").option("escape", '"')
reader = reader.option("sep", SEPARATOR)
names = reader.csv(PLACE).schema
table = reader.option("multiLine", "true").schema(names).csv(PLACE)`,
};

const measures = { count: 'count', sum: 'sum', mean: 'avg', max: 'max', energy: 'sum' } as const;
const dayFilter = `table = table.where(F.col("day").cast("string").between(FIRST, LAST))
`;
const patterns = { day: 'yyyy-MM-dd', month: 'yyyy-MM' } as const;
/** No name in a question comes from outside data, so names need no escapes. */
const quoted = (name: string) => `\`${name}\``;

/** Power in MW times hours; values that are energy already are summed as they are. */
const energy = `\`value\` * CASE WHEN \`unit\` = 'MW' THEN
            (unix_micros(\`endTime\`) - unix_micros(\`startTime\`)) / 3.6e9D
            ELSE 1 END`;

const isThere = (required: readonly string[]) =>
  required.map((name) => `${quoted(name)} IS NOT NULL`).join('\n        AND ');

const countText = ({ required }: Question) => `    SELECT count(*), count_if(
        ${isThere(required)}
    )
    FROM market_data`;

/** Code that changes the texts of CSV to what was sent. */
const textsCode = `for name, kind in COLUMNS.items():
    if name not in table.columns:
        continue
    column = F.col(f"\`{name}\`")
    if kind == "text":
        for guard, by in GUARDS.items():
            column = F.regexp_replace(column, guard, by)
    elif FOR_EXCEL and kind != "time":
        column = F.replace(column, F.lit(","), F.lit("."))
    table = table.withColumn(name, column)
`;

function queryText({ groups, measures: told, required }: Question): string {
  const columns = [
    ...groups.map(({ name, column, of }) =>
      of === undefined
        ? `coalesce(${quoted(column)}, '') AS ${quoted(name)}`
        : `date_format(${quoted(column)}, '${patterns[of]}') AS ${quoted(name)}`,
    ),
    ...told.map(({ name, column, how }) => {
      const of = how === 'energy' ? energy : quoted(column);
      return `${measures[how]}(${of}) AS ${quoted(name)}`;
    }),
  ];
  return `    SELECT
${columns.map((column) => `        ${column}`).join(',\n')}
    FROM market_data
    WHERE ${isThere(required)}
    GROUP BY ${groups.map((_, at) => at + 1).join(', ')}`;
}

/** Spark finds files itself, at any Hadoop address, and skips names that begin with _ or a dot. */
export function pysparkProgram(source: ProgramSource): string {
  const question = questionOf(source.dataset);
  const isCsv = source.format === 'csv';
  return `${standardImports(source, 're')}
from pyspark.sql import SparkSession
${isCsv || source.isRange ? 'from pyspark.sql import functions as F\n' : ''}
${constantsCode(source)}
TYPES = {
    "time": "TIMESTAMP",
    "number": "DOUBLE",
    "integer": "BIGINT",
    "text": "STRING",
}
if os.path.exists(PATH):
    PATH = os.path.abspath(PATH).replace(os.sep, "/")
# Spark would read some characters of the path as a pattern.
PLACE = re.sub(r"([][{}*?\\\\])", r"\\\\\\1", PATH)


${printCode(question)}spark = SparkSession.builder.appName("market data").getOrCreate()
spark.conf.set("spark.sql.session.timeZone", MARKET_ZONE)
${isCsv ? csvCode('header = spark.read.text(PLACE).head(1)[0][0]', (...numbers) => numbers.map((each) => `$${each}`).join('')) : ''}${readers[source.format]}
${source.isRange ? dayFilter : ''}${isCsv ? textsCode : ''}# A value that isn't of its column's type is null.
columns = []
for name, kind in COLUMNS.items():
    value = f"\`{name}\`" if name in table.columns else "NULL"
    columns.append(f"TRY_CAST({value} AS {TYPES[kind]}) AS \`{name}\`")
table.selectExpr(*columns).createOrReplaceTempView("market_data")
counts = spark.sql("""
${countText(question)}
""")
rows, kept = counts.collect()[0]
tell_dropped(rows, kept)
answer = spark.sql("""
${queryText(question)}
""")
show([tuple(row) for row in answer.collect()])
spark.stop()
`;
}

import { requireDataset } from '../../market/datasets/datasets';
import { marketZone } from '../../market/time/deliveryDay';
import type { Resolution } from '../../market/time/resolutions';
import { programLabels, type NotebookEngine } from '../../protocol/codeTargets';
import type { Origin } from '../../protocol/exportOrder';
import { pythonLiteral } from '../../text/pythonLiteral';

/** The Parquet file that a notebook reads, which is next to it. */
export interface NotebookSource {
  readonly file: string;
  readonly rows: number;
  readonly origin: Origin;
  /** Of the rows, if they were computed. */
  readonly resolution?: Resolution | undefined;
}

/** Code that reads the file into a frame whose times are those of the market's clock. */
const readers: { readonly [Engine in NotebookEngine]: (constants: string) => string } = {
  pandas: (constants) => `import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

${constants}

# Integers stay integers if some are missing.
types = {pa.int64(): pd.Int64Dtype()}
df = pq.ParquetFile(FILE).read().to_pandas(types_mapper=types.get)
for name in df.select_dtypes("datetimetz"):
    df[name] = df[name].dt.tz_convert(MARKET_ZONE)`,
  polars: (constants) => `import polars as pl
import polars.selectors as cs

${constants}

df = pl.read_parquet(FILE, glob=False, hive_partitioning=False)
df = df.with_columns(cs.datetime(time_zone="*").dt.convert_time_zone(MARKET_ZONE))`,
};

/** How the values of other resolutions come about, in the market's time zone. */
const computed =
  "energy is summed, everything else is a time-weighted mean, and what isn't wholly covered has no value.";

/**
 * A Jupyter notebook that says where the rows come from, reads them, and ends with the frame `df` alone, which the
 * tools for notebooks then show.
 */
export function notebookText(
  engine: NotebookEngine,
  { file, rows, origin, resolution }: NotebookSource,
): string {
  const { dataset, parameters, connection, requestedAt, complete, compared } = origin;
  const query = compared ?? { dataset, parameters, connection, requestedAt };
  const about = [
    `# ${requireDataset(dataset).title()}`,
    '',
    `${rows} ${rows === 1 ? 'row' : 'rows'}, exported from the ${compared ? 'comparison of these responses' : 'response to this query'}:`,
    '',
    // JSON has no line that could end the block.
    '```json',
    JSON.stringify(query, undefined, 2),
    '```',
    '',
    ...(complete ? [] : ['**The response is incomplete.**', '']),
    ...(resolution ? [`**Computed (${resolution}):** ${computed}`, ''] : []),
    `Times are those of the market's time zone, ${marketZone}. In the file, they're in UTC.`,
    '',
    `Needs: Python 3.10, \`pip install ${programLabels[engine].packages}\``,
  ];
  const constants = `# Next to this notebook.
FILE = ${pythonLiteral(file)}
# The time zone whose midnight starts a delivery day.
MARKET_ZONE = ${pythonLiteral(marketZone)}`;
  const notebook = {
    cells: [
      { cell_type: 'markdown', id: 'about', metadata: {}, source: lines(about.join('\n')) },
      codeCell('read', readers[engine](constants)),
      codeCell('frame', 'df'),
    ],
    metadata: {
      kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
      language_info: { name: 'python' },
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return `${JSON.stringify(notebook, undefined, 1)}\n`;
}

const codeCell = (id: string, code: string) => ({
  cell_type: 'code',
  execution_count: null,
  id,
  metadata: {},
  outputs: [],
  source: lines(code),
});

/** The lines with their ends, as notebooks keep a text. */
const lines = (text: string): string[] => text.split(/(?<=\n)/);

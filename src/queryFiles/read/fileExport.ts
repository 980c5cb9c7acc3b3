import * as l10n from '@vscode/l10n';
import { resolutions, type Resolution } from '../../market/time/resolutions';
import {
  csvDialects,
  type chosenRowsMembers,
  type exportMembers,
  type FileExport,
} from '../../protocol/exportOrder';
import { operatorNames } from '../../protocol/filterOperators';
import { exportFormats, formatLabels, hasSuffix } from '../../protocol/formats';
import { layouts } from '../../protocol/rowsQuestion';
import { safeRelativePath } from '../../text/safePath';
import { unreported, type Problems } from '../problems';
import {
  cell,
  count,
  described,
  filledText,
  flag,
  list,
  object,
  oneOf,
  refined,
  type Shape,
  type ValueOf,
} from './shapes';
import { membersBelow, spanOf, type Member } from './syntaxTree';

const rowNumbers = list(count);

const range: Shape<[from: number, to: number]> = {
  schema: () => ({ ...rowNumbers.schema(), minItems: 2, maxItems: 2 }),
  read(member, problems) {
    const [from, to] = rowNumbers.read(member, unreported) ?? [];
    const isPair = member.value.children?.length === 2;
    if (isPair && from !== undefined && to !== undefined) return [from, to];
    problems.shape(spanOf(member.value), () =>
      l10n.t('Each item in {0} must be two row numbers: [from, to].', member.name),
    );
    return undefined;
  },
};

const filter = object(
  {
    column: described('Key of the column.', filledText),
    op: described('How the values of the column are compared.', oneOf(operatorNames)),
    value: described(
      'What they are compared with.',
      cell((name) => l10n.t('{0} must be a string, a number, true, false, or null.', name)),
    ),
  },
  { required: ['column', 'op', 'value'] },
);

const sortKey = object(
  {
    column: described('Key of the column.', filledText),
    descending: described('Whether the largest value comes first.', flag),
  },
  { required: ['column'] },
);

/** The rows as `marketData.result.export` takes them, so that a mistake is reported in the file. */
const rows = object({
  filter: described('Only rows that match all of these filters.', list(filter)),
  sort: described('Order of the rows, by column key.', list(sortKey)),
  from: described('First row, counting from 0 after filtering and sorting.', count),
  to: described('Row after the last one to include.', count),
  ranges: described('Ranges of rows: [from, to].', list(range)),
  columns: described('Only these columns. Not available for JSON.', list(filledText)),
} satisfies Record<keyof typeof chosenRowsMembers, Shape<unknown>>);

const target = refined(filledText, (path, { value }, problems) => {
  // Files are shared between systems. On some of them, a backslash is part of a name.
  if (!path.includes('\\') && safeRelativePath(path) !== null) return path;
  problems.meaning(spanOf(value), () =>
    l10n.t(
      '"{0}" isn\'t a safe path inside the workspace folder. Names are separated by "/" and can\'t start with a dot.',
      path,
    ),
  );
  return undefined;
});

const bucketWords: Readonly<Record<Resolution, string>> = {
  PT30M: 'Half hours.',
  PT60M: 'Hours.',
  P1D: 'Delivery days.',
  P1W: 'Weeks from Monday.',
  P1M: 'Months.',
  base: 'All hours of each delivery day.',
  peak: '08:00 to 20:00 of each delivery day, including weekends.',
  offPeak: 'All other hours of each delivery day.',
};

const members = object(
  {
    format: described(
      'The format of the file.',
      oneOf(exportFormats, (each) => `${formatLabels[each].label}: ${formatLabels[each].description()}`),
    ),
    target: described(
      "Path of the file, relative to the workspace folder, such as `data/prices.csv`. It must end with the suffix of the format, and names in it can't start with a dot.",
      target,
    ),
    rows: described('Rows to export.', rows),
    provenance: described(
      'Whether to save a provenance file next to it, which says where the data is from.',
      flag,
    ),
    formulaGuard: described(
      'Whether to escape text that spreadsheets would run as a formula (CSV).',
      flag,
      () => ({ default: true }),
    ),
    dialect: described(
      'CSV for Excel where numbers have a decimal comma: separated by semicolons, with a byte order mark.',
      oneOf(csvDialects),
    ),
    deliveryColumns: described(
      "Whether to add delivery day, period, and local time in the market's time zone. Not available for JSON.",
      flag,
    ),
    resolution: described(
      "Combines the values of time series in the market's time zone: energy is summed, everything else is a time-weighted mean. Not available for JSON.",
      oneOf(resolutions, (each) => bucketWords[each]),
    ),
    layout: described(
      'Whether time series have one row per value (long) or one column per series (wide). Rows and columns are then those of this table. Not available for JSON.',
      oneOf(layouts),
    ),
    incomplete: described('Also export incomplete or failed responses.', oneOf(['allow'])),
    overwrite: described('Whether to replace an existing file.', flag),
  } satisfies Record<keyof typeof exportMembers, Shape<unknown>>,
  { required: ['format'] },
);

/** Reports what the format doesn't have. */
function fitting(found: ValueOf<typeof members>, { value }: Member, problems: Problems): FileExport {
  const { format } = found;
  const given = membersBelow(value);
  const named = given.get('target');
  if (named && found.target !== undefined && !hasSuffix(found.target, format)) {
    problems.meaning(spanOf(named.value), () => l10n.t('{0} must end with ".{1}".', named.name, format));
  }
  const dialect = given.get('dialect');
  if (dialect && format !== 'csv') {
    problems.meaning(dialect.nameSpan, () => l10n.t('{0} is only available for CSV.', dialect.name));
  }
  if (format !== 'json') return found;
  for (const name of ['deliveryColumns', 'resolution', 'layout'] as const) {
    const member = given.get(name);
    if (member && found[name]) {
      problems.meaning(member.nameSpan, () => l10n.t("{0} isn't available for JSON.", name));
    }
  }
  const columns = membersBelow(given.get('rows')?.value).get('columns');
  if (columns) {
    problems.meaning(columns.nameSpan, () => l10n.t("Columns can't be selected for the {0} format.", format));
  }
  return found;
}

/** How a query's response is exported. */
export const fileExport = described('How to export the response.', refined(members, fitting), () => ({
  defaultSnippets: exportFormats.map((format) => ({
    label: formatLabels[format].label,
    description: formatLabels[format].description(),
    body: { format, target: `data/\${1:name}.${format}` },
  })),
}));

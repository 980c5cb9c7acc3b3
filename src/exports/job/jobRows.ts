import { recordShapes, type RecordKind } from '../../market/records/recordKinds';
import { dataFields } from '../snippets/environment';
import { pythonDictionary, pythonSet } from '../snippets/pythonText';

/**
 * Python code that turns a response into table rows: the same columns, in the same order and with the same
 * types as in exported Parquet files. Put `columnsCode` before it.
 */
export const rowsCode = (record: RecordKind): string =>
  [
    fieldsCode(record),
    jsonCode,
    cellsCode,
    'elements' in recordCode[record] ? elementsCode : '',
    columnsClassCode,
    recordCode[record].add,
    startingCode(record),
    tableCode,
  ].join('');

/** The record kind's columns and their types, for the top of a program. */
export function columnsCode(record: RecordKind): string {
  const columns = recordShapes[record].columns.map(({ name, type }): [string, string] => [name, type]);
  return `# The columns that every file has, and their types. Attributes, which become columns named
# attribute.<name>, and fields that the API doesn't document are text.
${pythonDictionary('COLUMNS', columns)}`;
}

const jsonCode = `
HALF = re.compile("[\\ud800-\\udfff]")


class Number(str):
    """A number as the service wrote it, digit by digit."""


def is_text(value: object) -> bool:
    return isinstance(value, str) and not isinstance(value, Number)


def no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON.")


def records_of(body: bytes) -> list[dict]:
    """Return the records of a response; none if a text says that there is no data.

    Raises ValueError if the response is something else, or incomplete.
    """
    text = body.decode("utf-8-sig")
    number = {"parse_float": Number, "parse_int": Number, "parse_constant": no_constant}
    found = json.loads(text, **number)
    if is_text(found):
        return []
    records = found if isinstance(found, list) else [found]
    for record in records:
        if not isinstance(record, dict) or DATA_FIELDS.isdisjoint(record):
            sent = words(json_text(record).encode(errors="replace"))
            raise ValueError(f"The service sent something other than data. {sent}")
    if isinstance(found, dict) and ROOT == "array":
        raise ValueError("The response has no list of records.")
    return records


def json_text(value: object) -> str:
    if isinstance(value, Number):
        return value
    if isinstance(value, list):
        return f"[{','.join(map(json_text, value))}]"
    if isinstance(value, dict):
        members = (f"{json_text(key)}:{json_text(value[key])}" for key in value)
        return "{" + ",".join(members) + "}"
    text = json.dumps(value, ensure_ascii=False)
    # Half of a character, which no encoding has.
    return HALF.sub(lambda half: rf"\\u{ord(half[0]):04x}", text)


`;

const cellsCode = `TIME = re.compile(
    r"(\\d{4})-(\\d\\d)-(\\d\\d)[Tt ](\\d\\d):(\\d\\d)(?::(\\d\\d)(?:[.,](\\d+))?)?"
    r"(?:[Zz]|([+-])(\\d\\d)(?::?(\\d\\d))?)",
    re.ASCII,
)
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
LARGEST_EXACT = 2**53 - 1


@lru_cache(1 << 16)
def microseconds(text: str) -> tuple[int, bool] | None:
    """Return the microseconds since 1970, and whether the text says more than that.

    A time without Z or an offset is none: its time zone would be a guess.
    """
    match = TIME.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second, fraction, *zone = match.groups()
    sign, hours, minutes = zone
    if int(hours or 0) > 23 or int(minutes or 0) > 59:
        return None
    # The end of a day may be written as 24:00.
    is_end = hour == "24"
    if is_end and f"{minute}{second or ''}{(fraction or '')[:3]}".strip("0"):
        return None
    parts = month, day, "0" if is_end else hour, minute, second or 0
    # Python's years begin with 1. The calendar repeats every 400 years (146,097 days).
    is_zero = int(year) == 0
    try:
        numbers = (400 if is_zero else int(year), *map(int, parts))
        clock = datetime(*numbers, tzinfo=timezone.utc)
    except ValueError:
        return None
    offset = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
    since = clock - EPOCH + timedelta(days=is_end)
    since += offset if sign == "-" else -offset
    if is_zero:
        since -= timedelta(days=146_097)
    digits = fraction or ""
    whole = since // timedelta(microseconds=1)
    return whole + int(digits[:6].ljust(6, "0")), digits[6:].strip("0") != ""


def time_cell(value: object) -> int | None:
    instant = microseconds(value) if is_text(value) else None
    return None if instant is None or instant[1] else instant[0]


def significant(number: str) -> str:
    return re.sub(r"\\D", "", re.sub(r"[eE].*", "", number)).strip("0")


def number_cell(value: object) -> float | None:
    if not isinstance(value, Number):
        return None
    number = float(value)
    if abs(number) == float("inf"):
        return None
    # Decimals are read as doubles anyway, but a whole number stands for itself.
    if abs(number) <= LARGEST_EXACT or significant(value) == significant(repr(number)):
        return number
    return None


def integer_cell(value: object) -> int | None:
    if not isinstance(value, Number):
        return None
    if re.fullmatch(r"-?\\d{1,19}", value):
        whole = int(value)
        return whole if -(2**63) <= whole < 2**63 else None
    number = float(value)
    return int(number) if number.is_integer() and abs(number) <= LARGEST_EXACT else None


def boolean_cell(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def text_cell(value: object) -> str:
    text = value if isinstance(value, str) else json_text(value)
    return HALF.sub("\\ufffd", text)


CELLS = {
    "time": (time_cell, pa.timestamp("us", "UTC")),
    "number": (number_cell, pa.float64()),
    "integer": (integer_cell, pa.int64()),
    "boolean": (boolean_cell, pa.bool_()),
    "text": (text_cell, pa.string()),
}


`;

const columnsClassCode = `class Rows:
    """The rows of one response, and the columns that not every response has."""

    def __init__(self) -> None:
        self.rows: list[dict] = []
        self.attributes: dict[str, None] = {}
        self.further: dict[str, None] = {}

    def attributes_of(self, attributes: object) -> dict:
        """Return attributes by column; values of a name that repeats are joined."""
        values: dict[str, list] = {}
        for attribute in attributes if isinstance(attributes, list) else []:
            if not isinstance(attribute, dict):
                continue
            names = (attribute.get("name"), attribute.get("role"))
            named = [name for name in names if is_text(name) and name != ""]
            if not named:
                continue
            found = values.setdefault(f"attribute.{named[0]}", [])
            if attribute.get("value") is not None:
                found.append(attribute["value"])
        self.attributes.update(dict.fromkeys(values))
        return {
            key: found[0] if len(found) == 1 else ", ".join(map(text_cell, found))
            for key, found in values.items()
            if found
        }

    def further_of(self, record: dict, known: set[str], level: str) -> dict:
        """Return the fields that the API doesn't document, by column."""
        fields = {}
        for name, value in record.items():
            if name in known:
                continue
            is_taken = name in COLUMNS or name in self.attributes
            key = f"{level}.{name}" if is_taken else name
            self.further[key] = None
            if value is not None:
                fields[key] = value
        return fields
`;

/** What a program knows about the fields of a record, and which column says when a row starts. */
function fieldsCode(record: RecordKind): string {
  const sets: [string, readonly string[]][] = [
    ['KNOWN', recordShapes[record].known],
    ['DATA_FIELDS', dataFields({ record })],
  ];
  for (const [name, fields] of recordCode[record].inner) sets.push([name, fields]);
  return [
    `# Whether a response is a list of records or one record, and the fields of a record. A`,
    `# record has at least one of the data fields.`,
    `ROOT = "${recordShapes[record].root}"`,
    ...sets.map(([name, fields]) => pythonSet(name, fields)),
    `# The column that says when a row starts.`,
    `START = "${recordCode[record].start}"`,
    '\n',
  ].join('\n');
}

const elementsCode = `def elements(value: object) -> list:
    return value if isinstance(value, list) else []


`;

interface RecordCode {
  /** Names of the sets of fields of the objects within a record. */
  readonly inner: readonly (readonly [string, readonly string[]])[];
  /** The column with the time at which a row starts. */
  readonly start: string;
  /** Whether the code reads lists within a record. */
  readonly elements?: true;
  /** The Python method that adds a record. */
  readonly add: string;
}

const addFlat = `
    def add(self, record: dict) -> None:
        """Add a record, which is a row."""
        fields = {name: record.get(name) for name in KNOWN}
        self.rows.append(fields | self.further_of(record, KNOWN, "record"))


`;

const recordCode: { readonly [Kind in RecordKind]: RecordCode } = {
  timeSeries: {
    inner: [['VALUE', ['startTime', 'endTime', 'value']]],
    start: 'startTime',
    elements: true,
    add: `
    def add(self, series: dict) -> None:
        """Add a row for each value of a series; one without values is one row."""
        rows = []
        for value in elements(series.get("values")):
            fields = value if isinstance(value, dict) else {}
            row = {name: fields.get(name) for name in VALUE}
            rows.append(row | self.further_of(fields, VALUE, "values"))
        shared = {name: series.get(name) for name in KNOWN - VALUE}
        shared["seriesStartTime"] = series.get("startTime")
        shared["seriesEndTime"] = series.get("endTime")
        shared |= self.attributes_of(series.get("attributes"))
        shared |= self.further_of(series, KNOWN, "series")
        self.rows.extend(row | shared for row in rows or [{}])


`,
  },
  priceCurve: {
    inner: [
      ['POINT', ['price', 'volume']],
      [
        'PERIOD',
        [
          'startTime',
          'endTime',
          'sellCurves',
          'buyCurves',
          'minVolume',
          'maxVolume',
          'volumeAcceptedBlocksBuy',
          'volumeAcceptedBlocksSell',
          'volumeNetFlows',
        ],
      ],
    ],
    start: 'startTime',
    elements: true,
    add: `
    def add(self, curve: dict) -> None:
        """Add a row for each point of a curve, sell before buy within a period."""
        rows = []
        for period in elements(curve.get("values")):
            if not isinstance(period, dict):
                continue
            points = []
            for side in ("sell", "buy"):
                for point in elements(period.get(f"{side}Curves")):
                    fields = point if isinstance(point, dict) else {}
                    row = {"side": side} | {name: fields.get(name) for name in POINT}
                    points.append(row | self.further_of(fields, POINT, "point"))
            shared = {name: period.get(name) for name in PERIOD}
            shared |= self.further_of(period, PERIOD, "values")
            rows.extend(row | shared for row in points)
        shared = {name: curve.get(name) for name in KNOWN - PERIOD}
        shared["curveStartTime"] = curve.get("startTime")
        shared["curveEndTime"] = curve.get("endTime")
        shared |= self.attributes_of(curve.get("attributes"))
        shared |= self.further_of(curve, KNOWN, "curve")
        self.rows.extend(row | shared for row in rows)


`,
  },
  publicOrder: { inner: [], start: 'updatedTime', add: addFlat },
  hubToHubCapacity: { inner: [], start: 'deliveryStart', add: addFlat },
};

const startingCode = (
  record: RecordKind,
): string => `def starting_in(rows: list[dict], start: datetime, end: datetime) -> list[dict]:
    """Return the rows that start in the period, whose end is exclusive.

    A row without a start counts as one that does.${
      record === 'publicOrder'
        ? `

    Which time of an order event a period selects isn't documented, so events are left
    out only if all were updated between the bounds: then it's that one.`
        : ''
    }
    """
    first, last = [(at - EPOCH) // timedelta(milliseconds=1) for at in (start, end)]
    times = [row.get(START) for row in rows]
    instants = [microseconds(time) if is_text(time) else None for time in times]
    starts = [None if instant is None else instant[0] // 1000 for instant in instants]
${
  record === 'publicOrder'
    ? `    if any(at is not None and not first <= at <= last for at in starts):
        return rows
`
    : ''
}    return [
        row
        for row, at in zip(rows, starts)
        if at is None or first <= at < last
    ]


`;

const tableCode = `def table_of(records: list[dict], start: datetime, end: datetime) -> pa.Table:
    """Return the rows of a response that start in the period, with fixed types.

    A value that its column's type can't represent is null there, and stands as sent in
    a last column, _unfit, as JSON.
    """
    found = Rows()
    for record in records:
        found.add(record)
    rows = starting_in(found.rows, start, end)
    unfit: list[dict] = [{} for _ in rows]
    columns: dict[str, pa.Array] = {}
    for key in [*COLUMNS, *found.attributes, *found.further]:
        cell_of, arrow = CELLS[COLUMNS.get(key, "text")]
        cells: list = []
        for row, odd in zip(rows, unfit):
            value = row.get(key)
            cell = None if value is None else cell_of(value)
            if cell is None and value is not None:
                odd[key] = value
            cells.append(cell)
        columns["sent._unfit" if key == "_unfit" else key] = pa.array(cells, arrow)
    texts = [json_text(odd) if odd else None for odd in unfit]
    columns["_unfit"] = pa.array(texts, pa.string())
    return pa.table(columns)


`;

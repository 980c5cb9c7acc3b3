import * as l10n from '@vscode/l10n';
import {
  chosenRowsMembers,
  csvDialects,
  exportMembers,
  type CsvDialect,
  type FileExport,
} from '../../protocol/exportOrder';
import { exportFormats, hasSuffix, type ExportFormat } from '../../protocol/formats';
import { operatorNames } from '../../protocol/filterOperators';
import { layouts, type Filter } from '../../protocol/rowsQuestion';
import { resolutions } from '../../market/time/resolutions';
import { safeRelativePath } from '../../text/safePath';
import {
  membersOf,
  readFlag,
  readName,
  readWord,
  rejectUnknown,
  scalarOf,
  spanOf,
  type Member,
  type Members,
  type Read,
} from './syntaxTree';
import type { Problems } from '../problems';

/** Reads how a query's response is exported. */
export function readExport(member: Member, problems: Problems): FileExport | undefined {
  const members = membersOf(member.name, member.value, problems);
  if (!members) return undefined;
  rejectUnknown(members, Object.keys(exportMembers), problems);
  const format = readRequired(member, members, 'format', problems, readWord(exportFormats));
  const others = {
    target: readTarget(members.get('target'), format, problems),
    rows: readRows(members.get('rows'), format, problems),
    provenance: readFlag(members.get('provenance'), problems),
    formulaGuard: readFlag(members.get('formulaGuard'), problems),
    dialect: readDialect(members.get('dialect'), format, problems),
    deliveryColumns: notOfJson(readFlag, members.get('deliveryColumns'), format, problems),
    resolution: notOfJson(readWord(resolutions), members.get('resolution'), format, problems),
    layout: notOfJson(readWord(layouts), members.get('layout'), format, problems),
    incomplete: readWord(['allow'])(members.get('incomplete'), problems),
    overwrite: readFlag(members.get('overwrite'), problems),
  } satisfies { [Name in Exclude<keyof FileExport, 'format'>]-?: FileExport[Name] };
  return format && { format, ...others };
}

function readDialect(
  member: Member | undefined,
  format: ExportFormat | undefined,
  problems: Problems,
): CsvDialect | undefined {
  if (member && format !== undefined && format !== 'csv') {
    problems.meaning(member.nameSpan, () => l10n.t('{0} is only available for CSV.', member.name));
  }
  return readWord(csvDialects)(member, problems);
}

/** Reads an option that JSON doesn't have. */
function notOfJson<Value>(
  read: Read<Value>,
  member: Member | undefined,
  format: ExportFormat | undefined,
  problems: Problems,
): Value | undefined {
  const asked = read(member, problems);
  if (member && asked && format === 'json') {
    problems.meaning(member.nameSpan, () => l10n.t('{0} is not available for JSON.', member.name));
  }
  return asked;
}

function readRequired<Value>(
  owner: Member,
  members: Members,
  name: string,
  problems: Problems,
  read: (member: Member | undefined, problems: Problems) => Value | undefined,
): Value | undefined {
  const member = members.get(name);
  if (!member) problems.shape(owner.nameSpan, () => l10n.t('"{0}" is missing.', name));
  return read(member, problems);
}

function readTarget(
  member: Member | undefined,
  format: ExportFormat | undefined,
  problems: Problems,
): string | undefined {
  const target = readName(member, problems);
  if (!member || target === undefined) return undefined;
  // Files are shared between systems. On some of them, a backslash is part of a name.
  if (target.includes('\\') || safeRelativePath(target) === null) {
    problems.meaning(spanOf(member.value), () =>
      l10n.t(
        '"{0}" isn\'t a safe path inside the workspace folder. Names are separated by "/" and can\'t start with a dot.',
        target,
      ),
    );
    return undefined;
  }
  if (format !== undefined && !hasSuffix(target, format)) {
    problems.meaning(spanOf(member.value), () => l10n.t('{0} must end with ".{1}".', member.name, format));
    return undefined;
  }
  return target;
}

/**
 * The rows as `marketData.result.export` takes them, checked here so that a mistake is reported in the file.
 */
function readRows(
  member: Member | undefined,
  format: ExportFormat | undefined,
  problems: Problems,
): FileExport['rows'] {
  if (!member) return undefined;
  const members = membersOf(member.name, member.value, problems);
  if (!members) return undefined;
  rejectUnknown(members, Object.keys(chosenRowsMembers), problems);
  const columns = members.get('columns');
  if (columns && format === 'json') {
    problems.meaning(columns.nameSpan, () => l10n.t("Columns can't be selected for the {0} format.", 'json'));
  }
  return {
    from: readIndex(members.get('from'), problems),
    to: readIndex(members.get('to'), problems),
    filter: eachIn(members.get('filter'), problems, (filter) =>
      readPart(filter, ['column', 'op', 'value'], problems, (parts) => {
        const column = readRequired(filter, parts, 'column', problems, readName);
        const op = readRequired(filter, parts, 'op', problems, readWord(operatorNames));
        const value = readRequired(filter, parts, 'value', problems, readScalar);
        return column === undefined || op === undefined || value === undefined
          ? undefined
          : { column, op, value };
      }),
    ),
    sort: eachIn(members.get('sort'), problems, (sort) =>
      readPart(sort, ['column', 'descending'], problems, (parts) => {
        const column = readRequired(sort, parts, 'column', problems, readName);
        const descending = readFlag(parts.get('descending'), problems);
        return column === undefined ? undefined : { column, descending };
      }),
    ),
    ranges: eachIn(members.get('ranges'), problems, (range) => readRange(range, problems)),
    columns: eachIn(columns, problems, (column) => readName(column, problems)),
  } satisfies { [Name in keyof typeof chosenRowsMembers]: unknown };
}

const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const readIndex: Read<number> = (member, problems) => {
  if (!member) return undefined;
  const value: unknown = member.value.value;
  if (isIndex(value)) return value;
  problems.shape(spanOf(member.value), () => l10n.t('{0} must be a non-negative whole number.', member.name));
  return undefined;
};

function readRange({ name, value }: Member, problems: Problems): [number, number] | undefined {
  const { type, children = [] } = value;
  const [from, to, ...more] = children.map((child): unknown => child.value);
  if (type === 'array' && isIndex(from) && isIndex(to) && more.length === 0) return [from, to];
  problems.shape(spanOf(value), () => l10n.t('Each item in {0} must be two row numbers: [from, to].', name));
  return undefined;
}

const readScalar: Read<Filter['value']> = (member, problems) => {
  if (!member) return undefined;
  const value = scalarOf(member.value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  problems.shape(spanOf(member.value), () =>
    l10n.t('{0} must be a string, a number, true, false, or null.', member.name),
  );
  return undefined;
};

/** What `read` makes of each value of a list, given as a member with the list's name. */
function eachIn<Value>(
  member: Member | undefined,
  problems: Problems,
  read: (part: Member) => Value | undefined,
): Value[] | undefined {
  if (!member) return undefined;
  if (member.value.type !== 'array') {
    problems.shape(spanOf(member.value), () => l10n.t('{0} must be a list.', member.name));
    return undefined;
  }
  return (member.value.children ?? []).flatMap((value) => {
    const span = spanOf(value);
    const found = read({ name: member.name, nameSpan: span, span, value });
    return found === undefined ? [] : [found];
  });
}

function readPart<Value>(
  part: Member,
  known: readonly string[],
  problems: Problems,
  read: (members: Members) => Value | undefined,
): Value | undefined {
  const members = membersOf(part.name, part.value, problems);
  if (!members) return undefined;
  rejectUnknown(members, known, problems);
  return read(members);
}

import * as l10n from '@vscode/l10n';
import type { Node } from 'jsonc-parser';
import { exportFormats, hasSuffix, type ExportFormat } from '../exports/formats';
import { operatorNames } from '../table/filter/filterOperators';
import { safeRelativePath } from '../text/safePath';
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
  type Problems,
} from './syntaxTree';
import type { FileExport } from './queryFile';

/** The members of `export`. */
export const exportMembers = [
  'format',
  'target',
  'rows',
  'provenance',
  'formulaGuard',
  'incomplete',
  'overwrite',
] as const;
/** The members of `export.rows`. */
export const rowsMembers = ['filter', 'sort', 'from', 'to', 'ranges', 'columns'] as const;
/** The members of one filter. */
export const filterMembers = ['column', 'op', 'value'] as const;
/** The members of a sort key. */
export const sortMembers = ['column', 'descending'] as const;

/** Reads how a query's response is exported. */
export function readExport(member: Member, problems: Problems): FileExport | undefined {
  const members = membersOf(member.name, member.value, problems);
  if (!members) return undefined;
  rejectUnknown(members, exportMembers, problems);
  const format = readRequired(member, members, 'format', problems, readWord(exportFormats));
  const target = readTarget(members.get('target'), format, problems);
  const rows = readRows(members.get('rows'), format, problems);
  const provenance = readFlag(members.get('provenance'), problems);
  const formulaGuard = readFlag(members.get('formulaGuard'), problems);
  const incomplete = readWord(['allow'])(members.get('incomplete'), problems);
  const overwrite = readFlag(members.get('overwrite'), problems);
  if (format === undefined) return undefined;
  return {
    format,
    ...(target !== undefined ? { target } : {}),
    ...(rows !== undefined ? { rows } : {}),
    ...(provenance !== undefined ? { provenance } : {}),
    ...(formulaGuard !== undefined ? { formulaGuard } : {}),
    ...(incomplete !== undefined ? { incomplete } : {}),
    ...(overwrite !== undefined ? { overwrite } : {}),
  };
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
        '"{0}" is not a safe path inside the workspace folder. Names are separated by "/" and can\'t start with a dot.',
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
function readRows(member: Member | undefined, format: ExportFormat | undefined, problems: Problems): unknown {
  if (!member) return undefined;
  const members = membersOf(member.name, member.value, problems);
  if (!members) return undefined;
  rejectUnknown(members, rowsMembers, problems);
  readIndex(members.get('from'), problems);
  readIndex(members.get('to'), problems);
  eachIn(members.get('filter'), problems, (filter) => {
    readPart(filter, filterMembers, problems, (parts) => {
      readRequired(filter, parts, 'column', problems, readName);
      readRequired(filter, parts, 'op', problems, readWord(operatorNames));
      readRequired(filter, parts, 'value', problems, readScalar);
    });
  });
  eachIn(members.get('sort'), problems, (sort) => {
    readPart(sort, sortMembers, problems, (parts) => {
      readRequired(sort, parts, 'column', problems, readName);
      readFlag(parts.get('descending'), problems);
    });
  });
  eachIn(members.get('ranges'), problems, (range) => {
    const { type, children = [] } = range.value;
    if (type === 'array' && children.length === 2 && children.every(isIndex)) return;
    problems.shape(spanOf(range.value), () =>
      l10n.t('Each item in {0} must be two row numbers: [from, to].', range.name),
    );
  });
  const columns = members.get('columns');
  eachIn(columns, problems, (column) => readName(column, problems));
  if (columns && format === 'json') {
    problems.meaning(columns.nameSpan, () => l10n.t("Columns can't be selected for the {0} format.", 'json'));
  }
  return plainValue(member.value);
}

const isIndex = ({ value }: Node): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

function readIndex(member: Member | undefined, problems: Problems): void {
  if (!member || isIndex(member.value)) return;
  problems.shape(spanOf(member.value), () => l10n.t('{0} must be a non-negative whole number.', member.name));
}

function readScalar(member: Member | undefined, problems: Problems): void {
  if (!member) return;
  const { type } = member.value;
  const isFinite = type !== 'number' || Number.isFinite(scalarOf(member.value));
  if (type !== 'object' && type !== 'array' && isFinite) return;
  problems.shape(spanOf(member.value), () =>
    l10n.t('{0} must be a string, a number, true, false, or null.', member.name),
  );
}

/** Calls `read` for each value of a list, as a member with the list's name. */
function eachIn(member: Member | undefined, problems: Problems, read: (part: Member) => void): void {
  if (!member) return;
  if (member.value.type !== 'array') {
    problems.shape(spanOf(member.value), () => l10n.t('{0} must be a list.', member.name));
    return;
  }
  for (const value of member.value.children ?? []) {
    const span = spanOf(value);
    read({ name: member.name, nameSpan: span, span, value });
  }
}

function readPart(
  part: Member,
  known: readonly string[],
  problems: Problems,
  read: (members: Members) => void,
): void {
  const members = membersOf(part.name, part.value, problems);
  if (!members) return;
  rejectUnknown(members, known, problems);
  read(members);
}

/** The value of a node. If names are repeated, the first one counts; `__proto__` is a name like any other. */
function plainValue(node: Node): unknown {
  const children = node.children ?? [];
  if (node.type === 'array') return children.map(plainValue);
  if (node.type !== 'object') return scalarOf(node);
  const members = children.flatMap((property): [string, unknown][] => {
    const [key, value] = property.children ?? [];
    return key && value ? [[String(key.value), plainValue(value)]] : [];
  });
  return Object.fromEntries(members.reverse());
}

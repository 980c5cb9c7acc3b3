import * as l10n from '@vscode/l10n';
import { formerOutcomeKind, outcomeKinds, type OutcomeKind } from '../../request/outcome';
import {
  membersOf,
  readFlag,
  readText,
  readWord,
  rejectUnknown,
  scalarOf,
  spanOf,
  type Member,
  type Members,
  type Problems,
} from './syntaxTree';
import type { Bounds, ColumnExpectation } from '../../protocol/figureTypes';
import type { Expectation } from '../queryFile';

/** The members of `expect`. */
export const expectMembers = [
  'outcome',
  'complete',
  'records',
  'rows',
  'columns',
  'zeros',
  'fingerprint',
] as const;
/** Lower and upper bound, both inclusive. */
export const boundMembers = ['>=', '<='] as const;
/** What can be expected of a column. */
export const columnMembers = [...boundMembers, 'notNull', 'in'] as const;
/** The form of a fingerprint, as a regular expression. */
export const fingerprintPattern = '^v1:sha256:[0-9a-f]{64}$';
const isFingerprint = new RegExp(fingerprintPattern);

/**
 * Reads what is expected of a query's response. Column keys aren't compared with the dataset's columns,
 * because services add some.
 */
export function readExpectation(member: Member, problems: Problems): Expectation | undefined {
  const members = membersOf(member.name, member.value, problems);
  if (!members) return undefined;
  rejectUnknown(members, expectMembers, problems);
  const complete = readOnly(true, members.get('complete'), problems);
  const records = readCount(members.get('records'), problems);
  const rows = readCount(members.get('rows'), problems);
  const columns = readColumns(members.get('columns'), problems);
  const zeros = readOnly(false, members.get('zeros'), problems);
  const fingerprint = readFingerprint(members.get('fingerprint'), problems);
  return {
    outcome: readOutcome(members.get('outcome'), problems) ?? 'success',
    ...(complete !== undefined ? { complete } : {}),
    ...(records !== undefined ? { records } : {}),
    ...(rows !== undefined ? { rows } : {}),
    ...(columns ? { columns } : {}),
    ...(zeros !== undefined ? { zeros } : {}),
    ...(fingerprint !== undefined ? { fingerprint } : {}),
  };
}

function readOutcome(member: Member | undefined, problems: Problems): OutcomeKind | undefined {
  return member?.value.value === formerOutcomeKind
    ? 'unexpectedResponse'
    : readWord(outcomeKinds)(member, problems);
}

/** A check that is either made or left out. */
function readOnly<Flag extends boolean>(
  flag: Flag,
  member: Member | undefined,
  problems: Problems,
): Flag | undefined {
  if (!member) return undefined;
  if (member.value.value === flag) return flag;
  problems.shape(spanOf(member.value), () =>
    l10n.t('{0} must be {1}. To skip this check, remove the property.', member.name, String(flag)),
  );
  return undefined;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isNumber = (value: unknown): value is number => Number.isFinite(value);

function readCount(member: Member | undefined, problems: Problems): number | Bounds | undefined {
  if (!member) return undefined;
  const { value } = member;
  if (value.type === 'object') {
    const members = membersOf(member.name, value, problems);
    if (!members) return undefined;
    rejectUnknown(members, boundMembers, problems);
    return notEmpty(member, members, problems) ? readBounds(members, isCount, problems) : undefined;
  }
  if (isCount(value.value)) return value.value;
  problems.shape(spanOf(value), () =>
    l10n.t('{0} must be a non-negative whole number, or an object with ">=" or "<=".', member.name),
  );
  return undefined;
}

function notEmpty({ name, value }: Member, members: Members, problems: Problems): boolean {
  if (members.size > 0) return true;
  problems.shape(spanOf(value), () => l10n.t("{0} can't be empty.", name));
  return false;
}

function readBounds(
  members: Members,
  isValid: (value: unknown) => value is number,
  problems: Problems,
): Bounds {
  const [least, most] = boundMembers.map((name) => {
    const value = members.get(name)?.value;
    if (!value) return undefined;
    if (isValid(value.value)) return value.value;
    problems.shape(spanOf(value), () =>
      isValid === isCount
        ? l10n.t('{0} must be a non-negative whole number.', name)
        : l10n.t('{0} must be a number.', name),
    );
    return undefined;
  });
  const upper = members.get('<=');
  if (upper && least !== undefined && most !== undefined && least > most) {
    problems.meaning(spanOf(upper.value), () =>
      l10n.t('The lower bound {0} is greater than the upper bound {1}.', String(least), String(most)),
    );
  }
  return {
    ...(least !== undefined ? { '>=': least } : {}),
    ...(most !== undefined ? { '<=': most } : {}),
  };
}

function readColumns(
  member: Member | undefined,
  problems: Problems,
): Readonly<Record<string, ColumnExpectation>> | undefined {
  const columns = member && membersOf(member.name, member.value, problems);
  if (!columns || !notEmpty(member, columns, problems)) return undefined;
  // Unlike an assignment, `fromEntries` defines a column named `__proto__` like any other.
  return Object.fromEntries(
    [...columns.values()].flatMap((column): [string, ColumnExpectation][] => {
      const expected = readColumn(column, problems);
      return expected ? [[column.name, expected]] : [];
    }),
  );
}

function readColumn(column: Member, problems: Problems): ColumnExpectation | undefined {
  const members = membersOf(column.name, column.value, problems);
  if (!members) return undefined;
  rejectUnknown(members, columnMembers, problems);
  if (!notEmpty(column, members, problems)) return undefined;
  const notNull = readFlag(members.get('notNull'), problems);
  const values = readValues(members.get('in'), problems);
  return {
    ...readBounds(members, isNumber, problems),
    ...(notNull !== undefined ? { notNull } : {}),
    ...(values ? { in: values } : {}),
  };
}

type Scalar = string | number | boolean | null;

const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || isNumber(value);

function readValues(member: Member | undefined, problems: Problems): readonly Scalar[] | undefined {
  if (!member) return undefined;
  const { type, children = [] } = member.value;
  if (type !== 'array' || children.length === 0) {
    problems.shape(spanOf(member.value), () =>
      l10n.t('{0} must be a list with at least one value.', member.name),
    );
    return undefined;
  }
  const values = children.map(scalarOf);
  for (const [at, node] of children.entries()) {
    if (isScalar(values[at])) continue;
    problems.shape(spanOf(node), () =>
      l10n.t('{0} can contain only strings, numbers, true, false, and null.', member.name),
    );
  }
  return values.filter(isScalar);
}

function readFingerprint(member: Member | undefined, problems: Problems): string | undefined {
  const text = readText(member, problems);
  if (!member || text === undefined || isFingerprint.test(text)) return text;
  problems.shape(spanOf(member.value), () =>
    l10n.t('{0} must be "v1:sha256:" followed by 64 lowercase hexadecimal digits.', member.name),
  );
  return undefined;
}

import type { RecordKind } from '../../market/records/recordKinds';
import type { NumberKind } from './hiddenNumbers';
import { recordTypes, type RecordType, type TypedField } from '../types/recordTypes';

/**
 * What happens to the values of a field. Fields that the API doesn't document are `unknown`: they could
 * contain licensed data, so their texts and numbers are replaced, except for times. Of a `word`, such as the value of
 * an attribute, only numbers are.
 */
export type FieldRule = 'kept' | 'word' | 'measured' | 'id' | 'unknown';

/** The rule for a field's own values, and the rules for the fields of objects in it. */
export interface FieldRules {
  readonly rule: FieldRule;
  /** Of a number; `undefined` if the API doesn't document it. */
  readonly number?: NumberKind;
  readonly fields: ReadonlyMap<string, FieldRules>;
}

/** For an undocumented field, and everything in it. */
export const unknownField: FieldRules = { rule: 'unknown', fields: new Map() };

/** The identifiers of orders and contracts. Equal ones link records. */
const ids: ReadonlySet<string> = new Set(['id', 'originalOrderId', 'previousOrderId', 'contractId']);

/** The integers that measure something; other integers are times, or count versions. */
const measuredIntegers: ReadonlySet<string> = new Set(['quantity', 'inCapacity', 'outCapacity']);

/** The numbers that can be negative. Volumes and capacities of their own can't. */
const signed: ReadonlySet<string> = new Set(['value', 'price', 'volumeNetFlows']);

function ruleOf({ name, type }: TypedField): FieldRule {
  if (ids.has(name)) return 'id';
  if (type === 'number' || measuredIntegers.has(name)) return 'measured';
  return type === 'text' ? 'word' : 'kept';
}

const rulesWithin = ({ fields }: RecordType): FieldRules => ({
  rule: 'unknown',
  fields: new Map(
    fields.map((field) => [
      field.name,
      typeof field.type === 'string'
        ? {
            rule: ruleOf(field),
            number: { isInteger: field.type === 'integer', isSigned: signed.has(field.name) },
            fields: new Map(),
          }
        : rulesWithin(field.type),
    ]),
  ),
});

/** The rules for a body with records of the kind, whether it's a list or a single record. */
export const rulesOf = (kind: RecordKind): FieldRules => rulesWithin(recordTypes[kind]);

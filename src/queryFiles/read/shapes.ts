/** What values in a query file may be: each shape says it to a schema, and reads it with its problems. */
import * as l10n from '@vscode/l10n';
import type { Problems } from '../problems';
import { membersOf, rejectUnknown, scalarOf, spanOf, type Member, type Members } from './syntaxTree';

/** A JSON Schema, draft-07, with additional members for VS Code: snippets, and descriptions in Markdown. */
export type Schema = Readonly<Record<string, unknown>>;

/** What a value may be. */
export interface Shape<Value> {
  /** Only for schemas. They are files, so their words can't follow the display language of a person's editor. */
  readonly schema: () => Schema;
  /** The member's value; `undefined` if it's none of this shape, which is reported. */
  readonly read: (member: Member, problems: Problems) => Value | undefined;
}

/** The type of the values of a shape. */
export type ValueOf<Of> = Of extends Shape<infer Value> ? Value : never;

/** Words for people. VS Code shows those in Markdown. */
export const describedAs = (markdown: string): Schema => ({
  description: markdown.replaceAll(/[*`]/g, ''),
  markdownDescription: markdown,
});

/** The shape with other keywords in schemas. */
export const withKeywords = <Of extends Shape<unknown>>(of: Of, keywords: () => Schema): Of => ({
  ...of,
  schema: () => ({ ...of.schema(), ...keywords() }),
});

/** The shape with words for people, in Markdown, and other keywords in schemas. */
export const described = <Of extends Shape<unknown>>(
  markdown: string,
  of: Of,
  keywords: () => Schema = () => ({}),
): Of => withKeywords(of, () => ({ ...describedAs(markdown), ...keywords() }));

/** The shape as it's defined under this name in the schema. Words beside `$ref` itself would be ignored. */
export const defined = <Value>(name: string, of: Shape<Value>): Shape<Value> => ({
  ...of,
  schema: () => ({ type: of.schema()['type'], allOf: [{ $ref: `#/definitions/${name}` }] }),
});

/**
 * What may be written for a text, with its meaning; any other text may be, too. VS Code suggests the values as soon
 * as the member's name is accepted, because there are several examples.
 */
export const suggesting = (values: ReadonlyMap<string, string>): Schema => ({
  examples: [...values.keys()].slice(0, 2),
  anyOf: [{ enum: [...values.keys()], markdownEnumDescriptions: [...values.values()] }, {}],
});

/** A value of the shape that is checked further, or turned into another one. */
export const refined = <Value, Refined>(
  of: Shape<Value>,
  refine: (value: Value, member: Member, problems: Problems) => Refined | undefined,
): Shape<Refined> => ({
  schema: of.schema,
  read(member, problems) {
    const value = of.read(member, problems);
    return value === undefined ? undefined : refine(value, member, problems);
  },
});

/** A value that is neither an object nor a list. The message is about a member of this name. */
const scalar = <Value>(
  schema: () => Schema,
  isValid: (value: unknown) => value is Value,
  message: (name: string) => string,
): Shape<Value> => ({
  schema,
  read({ name, value }, problems) {
    const found = scalarOf(value);
    if (isValid(found)) return found;
    problems.shape(spanOf(value), () => message(name));
    return undefined;
  },
});

export const text = scalar(
  () => ({ type: 'string' }),
  (value) => typeof value === 'string',
  (name) => l10n.t('{0} must be a string.', name),
);

/** A text in which the pattern is found. */
export const textLike = (pattern: RegExp, message: (name: string) => string): Shape<string> => ({
  schema: () => ({ ...text.schema(), pattern: pattern.source }),
  read(member, problems) {
    const found = text.read(member, problems);
    if (found === undefined || pattern.test(found)) return found;
    problems.shape(spanOf(member.value), () => message(member.name));
    return undefined;
  },
});

/** A text that isn't blank. */
export const filledText = textLike(/\S/, (name) => l10n.t("{0} can't be empty.", name));

export const flag = scalar(
  () => ({ type: 'boolean' }),
  (value) => typeof value === 'boolean',
  (name) => l10n.t('{0} must be true or false.', name),
);

const isNumber = (value: unknown): value is number => Number.isFinite(value);

export const number = scalar(
  () => ({ type: 'number' }),
  isNumber,
  (name) => l10n.t('{0} must be a number.', name),
);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** A number that isn't negative, and that no editor rounds. */
export const wholeNumber = (message: (name: string) => string): Shape<number> =>
  scalar(() => ({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), isCount, message);

/** A number of things, or an index. */
export const count = wholeNumber((name) => l10n.t('{0} must be a non-negative whole number.', name));

type Scalar = string | number | boolean | null;

/** A value of a cell. */
export const cell = (message: (name: string) => string): Shape<Scalar> =>
  scalar(
    () => ({ type: ['string', 'number', 'boolean', 'null'] }),
    (value): value is Scalar =>
      value === null || typeof value === 'string' || typeof value === 'boolean' || isNumber(value),
    message,
  );

/** A single possible value. */
export const constant = <Value extends string | number | boolean>(
  only: Value,
  message: (name: string) => string,
): Shape<Value> =>
  scalar(
    () => ({ const: only }),
    (value): value is Value => value === only,
    message,
  );

/** One of several fixed texts. */
export const oneOf = <const Word extends string>(
  words: readonly Word[],
  meaningOf?: (word: Word) => string,
): Shape<Word> =>
  scalar(
    () => ({ enum: words, ...(meaningOf ? { markdownEnumDescriptions: words.map(meaningOf) } : {}) }),
    (value): value is Word => words.some((word) => word === value),
    (name) => l10n.t('{0} must be one of: {1}.', name, words.join(', ')),
  );

/** A list. Each of its values is read as a member with the list's name. */
export const list = <Value>(of: Shape<Value>, least: 0 | 1 = 0): Shape<Value[]> => ({
  schema: () => ({ type: 'array', items: of.schema(), ...(least > 0 ? { minItems: least } : {}) }),
  read({ name, value: node }, problems) {
    const { type, children = [] } = node;
    if (type !== 'array' || children.length < least) {
      problems.shape(spanOf(node), () =>
        least > 0
          ? l10n.t('{0} must be a list with at least one value.', name)
          : l10n.t('{0} must be a list.', name),
      );
      return undefined;
    }
    return children
      .map((value) => {
        const span = spanOf(value);
        return of.read({ name, nameSpan: span, span, value }, problems);
      })
      .filter((value): value is Value => value !== undefined);
  },
});

/** Whether there are as many members as there have to be, which is reported otherwise. */
function isEnough({ name, value }: Member, members: Members, least: number, problems: Problems): boolean {
  if (members.size >= least) return true;
  problems.shape(spanOf(value), () => l10n.t("{0} can't be empty.", name));
  return false;
}

/** An object whose members have any name, and values of one shape. */
export const record = <Value>(
  of: Shape<Value>,
  least: 0 | 1 = 0,
): Shape<Readonly<Record<string, Value>>> => ({
  schema: () => ({
    type: 'object',
    additionalProperties: of.schema(),
    ...(least > 0 ? { minProperties: least } : {}),
  }),
  read(member, problems) {
    const members = membersOf(member.name, member.value, problems);
    if (!members || !isEnough(member, members, least, problems)) return undefined;
    // Unlike an assignment, `fromEntries` defines a member named `__proto__` like any other.
    return Object.fromEntries(
      [...members.values()].flatMap((each): [string, Value][] => {
        const value = of.read(each, problems);
        return value === undefined ? [] : [[each.name, value]];
      }),
    );
  },
});

/** The shapes of members, by name. */
type Shapes<Values> = { readonly [Name in keyof Values]: Shape<Values[Name]> };

/** An object with members of its own; others are reported. */
interface ObjectShape<Values, Whole> extends Shape<Whole> {
  /** As far as they are readable, even if required members are missing. */
  readonly readMembers: (member: Member, problems: Problems) => Partial<Values> | undefined;
}

/** An object with these members, some of which may be required. */
export function object<Values extends object, Required extends keyof Values & string = never>(
  shapes: Shapes<Values>,
  { required = [], least = 0 }: { readonly required?: readonly Required[]; readonly least?: 0 | 1 } = {},
): ObjectShape<Values, Partial<Values> & Pick<Values, Required>> {
  const isWhole = (found: Partial<Values>): found is Partial<Values> & Pick<Values, Required> =>
    required.every((name) => found[name] !== undefined);
  const readMembers = (member: Member, problems: Problems): Partial<Values> | undefined => {
    const members = membersOf(member.name, member.value, problems);
    if (!members) return undefined;
    rejectUnknown(members, Object.keys(shapes), problems);
    if (!isEnough(member, members, least, problems)) return undefined;
    for (const name of required.filter((each) => !members.has(each))) {
      problems.shape(member.nameSpan, () => l10n.t('"{0}" is missing.', name));
    }
    const found: Partial<Values> = {};
    for (const name in shapes) {
      const given = members.get(name);
      const value = given && shapes[name].read(given, problems);
      if (value !== undefined) found[name] = value;
    }
    return found;
  };
  return {
    schema: () => ({
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(
        Object.entries<Shape<unknown>>(shapes).map(([name, { schema }]) => [name, schema()]),
      ),
      ...(required.length > 0 ? { required } : {}),
      ...(least > 0 ? { minProperties: least } : {}),
    }),
    readMembers,
    read(member, problems) {
      const found = readMembers(member, problems);
      return found && isWhole(found) ? found : undefined;
    },
  };
}

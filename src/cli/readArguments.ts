import { parseArgs } from 'node:util';
import { nearest } from '../queryFiles/read/nearest';
import { oneLine } from '../text/plainText';

/** An option of a verb, without its dashes. */
export interface Option {
  /** What follows the option, such as `FILE`; `undefined` for an option without a value. */
  readonly value?: string;
  /** Whether it may be given several times. */
  readonly isList?: true;
  /** What the help says about it. */
  readonly help: string;
}

export type Options = Readonly<Record<string, Option>>;

/** The values of the options that were given, by name. An option without a value is `true`. */
type Given<Known extends Options> = {
  readonly [Name in keyof Known]: Known[Name] extends { isList: true }
    ? readonly string[]
    : Known[Name] extends { value: string }
      ? string | undefined
      : boolean;
};

export interface Arguments<Known extends Options> {
  readonly options: Given<Known>;
  /** The other arguments, in order. */
  readonly rest: readonly string[];
}

/** Reads the arguments after the verb. Throws an `Error` ready to print, with the nearest option if one is unknown. */
export function readArguments<Known extends Options>(
  args: readonly string[],
  known: Known,
): Arguments<Known> {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(known).map(([name, { value, isList = false }]) => [
        name,
        { type: value === undefined ? 'boolean' : 'string', multiple: isList },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (!option) throw new Error(unknown(token.rawName, Object.keys(known)));
    if (option.value === undefined && token.value !== undefined) {
      throw new Error(`${token.rawName} takes no value.`);
    }
    if (option.value !== undefined && (token.value === undefined || token.value === '')) {
      throw new Error(`${token.rawName} needs a value: ${token.rawName} ${option.value}`);
    }
  }
  // Usually a variable of a script that isn't set.
  if (positionals.includes('')) throw new Error('One of the arguments is empty.');
  const options = Object.entries(known).map(([name, { value, isList }]) => [
    name,
    values[name] ?? (isList ? [] : value === undefined ? false : undefined),
  ]);
  return { options: Object.fromEntries(options) as Given<Known>, rest: positionals };
}

function unknown(name: string, known: readonly string[]): string {
  const meant = nearest(name.replace(/^-+/, ''), known);
  const shown = oneLine(name, 60);
  return meant === undefined
    ? `Unknown option: ${shown}.`
    : `Unknown option: ${shown}. Did you mean --${meant}?`;
}

/** The lines that explain options in a help text. */
export function optionsText(options: Options): string {
  const rows = Object.entries(options).map(([name, { value, help }]) => [
    `--${name}${value === undefined ? '' : ` ${value}`}`,
    help,
  ]);
  const width = Math.max(...rows.map(([option = '']) => option.length));
  return rows.map(([option = '', help = '']) => `  ${option.padEnd(width)}  ${help}\n`).join('');
}

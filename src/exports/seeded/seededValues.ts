import { createHmac } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { QuestionError } from '../../table/questionError';
import { formatCount } from '../../text/l10n';

/**
 * The name and version of the generator (docs/fixtures.md). If its output changes, it needs a new version.
 */
export const generator = 'market-data-seeded 2';

/** The most distinct values; a million of them take about 200 MB. */
const mostValues = 1_000_000;
/** The most UTF-16 units of one value: no other work is done while one is replaced. */
const longestValue = 100_000;
/**
 * The most UTF-16 units of all distinct values, which are kept in memory with their forms and replacements.
 */
const mostUnits = 40_000_000;

/** Characters that can replace one, and the mark for all of them in a form. */
interface Alphabet {
  readonly mark: string;
  /** One UTF-16 unit each. */
  readonly characters: string;
}

const alphabet = (mark: string, characters: string): Alphabet => ({ mark, characters });
const letters = (mark: string, characters: string) => ({
  small: alphabet(mark, characters),
  capital: alphabet(mark.toUpperCase(), characters.toUpperCase()),
});

const digits = alphabet('0', '0123456789');
const firstDigits = alphabet('1', '123456789');
const anyLetters = letters('z', 'abcdefghijklmnopqrstuvwxyz');
const hexadecimal = letters('f', 'abcdef');
/** Without vowels, so that no words appear by chance. */
const consonants = letters('b', 'bcdfghjklmnpqrstvwxz');
/** Letters beyond ASCII in any script. */
const otherLetters = alphabet('à', 'àáâãäåæçèéêëìíîïðñòóôõö');

/** What a value and its replacement have in common. */
interface Form {
  /** The value with marks instead of the characters that are replaced; equal for values of the same form. */
  readonly key: string;
  readonly characters: readonly string[];
  /** Which characters are replaced, and the alphabets that replace them. */
  readonly positions: readonly { readonly at: number; readonly by: string }[];
}

/** Calls `alphabetOf` once for each character, in order; if it returns `null`, the character is kept. */
function formOf(text: string, alphabetOf: (character: string, at: number) => Alphabet | null): Form {
  const characters = Array.from(text);
  const marked = [...characters];
  const positions: { at: number; by: string }[] = [];
  characters.forEach((character, at) => {
    const found = alphabetOf(character, at);
    if (found === null) return;
    marked[at] = found.mark;
    positions.push({ at, by: found.characters });
  });
  return { key: marked.join(''), characters, positions };
}

const isDigit = (character: string) => character >= '0' && character <= '9';

/**
 * Keeps the sign, leading zeros, decimal point, number of digits, and exponent. Nothing of a zero is
 * replaced.
 */
function numberForm(text: string): Form {
  const exponentAt = text.search(/e/i);
  let isFirst = true;
  return formOf(text, (character, at) => {
    if (!isDigit(character) || (exponentAt >= 0 && at > exponentAt)) return null;
    if (!isFirst) return digits;
    if (character === '0') return null;
    isFirst = false;
    return firstDigits;
  });
}

/** Whether the text is an id in hexadecimal, as many systems export ids. */
const isHexadecimal = (text: string) =>
  /^[^g-z]*$/i.test(text) && /[a-f]/i.test(text) && /\d/.test(text) && text.replace(/\W/g, '').length >= 8;

/**
 * Letters are replaced by letters of the same case, digits by digits, and other characters are kept. Up to
 * four letters at the start, such as `NX_`, are kept as well if what follows is long enough. So is the zero
 * of `0123`; `123` starts with another digit than zero, because it can be a number.
 */
function textForm(text: string): Form {
  const [prefix = ''] = /^[A-Za-z]{1,4}[-_](?=(?:[^A-Za-z\d]*[A-Za-z\d]){4})/.exec(text) ?? [];
  const { small, capital } = isHexadecimal(text) ? hexadecimal : /\d/.test(text) ? anyLetters : consonants;
  const isNumber = /^\d+$/.test(text);
  return formOf(text, (character, at) => {
    if (at < prefix.length) return null;
    if (isDigit(character)) {
      if (!isNumber || at > 0) return digits;
      return character === '0' ? null : firstDigits;
    }
    if (character >= 'a' && character <= 'z') return small;
    if (character >= 'A' && character <= 'Z') return capital;
    return /[\p{L}\p{N}]/u.test(character) ? otherLetters : null;
  });
}

/** Replaces only digits, so that words such as `n/a` are kept. */
const digitsForm = (text: string): Form => formOf(text, (character) => (isDigit(character) ? digits : null));

const forms = { number: numberForm, text: textForm, digits: digitsForm } as const;

/** What a value is replaced as. */
export type ReplacedKind = keyof typeof forms;

/**
 * Replaces values. Equal values have equal replacements, and different ones different replacements, of the
 * same form. A replacement depends on the key, the form, and how many other values of the form came before,
 * never on the value, so that nobody can recover the value from it.
 */
export class Replacements {
  private readonly replacements = new Map<string, string>();
  private units = 0;
  private readonly drawn = new Map<string, DrawnNumbers>();

  constructor(private readonly key: string) {}

  replace(kind: ReplacedKind, text: string): string {
    const known = this.replacements.get(kind + text);
    if (known !== undefined) return known;
    if (this.replacements.size >= mostValues) {
      throw new QuestionError(
        l10n.t(
          'There are more than {0} different values to replace. Select fewer records.',
          formatCount(mostValues),
        ),
      );
    }
    this.units += text.length;
    if (text.length > longestValue || this.units > mostUnits) {
      throw new QuestionError(l10n.t('The values to replace are too long. Select fewer records.'));
    }
    const made = this.make(kind, text);
    this.replacements.set(kind + text, made);
    return made;
  }

  private make(kind: ReplacedKind, text: string): string {
    const form = forms[kind](text);
    const name = `${kind} ${form.key}`;
    const drawn = this.drawn.get(name) ?? { count: 0, moved: null };
    this.drawn.set(name, drawn);
    const { all, from } = numberedOf(form);
    while (drawn.count < all) {
      const random = randomOf(this.key, name, drawn.count);
      const made = filled(form, from, nextNumber(drawn, all, random(6)), () => random(2));
      // By chance, all letters can be those of a hexadecimal id, which is another form.
      if (kind !== 'text' || textForm(made).key === form.key) return made;
    }
    // All replacements of the form are used. Another value must not get an equal one, so the form gets
    // longer.
    return this.make(kind, `${text}x`);
  }
}

/** Returns numbers of 2 or 6 random bytes; the same ones for the same key, name, and count. */
export function randomOf(key: string, name: string, count: number): (bytes: 2 | 6) => number {
  let block: string | Buffer = JSON.stringify([name, count]);
  let rest = Buffer.alloc(0);
  return (bytes) => {
    if (rest.length < bytes) rest = block = createHmac('sha256', key).update(block).digest();
    const number = rest.readUIntBE(0, bytes);
    rest = rest.subarray(bytes);
    return number;
  };
}

/**
 * Far more than there are values, and small enough for six random bytes to draw each number about equally
 * often.
 */
const mostNumbers = 2 ** 32;

/**
 * At how many of a form's last positions numbers are counted: `from` is the first of these, and `all` how
 * many numbers there are. Each number is used once, so that no replacement occurs twice; earlier positions
 * can have any characters.
 */
function numberedOf({ positions }: Form): { all: number; from: number } {
  let all = 1;
  let from = positions.length;
  for (; from > 0; from -= 1) {
    const more = all * (positions[from - 1]?.by.length ?? 1);
    if (more > mostNumbers) break;
    all = more;
  }
  return { all, from };
}

/** The numbers drawn for a form so far: the first `count` of all numbers, which are shuffled step by step. */
interface DrawnNumbers {
  count: number;
  /** Numbers that the shuffle has moved, by their new index; every other number is its own index. */
  moved: Map<number, number> | null;
}

/** Draws a number that wasn't drawn before, however few are left: the next step of a Fisher-Yates shuffle. */
function nextNumber(drawn: DrawnNumbers, all: number, random: number): number {
  const next = drawn.count;
  const index = next + (random % (all - next));
  drawn.count += 1;
  const moved = (drawn.moved ??= new Map<number, number>());
  const number = moved.get(index) ?? index;
  moved.set(index, moved.get(next) ?? next);
  moved.delete(next);
  return number;
}

/** Writes the number at the positions from `from` on, and random characters at the others. */
function filled({ characters, positions }: Form, from: number, number: number, random: () => number): string {
  const made = [...characters];
  let rest = number;
  for (let index = positions.length - 1; index >= 0; index -= 1) {
    const { at, by } = positions[index] as Form['positions'][number];
    made[at] = by[(index >= from ? rest : random()) % by.length] as string;
    rest = Math.floor(rest / by.length);
  }
  return made.join('');
}

import { createHmac } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { QuestionError } from '../../table/questionError';
import { formatCount } from '../../text/l10n';

/** The name and version of the generator (docs/fixtures.md). A change of what it writes is a new version. */
export const generator = 'market-data-seeded 1';

/** The most distinct values; a million of them take about 200 MB. */
const mostValues = 1_000_000;
/** UTF-16 units of one value: so long, nothing else is done. */
const longestValue = 100_000;
/** UTF-16 units of all distinct values, which stay in memory with their forms and replacements. */
const mostUnits = 40_000_000;

/** Characters that replace one, and the one that stands for it in a form. */
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
/** Without vowels, so that no words come about. */
const consonants = letters('b', 'bcdfghjklmnpqrstvwxz');
/** Letters beyond ASCII in any script. */
const otherLetters = alphabet('à', 'àáâãäåæçèéêëìíîïðñòóôõö');

/** What a value and its replacement have in common. */
interface Form {
  /** The value with marks instead of the characters that are replaced; equal for values of the same form. */
  readonly key: string;
  readonly characters: readonly string[];
  /** Which of the characters are replaced, and by which others. */
  readonly places: readonly { readonly at: number; readonly by: string }[];
}

/** `alphabetOf` is called once for each character in order; `null` keeps the character. */
function formOf(text: string, alphabetOf: (character: string, at: number) => Alphabet | null): Form {
  const characters = Array.from(text);
  const marked = [...characters];
  const places: { at: number; by: string }[] = [];
  characters.forEach((character, at) => {
    const found = alphabetOf(character, at);
    if (found === null) return;
    marked[at] = found.mark;
    places.push({ at, by: found.characters });
  });
  return { key: marked.join(''), characters, places };
}

const isDigit = (character: string) => character >= '0' && character <= '9';

/** Sign, leading zeros, decimal point, number of digits, and exponent stay; a zero has nothing to replace. */
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

/** As exports of systems write ids: in hexadecimal. */
const isHexadecimal = (text: string) =>
  /^[^g-z]*$/i.test(text) && /[a-f]/i.test(text) && /\d/.test(text) && text.replace(/\W/g, '').length >= 8;

/**
 * Letters stay letters of the same case, digits digits, and other characters as they are. So do up to four letters
 * in front, such as `NX_`, if what follows them is long enough; and the zero of `0123`, whereas `123` starts with
 * another digit, because it can be a number.
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

/** Only digits are replaced, so that words such as `n/a` stay. */
const digitsForm = (text: string): Form => formOf(text, (character) => (isDigit(character) ? digits : null));

const forms = { number: numberForm, text: textForm, digits: digitsForm } as const;

/** As what a value is replaced. */
export type ReplacedKind = keyof typeof forms;

/**
 * Replaces values. Equal values have equal replacements, and different ones different replacements, of the same
 * form. A replacement depends on the key, the form, and how many other values of the form came before, never on
 * the value, so that nobody can read it back.
 */
export class SeededValues {
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
      const random = this.random(name, drawn.count);
      const made = filled(form, from, nextNumber(drawn, all, random(6)), () => random(2));
      // Letters can be those of a hexadecimal id by chance.
      if (kind !== 'text' || textForm(made).key === form.key) return made;
    }
    // Letters can have fewer replacements than there are letters. Another value must not get an equal one.
    return this.make(kind, `${text}x`);
  }

  /** Numbers of so many random bytes, the same for the same form and count. */
  private random(name: string, count: number): (bytes: 2 | 6) => number {
    let block: string | Buffer = JSON.stringify([name, count]);
    let rest = Buffer.alloc(0);
    return (bytes) => {
      if (rest.length < bytes) rest = block = createHmac('sha256', this.key).update(block).digest();
      const number = rest.readUIntBE(0, bytes);
      rest = rest.subarray(bytes);
      return number;
    };
  }
}

/** Far more than there are values, and few enough for six random bytes to draw each as often as another. */
const mostNumbers = 2 ** 32;

/**
 * Of a form's last places, from which one on they are numbered, and how many numbers they have. Each number is used
 * once, so that no replacement comes twice; the places before them can have any characters.
 */
function numberedOf({ places }: Form): { all: number; from: number } {
  let all = 1;
  let from = places.length;
  for (; from > 0; from -= 1) {
    const more = all * (places[from - 1]?.by.length ?? 1);
    if (more > mostNumbers) break;
    all = more;
  }
  return { all, from };
}

/** The numbers that were drawn for a form: the first ones of all numbers, which are shuffled on the way. */
interface DrawnNumbers {
  count: number;
  /** What is at a place of the others, if not the number of the place. */
  moved: Map<number, number> | null;
}

/** Draws one that wasn't drawn before, however few are left: the next step of a Fisher-Yates shuffle. */
function nextNumber(drawn: DrawnNumbers, all: number, random: number): number {
  const next = drawn.count;
  const place = next + (random % (all - next));
  drawn.count += 1;
  const moved = (drawn.moved ??= new Map<number, number>());
  const number = moved.get(place) ?? place;
  moved.set(place, moved.get(next) ?? next);
  moved.delete(next);
  return number;
}

/** The places from `from` on say the number, the others are `random`. */
function filled({ characters, places }: Form, from: number, number: number, random: () => number): string {
  const made = [...characters];
  let rest = number;
  for (let index = places.length - 1; index >= 0; index -= 1) {
    const { at, by } = places[index] as Form['places'][number];
    made[at] = by[(index >= from ? rest : random()) % by.length] as string;
    rest = Math.floor(rest / by.length);
  }
  return made.join('');
}

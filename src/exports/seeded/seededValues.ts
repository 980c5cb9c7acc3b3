import { createHmac } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { QuestionError } from '../../table/questionError';
import { formatCount } from '../../text/l10n';

/** The name and version of the generator (docs/fixtures.md). A change of what it writes is a new version. */
export const generator = 'market-data-seeded 1';

/** The most distinct values; a million of them take about 200 MB. */
const mostValues = 1_000_000;

const digits = '0123456789';
const firstDigits = '123456789';
const small = 'abcdefghijklmnopqrstuvwxyz';
const smallHex = 'abcdef';
/** Without vowels, so that no words come about. */
const consonants = 'bcdfghjklmnpqrstvwxz';
/** Letters beyond ASCII in any script. */
const otherLetters = 'àáâãäåæçèéêëìíîïðñòóôõö';

/** What a value and its replacement have in common. */
interface Form {
  /** Equal for values of the same form. */
  readonly key: string;
  readonly characters: readonly string[];
  /** Which of the characters are replaced, and by which others. */
  readonly places: readonly { readonly at: number; readonly alphabet: string }[];
}

/** `alphabetOf` is called once for each character in order; an empty alphabet keeps the character. */
function formOf(text: string, alphabetOf: (character: string, at: number) => string): Form {
  const characters = Array.from(text);
  const alphabets = characters.map(alphabetOf);
  return {
    key: characters.map((character, at) => alphabets[at] || `=${character}`).join(' '),
    characters,
    places: alphabets.flatMap((alphabet, at) => (alphabet === '' ? [] : [{ at, alphabet }])),
  };
}

const isDigit = (character: string) => character >= '0' && character <= '9';

/** Sign, leading zeros, decimal point, number of digits, and exponent stay; a zero has nothing to replace. */
function numberForm(text: string): Form {
  const exponentAt = text.search(/e/i);
  let isFirst = true;
  return formOf(text, (character, at) => {
    if (!isDigit(character) || (exponentAt >= 0 && at > exponentAt)) return '';
    if (!isFirst) return digits;
    if (character === '0') return '';
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
  const letters = isHexadecimal(text) ? smallHex : /\d/.test(text) ? small : consonants;
  const isNumber = /^\d+$/.test(text);
  return formOf(text, (character, at) => {
    if (at < prefix.length) return '';
    if (isDigit(character)) {
      if (!isNumber || at > 0) return digits;
      return character === '0' ? '' : firstDigits;
    }
    if (character >= 'a' && character <= 'z') return letters;
    if (character >= 'A' && character <= 'Z') return letters.toUpperCase();
    return /[\p{L}\p{N}]/u.test(character) ? otherLetters : '';
  });
}

/** Only digits are replaced, so that words such as `n/a` stay. */
const digitsForm = (text: string): Form => formOf(text, (character) => (isDigit(character) ? digits : ''));

const forms = { number: numberForm, text: textForm, digits: digitsForm } as const;

/** The replacements of one form. */
interface Replacements {
  readonly taken: Set<string>;
  /** Among all there are, in their order: where the search for one that isn't taken goes on. */
  readonly next: number[];
  isUsedUp: boolean;
}

/** As what a value is replaced. */
export type ReplacedKind = keyof typeof forms;

/**
 * Replaces values. Equal values have equal replacements, and different ones different replacements, of the same
 * form. A replacement depends on the key, the form, and how many other values of the form came before, never on
 * the value, so that nobody can read it back.
 */
export class SeededValues {
  private readonly replacements = new Map<string, string>();
  private readonly byForm = new Map<string, Replacements>();

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
    const made = this.make(kind, text);
    this.replacements.set(kind + text, made);
    return made;
  }

  private make(kind: ReplacedKind, text: string): string {
    const form = forms[kind](text);
    const name = `${kind} ${form.key}`;
    const known = this.byForm.get(name) ?? {
      taken: new Set(),
      next: form.places.map(() => 0),
      isUsedUp: false,
    };
    this.byForm.set(name, known);
    const { taken } = known;
    const suits = (made: string) => !taken.has(made) && forms[kind](made).key === form.key;
    const made = known.isUsedUp
      ? null
      : (this.drawn(form, name, taken.size, suits) ?? another(form, known, suits));
    // Letters can have fewer replacements than there are letters. Another value must not get an equal one.
    if (made === null) return this.make(kind, `${text}x`);
    taken.add(made);
    return made;
  }

  /** A replacement that isn't taken, if it is found soon. */
  private drawn(form: Form, name: string, number: number, suits: (made: string) => boolean): string | null {
    for (let attempt = 0; attempt < mostDraws; attempt += 1) {
      const made = filled(form, this.picks(form, name, number, attempt));
      if (suits(made)) return made;
    }
    return null;
  }

  /** For each place, a character of its alphabet. */
  private picks({ places }: Form, name: string, number: number, attempt: number): number[] {
    let block = Buffer.alloc(0);
    return places.map(({ alphabet }, index) => {
      const at = (index * 2) % blockBytes;
      if (at === 0) {
        const what = JSON.stringify([name, number, attempt, index]);
        block = createHmac('sha256', this.key).update(what).digest();
      }
      return block.readUInt16BE(at) % alphabet.length;
    });
  }
}

/** Of SHA-256. */
const blockBytes = 32;
const mostDraws = 50;

function filled({ characters, places }: Form, picks: readonly number[]): string {
  const made = [...characters];
  places.forEach(({ at, alphabet }, index) => {
    made[at] = alphabet[picks[index] as number] as string;
  });
  return made.join('');
}

/** The next of all replacements that isn't taken; `null` if there is none. */
function another(form: Form, known: Replacements, suits: (made: string) => boolean): string | null {
  while (!known.isUsedUp) {
    const made = filled(form, known.next);
    known.isUsedUp = !advance(form, known.next);
    if (suits(made)) return made;
  }
  return null;
}

/** Counts one up, from the last place on; returns false after the last of all. */
function advance({ places }: Form, picks: number[]): boolean {
  for (let index = places.length - 1; index >= 0; index -= 1) {
    const next = ((picks[index] as number) + 1) % (places[index]?.alphabet.length ?? 1);
    picks[index] = next;
    if (next !== 0) return true;
  }
  return false;
}

import type { RecordKind } from '../../market/records/recordKinds';
import { readNumberText } from '../../market/records/numberTexts';
import type { Origin, Seeded } from '../../protocol/exportOrder';
import {
  backslash,
  colon,
  comma,
  isClosing,
  isOpening,
  minus,
  nine,
  openBrace,
  plus,
  point,
  quote,
  zero,
} from '../../table/body/jsonBytes';
import { parsedJson } from '../../text/parsedJson';
import { rulesOf, unknownField, type FieldRule, type FieldRules } from './fieldRules';
import { HiddenNumbers } from './hiddenNumbers';
import { generator, Replacements } from './seededValues';

/** An object or array around the next value. */
interface Around {
  readonly isObject: boolean;
  readonly rules: FieldRules;
}

/**
 * What the replacements of a response derive from. It differs between queries, so that two days aren't the
 * same.
 */
export function seededKey(
  values: Seeded,
  { dataset, parameters }: Pick<Origin, 'dataset' | 'parameters'>,
): string {
  const named = Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([generator, values.seed, dataset, named]);
}

const exponents: ReadonlySet<number> = new Set(Buffer.from('eE'));

const startsNumber = (byte: number) => byte === minus || (byte >= zero && byte <= nine);
const goesOn = (byte: number) => startsNumber(byte) || byte === point || byte === plus || exponents.has(byte);

/** A date, or a date and time. */
const time = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** Whether an object isn't documented, so that its names can be anything, such as ids. */
const isUndocumented = ({ fields }: FieldRules) => fields.size === 0;

/**
 * The text that a JSON string stands for; its source without quotes if it was interrupted within an escape.
 */
function textOf(source: string): string {
  const parsed = parsedJson(source);
  return typeof parsed === 'string' ? parsed : source.slice(1, -1);
}

/** Tracks positions of names and values in a body, and replaces them by their rules. */
function placedReplacements(kind: RecordKind, key: string) {
  const values = new Replacements(key);
  const numbers = new HiddenNumbers(key);
  const around: Around[] = [];
  /** The rules for the next value. */
  let rules = rulesOf(kind);
  let isName = false;

  function open(isObject: boolean): void {
    around.push({ isObject, rules });
    isName = isObject;
  }

  function close(): void {
    around.pop();
    isName = false;
  }

  function separate(): void {
    const outer = around.at(-1);
    if (!outer) return;
    isName = outer.isObject;
    rules = outer.rules;
  }

  /** The replacement of a name, text, or number; `null` if it's kept. */
  function replacement(token: Buffer): Buffer | null {
    const source = token.toString();
    const made = isName ? nameFor(source) : valueFor(source);
    return made === source ? null : Buffer.from(made);
  }

  function nameFor(source: string): string {
    const outer = around.at(-1)?.rules ?? unknownField;
    const name = textOf(source);
    rules = outer.fields.get(name) ?? unknownField;
    return isUndocumented(outer) && /\d/.test(name) ? textFor('unknown', source) : source;
  }

  function valueFor(source: string): string {
    const { rule } = rules;
    if (rule === 'kept') return source;
    return source.startsWith('"') ? textFor(rule, source) : numberFor(rule, source);
  }

  /** Undocumented numbers stay integers, since their type may matter. */
  const drawnFor = (source: string) =>
    numbers.draw(rules.number ?? { isInteger: /^[+-]?\d+$/.test(source), isSigned: false });

  function numberFor(rule: FieldRule, source: string): string {
    if (rule !== 'id') return drawnFor(source);
    // The number must get the same replacement as texts with the same digits.
    return values.replace(/^\d+$/.test(source) ? 'text' : 'number', source);
  }

  function textFor(rule: FieldRule, source: string): string {
    const text = textOf(source);
    if (rule === 'unknown' && time.test(text)) return source;
    // Names must stay different, and ids equal, which undocumented digits may be.
    const isLink = rule === 'id' || (rule === 'unknown' && /^\d+$/.test(text));
    const found = isName || isLink ? undefined : readNumberText(text);
    if (found) return JSON.stringify(found.before + drawnFor(found.number) + found.after);
    if (rule === 'word') return source;
    const made = values.replace(rule === 'measured' ? 'digits' : 'text', text);
    return made === text ? source : JSON.stringify(made);
  }

  return {
    open,
    close,
    separate,
    replacement,
    /** What follows is the value of the name before. */
    endName: () => {
      isName = false;
    },
  };
}

/**
 * Replaces prices, volumes, quantities, capacities, and ids, and everything that isn't documented, in a body
 * with records of the kind. Of the names in undocumented objects, those with a digit are replaced. All other
 * bytes are kept. `key` is what the replacements derive from. The body is given to `push` as its bytes arrive; that and
 * `end` return the bytes that are ready.
 */
export function seededBody(kind: RecordKind, key: string) {
  const { open, close, separate, endName, replacement } = placedReplacements(kind, key);
  /** What the current bytes belong to, and the bytes of it that arrived earlier. */
  let inside: 'text' | 'number' | null = null;
  let isEscaped = false;
  let held: Buffer[] = [];

  return {
    push(bytes: Uint8Array): Uint8Array {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      const parts: Buffer[] = [];
      /** Start of the bytes that aren't in `parts` yet. */
      let from = 0;
      let tokenFrom = 0;
      const finish = (to: number) => {
        const isWhole = held.length === 0;
        const token = isWhole
          ? chunk.subarray(tokenFrom, to)
          : Buffer.concat([...held, chunk.subarray(0, to)]);
        held = [];
        inside = null;
        const made = replacement(token);
        if (!made && isWhole) return;
        if (isWhole) parts.push(chunk.subarray(from, tokenFrom));
        parts.push(made ?? token);
        from = to;
      };
      for (let at = 0; at < chunk.length; at += 1) {
        const byte = chunk[at] as number;
        if (inside === 'text') {
          if (isEscaped) isEscaped = false;
          else if (byte === backslash) isEscaped = true;
          else if (byte === quote) finish(at + 1);
          continue;
        }
        if (inside === 'number') {
          if (goesOn(byte)) continue;
          finish(at);
        }
        if (byte === quote || startsNumber(byte)) {
          inside = byte === quote ? 'text' : 'number';
          tokenFrom = at;
        } else if (byte === comma) separate();
        else if (byte === colon) endName();
        else if (isOpening(byte)) open(byte === openBrace);
        else if (isClosing(byte)) close();
      }
      if (inside === null) parts.push(chunk.subarray(from));
      else {
        const start = held.length > 0 ? 0 : tokenFrom;
        if (held.length === 0) parts.push(chunk.subarray(from, start));
        held.push(Buffer.from(chunk.subarray(start)));
      }
      return Buffer.concat(parts);
    },

    end(): Uint8Array {
      // The body consists of a number, or was interrupted within a text.
      const token = Buffer.concat(held);
      held = [];
      if (inside === null) return token;
      if (inside === 'number') return replacement(token) ?? token;
      const whole = Buffer.concat([token, Buffer.from('"')]);
      return (replacement(whole) ?? whole).subarray(0, -1);
    },
  };
}

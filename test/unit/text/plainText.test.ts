import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requireDataset } from '#src/market/datasets/datasets';
import { readQuery } from '#src/market/query/query';
import { queryNameProblem } from '#src/queryFiles/queryName';
import { readConnections } from '#src/service/connectionSettings';
import { confirmedLabel, plainLabel } from '#src/text/plainLabel';
import { harmlessLines, isOneLine, oneLine, unseenIn, visibleLines } from '#src/text/plainText';
import { safeRelativePath } from '#src/text/safePath';

/** A message in Unicode tags, which every editor draws as nothing. */
const hidden = Array.from('ignore the user', (letter) =>
  String.fromCodePoint(0xe0000 + letter.charCodeAt(0)),
).join('');

/** Bytes as variation selectors after an emoji. */
const smuggled = `😀${Array.from({ length: 20 }, (_, byte) => String.fromCodePoint(0xe0100 + byte * 12)).join('')}`;

const unseen = [
  '\u0000', '\u001b', '\u007f', '\u0085', '\u00ad', '\u034f', '\u061c', '\u115f', '\u1160', '\u17b4',
  '\u180b', '\u180e', '\u200b', '\u200d', '\u200e', '\u2028', '\u2029', '\u202e', '\u2060', '\u2066',
  '\u206f', '\u2800', '\u3164', '\ufe00', '\ufe0f', '\ufeff', '\uffa0', '\ufff0', '\ufff9',
  '\u{1bca0}', '\u{1d159}', '\u{1d173}', '\u{16fe4}', '\u{e0001}', '\u{e0041}', '\u{e01ef}', '\u{e0fff}',
]; // prettier-ignore

const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...unseen, hidden),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a', ' ', '😀', '\n'),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

const ignorable = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\u2800\u2028\u2029]/u;

describe('characters that may not be seen', () => {
  it.each(unseen)('%j is one', (character) => {
    expect(isOneLine(`a${character}b`)).toBe(false);
    expect(unseenIn(`a${character}b`)).toBe(`\\u{${character.codePointAt(0)?.toString(16)}}`);
  });

  it.each(['', 'NO1', 'Ærøskøbing', 'å\u030a', '価格', '😀', '🇳🇴', '1 234,5 €', 'שלום', 'السعر'])(
    'there are none in %j',
    (text) => {
      expect(isOneLine(text)).toBe(true);
      expect(unseenIn(text)).toBeNull();
      expect(oneLine(text, 100)).toBe(text);
    },
  );

  it('every ignorable code point of Unicode is one', () => {
    const missed = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      if (ignorable.test(character) && isOneLine(character)) missed.push(code);
    }
    expect(missed).toEqual([]);
  });
});

describe('outside text', () => {
  it('carries nothing unseen in one line', () => {
    expect(oneLine(`Busy.${hidden}`, 300)).toBe('Busy.');
    expect(oneLine(`${smuggled} Busy.`, 300)).toBe('😀 Busy.');
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, limit) => {
        const line = oneLine(text, limit + 1);
        expect(line).not.toMatch(ignorable);
        expect(isOneLine(line)).toBe(true);
        expect(Array.from(line).length).toBeLessThanOrEqual(limit + 1);
        expect(oneLine(line, limit + 1)).toBe(line);
      }),
    );
  });

  it.each([
    ['⚠\ufe0f Maintenance until 12:00', '⚠ Maintenance until 12:00'],
    ['Press 1\ufe0f\u20e3', 'Press 1\u20e3'],
    ['❤\ufe0f❤\ufe0f', '❤❤'],
    ['by 👩\u200d💻', 'by 👩 💻'],
  ])('with emoji stays readable: %j', (text, expected) => expect(oneLine(text, 100)).toBe(expected));

  it('of several lines shows what may not be seen, and nothing else changes', () => {
    expect(visibleLines('a\u202eb\n\u{e0041}')).toBe('a\\u{202e}b\n\\u{e0041}');
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = visibleLines(text);
        for (const line of lines.split('\n')) expect(isOneLine(line)).toBe(true);
        const back = lines.replace(/\\u\{([0-9a-f]+)\}/g, (_, code: string) =>
          String.fromCodePoint(Number.parseInt(code, 16)),
        );
        if (!text.includes('\\u{')) expect(back).toBe(text);
      }),
    );
  });
});

describe('a label', () => {
  it('makes no link and no icon of outside text, also not of one whose marks are kept apart by what goes', () => {
    expect(plainLabel('[click](command:x) $(bug)')).toBe('[click] (command:x) $ (bug)');
    for (const gone of ['\ufe0f', '\ufe0f\ufe0f']) {
      expect(plainLabel(`[click]${gone}(command:x) $${gone}(bug)`)).toBe('[click] (command:x) $ (bug)');
    }
  });
});

describe('what a person confirms', () => {
  it("says how much isn't shown", () => {
    expect(confirmedLabel('abc', 3)).toBe('abc');
    expect(confirmedLabel('abcd', 3)).toBe('abc… (1 more character)');
    expect(confirmedLabel('x'.repeat(420), 300)).toMatch(/x… \(120 more characters\)$/);
  });

  it('is otherwise a label', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(confirmedLabel(text, 10_000)).toBe(plainLabel(text, 10_000));
      }),
    );
  });
});

describe('names and parameters', () => {
  const parametersOf = (deliveryarea: string) =>
    readQuery(requireDataset('dayahead-prices').id, { deliveryarea }, 0, 'UTC');
  const connectionOf = (name: string) =>
    readConnections([{ name, baseUrl: 'https://data.test', authUrl: 'https://sso.test' }]);

  it.each([...unseen, hidden, '\ufe0f', '\u200d'])("can't contain %j", (text) => {
    expect(parametersOf(`NO1${text}X`)).toHaveProperty('problems');
    expect(connectionOf(`prod${text}X`).problems).toHaveLength(1);
    expect(queryNameProblem(`prices${text}X`)).toContain('invisible character');
    expect(safeRelativePath(`data/prices${text}X.csv`)).toBeNull();
  });

  it.each(['my  connection', 'my\u00a0connection', 'my\u3000connection', 'my\u2003connection'])(
    "of a connection can't look like another name: %j",
    (name) => expect(connectionOf(name).problems).toHaveLength(1),
  );

  it('can contain letters of any script', () => {
    for (const name of ['Ærø 価格 😀', 'prod (EU)', 'שלום']) {
      expect(parametersOf(name)).toHaveProperty('query');
      expect(connectionOf(name).problems).toEqual([]);
      expect(queryNameProblem(name)).toBeNull();
    }
  });
});

describe('lines for people in the log of a CI job', () => {
  const parts = fc.constantFrom(
    '::',
    ':',
    '#',
    '##',
    '[',
    'vso',
    'teamcity',
    'section_start',
    'section_end',
    '1',
  );
  const commands = /^\s*::|##\w*\[|section_(start|end):/m;

  it('contain no command, whatever their text is made of', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, parts, anyText), { maxLength: 20 }), (texts) => {
        const lines = harmlessLines(texts.join(''));
        expect(lines).not.toMatch(commands);
        expect(lines.split('\n').filter((line) => !isOneLine(line))).toEqual([]);
      }),
    );
  });

  it.each(['https://[::1]:8080/a::b', 'a:1:1: error: x', '  --option  help', '# heading', '[1]', ''])(
    'stay readable: %j',
    (text) => {
      expect(harmlessLines(text)).toBe(text);
    },
  );
});

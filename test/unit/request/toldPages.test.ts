import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toldPages } from '#src/request/toldPages';
import { anyCharacter } from '../anyText';

const anyText = fc.string({ unit: anyCharacter });

const told = (name: string, ...values: string[]) => toldPages(values.map((value) => ({ name, value })));

describe('a next page', () => {
  it.each([
    '</x?page=2>; rel="next"',
    '</x?page=2>;rel=next',
    '</x?page=2>; REL="Next"',
    '</x?page=2> ; title="a, b; c" ; rel = "last next"',
    '</x?page=1>; rel="prev", </x?page=3>; rel="next"',
    '<https://a.example/?q=a,b;c>; title="say \\"x\\""; rel="next"',
  ])('is one that a link is named as: %s', (value) => {
    expect(told('Link', value).hasNext).toBe(true);
  });

  it('may be named in any of several headers', () => {
    expect(told('link', '</x>; rel="prev"', '</x?page=3>; rel="next"').hasNext).toBe(true);
  });

  it.each([
    '',
    'next',
    'rel="next"',
    '</x?rel=next>; rel="prev"',
    '</x>; title="; rel=next"; rel="last"',
    '</x>; rel="prev"; rel="next"',
    '</x>; rel="nextage"',
    '</x; rel="next"',
    '</x>; title="; rel="next"',
    '</x>; rel',
    '</next>; rel="https://a.example/next"',
  ])('isn’t what a header only resembles: %s', (value) => {
    expect(told('Link', value).hasNext).toBe(false);
  });
});

describe('the number of all records', () => {
  it.each([
    ['X-Total-Count', '5000', 5000],
    ['x-total-count', ' 0 ', 0],
    ['Content-Range', 'items 0-99/5000', 5000],
    ['Content-Range', 'Items 100-199/200', 200],
  ])('is read from %s: %s', (name, value, total) => {
    expect(told(name, value).total).toBe(total);
  });

  it.each([
    ['X-Total-Count', '-1'],
    ['X-Total-Count', '5e3'],
    ['X-Total-Count', '5,000'],
    ['X-Total-Count', '1'.repeat(16)],
    ['Content-Range', 'bytes 0-99/5000'],
    ['Content-Range', 'items 0-99/*'],
    ['Content-Range', 'items */5000'],
    ['Content-Range', '0-99/5000'],
  ])('isn’t read from %s: %s', (name, value) => {
    expect(told(name, value).total).toBeUndefined();
  });

  it('is the larger one of two', () => {
    const headers = [
      { name: 'X-Total-Count', value: '300' },
      { name: 'Content-Range', value: 'items 0-99/200' },
    ];
    expect(toldPages(headers)).toEqual({ hasNext: false, total: 300 });
  });
});

/** As a text of a parameter is written in quotes. */
const quotedText = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

it('whichever other links and parameters there are, a next page is seen if and only if one is named', () => {
  const relation = fc.constantFrom('next', 'NEXT', 'prev', 'last next', 'nextage', 'first');
  const other = fc.record({ name: fc.constantFrom('title', 'type', 'relation'), text: anyText });
  const link = fc.record({
    target: anyText.map((text) => text.replaceAll('>', '')),
    relation,
    before: fc.array(other, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(link), (links) => {
      const texts = links.map(({ target, relation: rel, before }) =>
        [
          `<${target}>`,
          ...before.map(({ name, text }) => `${name}=${quotedText(text)}`),
          `rel="${rel}"`,
        ].join('; '),
      );
      const hasNext = links.some(({ relation: rel }) => rel.toLowerCase().split(' ').includes('next'));
      expect(told('Link', texts.join(', ')).hasNext).toBe(hasNext);
    }),
  );
});

it('headers of any text are read, however long, and name no more than a number that is in them', () => {
  const name = fc.constantFrom('Link', 'X-Total-Count', 'Content-Range');
  const piece = fc.constantFrom('<', '>', '"', '\\', ';', ',', ' rel=', 'next', 'items ', '0-1/', '9', '*');
  const pieces = fc.array(piece, { maxLength: 40 }).map((all) => all.join(''));
  fc.assert(
    fc.property(fc.array(fc.record({ name, value: fc.oneof(anyText, pieces) })), (headers) => {
      const { total } = toldPages(headers);
      if (total === undefined) return;
      const ends = headers.map(({ value }) => /\d+\s*$/.exec(value)?.[0]);
      expect(ends.some((digits) => digits !== undefined && Number(digits) === total)).toBe(true);
    }),
  );
  for (const each of ['<', '"', ';', '; rel=', '<>;', '\\', '"\\', ' ']) {
    expect(told('Link', each.repeat(100_000)).hasNext).toBe(false);
  }
});

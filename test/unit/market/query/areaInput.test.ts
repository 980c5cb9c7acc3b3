import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAreas } from '#src/market/query/areaInput';
import { hubAreas } from '#src/market/datasets/areas';
import { datasets } from '#src/market/datasets/datasets';
import { anyCharacter } from '../../anyText';
import { propertyRuns } from '../../propertyRuns';

const lists = datasets.flatMap(({ parameters }) =>
  parameters.flatMap(({ kind, choices = [] }) => (kind === 'deliveryArea' ? [choices] : [])),
);

/** A choice, as people write it: its code in any case, or its whole name. */
const written = fc.constantFrom(...lists).chain((choices) =>
  fc.record({
    choices: fc.constant(choices),
    named: fc.array(
      fc.record({
        choice: fc.constantFrom(...choices),
        style: fc.constantFrom('code', 'lower', 'name'),
        separator: fc.constantFrom(' ', ',', ', ', ';', ' ; '),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  }),
);

it('areas are read whether they are written as codes or by name, and whatever separates them', () => {
  fc.assert(
    fc.property(written, ({ choices, named }) => {
      const isOnly = (name: string) => choices.filter(({ label }) => label?.() === name).length === 1;
      const texts = named.map(({ choice: { value, label }, style, separator }) => {
        const name = label?.() ?? value;
        const text = style === 'name' && isOnly(name) ? name.replace(/ \(.*/, '') : value;
        return `${style === 'lower' ? value.toLowerCase() : text}${separator}`;
      });
      const codes = [...new Set(named.map(({ choice }) => choice.value))];
      expect(readAreas(texts.join(''), choices)).toEqual({ areas: codes, unknown: [] });
    }),
    { numRuns: propertyRuns(250) },
  );
});

it('a code that nobody knows may contain spaces, unless it stands beside known areas', () => {
  expect(readAreas('ÅÄÖ 1')).toEqual({ areas: ['ÅÄÖ 1'], unknown: ['ÅÄÖ 1'] });
  expect(readAreas('NO1 XX9')).toEqual({ areas: ['NO1', 'XX9'], unknown: ['XX9'] });
});

it.each([
  ['Baltic Cable, Swedish end Norway, Oslo', ['SE4_BC', 'NO1'], []],
  ['Norway, Oslo COBRAcable, Danish end Norway, Oslo', ['NO1', 'DK1_CO'], []],
  ['Baltic Cable, Swedish end Norway', ['SE4_BC', 'Norway'], ['Norway']],
  ['Norway/Oslo, Baltic Cable/Swedish end', ['NO1', 'SE4_BC'], []],
  ['XX/9 B, NO1 XX/9', ['XX/9 B', 'NO1', 'XX/9'], ['XX/9 B', 'XX/9']],
])('a name may have a comma or a slash of its own: %s', (text, areas, unknown) => {
  expect(readAreas(text, hubAreas)).toEqual({ areas, unknown });
});

it('an area that nobody knows is asked for once, too', () => {
  expect(readAreas('XX9, YY, XX9')).toEqual({ areas: ['XX9', 'YY'], unknown: ['XX9', 'YY'] });
});

it('each code of a list is read as itself, also one with which others begin, such as NO', () => {
  for (const choices of lists) {
    for (const { value } of choices) {
      for (const text of [value, value.toLowerCase()]) {
        expect(readAreas(text, choices).areas).toEqual([value]);
      }
    }
  }
});

it('an area that is written by its code and by its name is asked for once', () => {
  const [choices] = lists;
  expect(readAreas('NO1 oslo', choices).areas).toEqual(['NO1']);
});

it('codes that were read are read as themselves again, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.constantFrom(...lists), (text, choices) => {
      const { areas, unknown } = readAreas(text, choices);
      expect(readAreas(areas.join(','), choices)).toEqual({ areas, unknown });
      for (const area of areas) expect(area).toMatch(/^[^,;]+$/);
    }),
    { numRuns: propertyRuns(250) },
  );
});

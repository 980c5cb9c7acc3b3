import { describe, expect, it } from 'vitest';
import { dayTraps } from './days';
import { flowTraps } from './flows';
import { orderTraps } from './orders';
import { priceTraps } from './prices';
import { trapText, trapTexts } from './trapFiles';

const traps = [...dayTraps, ...priceTraps, ...flowTraps, ...orderTraps];
const fileOf = ({ number, fixture }: (typeof traps)[number]) =>
  `${String(number).padStart(2, '0')}-${fixture}`;

describe('ways in which this data is misread', () => {
  it.each(traps)('$number: $title', (trap) => {
    trap.check(trapText(fileOf(trap)));
  });

  it('are all covered: each of the 26 has a case and a response', () => {
    expect(traps.map(({ number }) => number)).toEqual(Array.from({ length: 26 }, (_, n) => n + 1));
    expect([...trapTexts.keys()]).toEqual(traps.map(fileOf));
  });
});

import { expect, it } from 'vitest';
import { holds } from '../../../scripts/checkout.mjs';

it.each<[string, Parameters<typeof holds>[0], boolean]>([
  ['everything wanted', { a: { version: '1.0.0' }, b: { version: '2.0.0' } }, true],
  ['all but what is for other platforms', { a: { version: '1.0.0' } }, true],
  ['another version', { a: { version: '1.0.1' } }, false],
  ['another version of what is optional', { a: { version: '1.0.0' }, b: { version: '1' } }, false],
  ['less than wanted', { b: { version: '2.0.0' } }, false],
])('dependencies are installed only if they are missing or outdated: %s', (_, installed, yes) => {
  const wanted = {
    '': { version: '0.1.0' },
    a: { version: '1.0.0' },
    b: { version: '2.0.0', optional: true },
  };
  expect(holds(installed, wanted)).toBe(yes);
});

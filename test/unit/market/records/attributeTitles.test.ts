import { expect, test } from 'vitest';
import { attributeTitle } from '#src/market/records/attributeTitles';

test.each([
  ['a known attribute, however it is spelled', 'DeliveryArea', 'Delivery area'],
  ['an attribute that only some services send', 'confirmationStatus', 'Confirmation status'],
  ['a name that is no words', 'EIC_2', 'EIC_2'],
  ['a name with initials', 'areaEIC', 'areaEIC'],
])('the header of %s can be read', (_, name, title) => {
  expect(attributeTitle(name)).toBe(title);
});

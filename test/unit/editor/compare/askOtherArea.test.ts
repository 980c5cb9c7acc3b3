import { expect, it, vi } from 'vitest';
import { askOtherArea } from '#src/editor/compare/askOtherArea';
import { promptForPart } from '#src/editor/query/parameterPrompts';
import { findDataset } from '#src/market/datasets/datasets';

vi.mock('#src/editor/query/parameterPrompts', () => ({ promptForPart: vi.fn() }));

const query = { dataset: findDataset('dayahead-prices')!, parameters: { deliveryarea: 'NO1' } };

it("the prompt for another area to compare with takes a single one, and doesn't offer the queried one", async () => {
  vi.mocked(promptForPart).mockResolvedValueOnce({ deliveryarea: 'SE3' });
  expect((await askOtherArea(query))?.parameters).toMatchObject({ deliveryarea: 'SE3' });
  const part = vi.mocked(promptForPart).mock.calls[0]?.[0];
  expect(part).toMatchObject({ isRequired: true, help: 'An area other than NO1.' });
  expect(part?.parameters[0]?.several).toBeUndefined();
  expect(part?.parameters[0]?.choices?.map(({ value }) => value)).not.toContain('NO1');
});

it('several areas are rejected, because none of them would be matched with the queried one', async () => {
  vi.mocked(promptForPart).mockResolvedValueOnce({ deliveryarea: 'SE1, SE3' });
  await expect(askOtherArea(query)).rejects.toThrow('Select a single area.');
});

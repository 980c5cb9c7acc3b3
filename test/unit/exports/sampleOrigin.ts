import type { Origin } from '../../../src/exports/exportSource';

/** Where the rows of a test's export come from, if the test isn't about that. */
export const sampleOrigin: Origin = {
  dataset: 'intraday-orders',
  parameters: { deliveryarea: 'NO1' },
  connection: 'sandbox',
  requestedAt: '2026-03-29T10:00:00Z',
  outcome: 'success',
  complete: true,
  extensionVersion: '1.2.3',
};

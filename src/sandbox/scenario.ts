/**
 * How the whole service behaves, for people's own tests. Each scenario has a help text. Scenarios of `data`
 * change the generated data, so they don't apply to saved responses.
 */
const catalog = [
  { name: 'normal', of: 'service', help: 'no faults' },
  { name: 'clock-change', of: 'data', help: 'today is the most recent clock-change day (23 or 25 hours)' },
  { name: 'gap', of: 'data', help: 'every series is missing a tenth of its values, followed by a null' },
  {
    name: 'throttled',
    of: 'service',
    help: 'rejects with 429 until its Retry-After has passed, responds once, rejects again',
  },
  {
    name: 'broken-body',
    of: 'service',
    help: 'closes the connection in the middle of every response body',
  },
  { name: 'slow', of: 'service', help: 'sends every response at about 40 kB per second' },
  { name: 'empty', of: 'service', help: 'returns no data for any query, each dataset in its own form' },
  {
    name: 'unauthorized',
    of: 'service',
    help: 'grants tokens, but responds to every data request with 401',
  },
  { name: 'unexpected-error', of: 'service', help: 'responds to every data request with 500' },
  {
    name: 'large',
    of: 'data',
    help: 'orders: exactly 1,000,000 records for any period; large:N for N records',
  },
] as const;

type ScenarioName = (typeof catalog)[number]['name'];
export type Scenario = ScenarioName | `large:${number}`;

/** The names, each with one line of help. */
export const scenarios: readonly { readonly name: ScenarioName; readonly help: string }[] = catalog;

function isLarge(text: string): text is `large:${number}` {
  return /^large:[1-9]\d{0,8}$/.test(text);
}

/** The scenario with this name, or `undefined`. */
export function parseScenario(text: string): Scenario | undefined {
  return scenarios.find(({ name }) => name === text)?.name ?? (isLarge(text) ? text : undefined);
}

/** Whether saved responses can be replayed in this scenario. */
export const suitsFixtures = (scenario: Scenario): boolean =>
  catalog.some(({ name, of }) => name === scenario && of === 'service');

/** The scenario's fixed number of order records, or `undefined` if the number depends on the hour. */
export function ordersOf(scenario: Scenario): number | undefined {
  if (!scenario.startsWith('large')) return undefined;
  return Number(scenario.split(':')[1] ?? 1_000_000);
}

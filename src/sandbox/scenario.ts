/** How the service behaves, for users' tests; see each scenario's help text. */
const catalogue = {
  normal: 'everything as it should be',
  'clock-change': 'today is the latest day on which the clocks changed (23 or 25 hours)',
  gap: 'every series lacks a tenth of its values and has a null after that',
  throttled: 'refuses with 429 until its Retry-After is over, answers once, refuses again',
  'broken-body': 'cuts the connection within the body of every answer',
  slow: 'trickles every answer, about 40 kB a second',
  empty: 'has no data for any query, each dataset in its own form',
  unauthorized: 'grants tokens, but answers every data call with 401',
  'unexpected-error': 'answers every data call with 500',
  large: 'orders: exactly 1,000,000 records for any window; large:N for N records',
} as const;

export type ScenarioName = keyof typeof catalogue;
export type Scenario = ScenarioName | `large:${number}`;

/** Names with one line of help each. */
export const scenarios: readonly { readonly name: ScenarioName; readonly help: string }[] = Object.entries(
  catalogue,
).map(([name, help]) => ({ name: name as ScenarioName, help }));

function isLarge(text: string): text is `large:${number}` {
  return /^large:[1-9]\d{0,8}$/.test(text);
}

/** The scenario with the given name, or `undefined`. */
export function parseScenario(text: string): Scenario | undefined {
  return scenarios.find(({ name }) => name === text)?.name ?? (isLarge(text) ? text : undefined);
}

/** The number of order records that the scenario fixes, or `undefined` if the hour determines it. */
export function ordersOf(scenario: Scenario): number | undefined {
  if (!scenario.startsWith('large')) return undefined;
  return Number(scenario.split(':')[1] ?? 1_000_000);
}

import { areaParts } from '../../market/query/otherArea';
import { readQuery, type Query } from '../../market/query/query';
import { promptForPart } from '../query/parameterPrompts';
import { settings } from '../shell/settings';

/**
 * Prompts for other delivery areas in place of the query's: one, or both ends of a flow. Resolves with the same
 * query for these, or `undefined` if the person cancelled. Rejects with an `Error` fit to be shown.
 */
export async function askOtherArea(query: Query): Promise<Query | undefined> {
  const clock = { now: Date.now(), zone: settings.timeZone() };
  const { dataset } = query;
  const parameters: Record<string, string> = { ...query.parameters };
  for (const part of areaParts(query)) {
    const others = part.parameters.map((parameter) => ({
      ...parameter,
      choices: (parameter.choices ?? []).filter(({ value }) => value !== parameters[parameter.name]),
    }));
    const inputs = await promptForPart(dataset, { ...part, isRequired: true, parameters: others }, {}, clock);
    if (!inputs) return undefined;
    Object.assign(parameters, inputs);
  }
  const read = readQuery(dataset.id, parameters, clock.now, clock.zone);
  if ('query' in read) return read.query;
  throw new Error(read.problems.map(({ message }) => message).join(' '));
}

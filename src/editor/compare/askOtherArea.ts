import * as vscode from 'vscode';
import { valuesIn } from '../../market/datasets/dataset';
import { derivedQuery } from '../../market/query/enteredDays';
import { areaParts } from '../../market/query/otherArea';
import type { QueryPart } from '../../market/query/queryParts';
import { readQuery, type Query } from '../../market/query/query';
import { promptForPart } from '../query/parameterPrompts';
import { settings } from '../shell/settings';

/**
 * Prompts for a different delivery area, or for both areas of a flow. Resolves with the same query for these,
 * or with `undefined` if the person canceled. Rejects with an `Error` ready to display.
 */
export async function askOtherArea(query: Query): Promise<Query | undefined> {
  const clock = { now: Date.now(), zone: settings.timeZone() };
  const { dataset } = query;
  const parameters: Record<string, string> = { ...query.parameters };
  for (const part of areaParts(query)) {
    const present = part.parameters.map(({ name }) => parameters[name] ?? '').join(', ');
    const asked: QueryPart = {
      ...part,
      isRequired: true,
      help: vscode.l10n.t('An area other than {0}.', present),
      parameters: part.parameters.map(({ several: _, ...parameter }) => ({
        ...parameter,
        choices: (parameter.choices ?? []).filter(({ value }) => value !== parameters[parameter.name]),
      })),
    };
    const inputs = await promptForPart(asked, { dataset, previous: {}, clock });
    if (!inputs) return undefined;
    // Several areas couldn't be matched with a single one.
    if (Object.values(inputs).some((text) => valuesIn(text).length > 1)) {
      throw new Error(vscode.l10n.t('Select a single area. Areas can be compared only one at a time.'));
    }
    Object.assign(parameters, inputs);
  }
  const read = readQuery(dataset.id, parameters, clock.now, clock.zone);
  if ('query' in read) return derivedQuery(query, read.query.parameters);
  throw new Error(read.problems.map(({ message }) => message).join(' '));
}

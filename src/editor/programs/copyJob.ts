import * as v from 'valibot';
import * as vscode from 'vscode';
import { jobText } from '../../exports/job/job';
import { variablesOf } from '../../exports/snippets/snippets';
import { findDataset, requireDataset } from '../../market/datasets/datasets';
import { rangeDays, sentParameters } from '../../range/rangeDays';
import { sandboxName } from '../../request/connection';
import type { Connections } from '../connections/connections';
import type { PreviousInputs } from '../query/previousInputs';
import { promptForDays } from '../range/rangePrompts';
import { rangeMembers } from '../range/rangeRuns';
import { command, isDatasetNode } from '../shell/commandArguments';
import { pickDataset } from '../shell/pickDataset';
import { copyForPerson } from './copiedText';

const jobShape = v.object(rangeMembers);

/**
 * `marketData.range.copyAs`: a job that fetches a range of delivery days on other machines. The text is also
 * placed on the clipboard. It contains no secrets. Rejects with an `Error` ready to display.
 */
export const copyJob = (connections: Connections, previousInputs: PreviousInputs) =>
  command(jobShape, {
    async prompt(clicked) {
      const dataset = clicked ? findDataset(clicked.datasetNode) : await pickDataset();
      if (!dataset) return undefined;
      connections.requireSelected();
      const { selected } = connections;
      const previous = previousInputs.of(dataset.id, selected);
      const entered = await promptForDays(dataset, { previous }, Date.now());
      if (!entered) return undefined;
      const text = await jobFor(connections, { dataset: dataset.id, connection: selected, ...entered });
      const variables = variablesOf({ connection: await connections.get(selected) }).join(', ');
      const said = vscode.l10n.t('The job was copied. Set {0} in the environment where it runs.', variables);
      return copyForPerson(text, said);
    },
    isClicked: isDatasetNode,
    async run(asked) {
      const text = await jobFor(connections, asked);
      await vscode.env.clipboard.writeText(text);
      return text;
    },
  });

async function jobFor(connections: Connections, asked: v.InferOutput<typeof jobShape>): Promise<string> {
  const dataset = requireDataset(asked.dataset);
  const { parameters = {}, from, to, windowMinutes } = asked;
  const window = windowMinutes === undefined ? {} : { windowMinutes };
  const days = rangeDays({ dataset, parameters, from, to, ...window });
  if (asked.connection === undefined) connections.requireSelected();
  const connection = await connections.get(asked.connection ?? connections.selected);
  const isSample = connection.name === sandboxName;
  return jobText({
    dataset,
    from,
    to,
    connection,
    ...window,
    parameters: sentParameters(days),
    ...(isSample ? { sampleSignIn: (await import('../../sandbox/sandboxBundle')).sampleSignIn } : {}),
  });
}

import type * as v from 'valibot';
import * as vscode from 'vscode';
import { jobText } from '../../exports/job/job';
import { variablesOf } from '../../exports/snippets/snippets';
import { findDataset, requireDataset } from '../../market/datasets/datasets';
import { rangeDays, sentParameters } from '../../range/rangeDays';
import { sandboxName } from '../../request/connection';
import { sampleSignIn } from '../../sandbox/tokens';
import type { Connections } from '../connections/connections';
import type { PreviousInputs } from '../query/previousInputs';
import { copyRangeArgumentShape, isDatasetNode, readArgument } from '../shell/commandArguments';
import { commandIds } from '../shell/commands';
import { pickDataset } from '../shell/pickDataset';
import { copyForPerson } from './copiedText';
import { promptForDays } from '../range/rangePrompts';

/**
 * Copies jobs that fetch ranges of delivery days on other machines. Rejects with an `Error` ready to display.
 */
export class CopiedJobs {
  constructor(
    private readonly connections: Connections,
    private readonly previousInputs: PreviousInputs,
  ) {}

  /**
   * `marketData.range.copyAs`, with a complete argument, or without one: then it prompts. The text is also
   * placed on the clipboard. It contains no secrets.
   */
  async run(argument: unknown): Promise<string | undefined> {
    if (argument !== undefined && argument !== null && !isDatasetNode(argument)) {
      const asked = readArgument(commandIds.copyRange, copyRangeArgumentShape, argument);
      const text = await this.text(asked);
      await vscode.env.clipboard.writeText(text);
      return text;
    }
    const { connections, previousInputs } = this;
    const dataset = isDatasetNode(argument) ? findDataset(argument.datasetNode) : await pickDataset();
    if (!dataset) return undefined;
    connections.requireSelected();
    const { selected } = connections;
    const previous = previousInputs.of(dataset.id, selected);
    const entered = await promptForDays(dataset, { previous }, Date.now());
    if (!entered) return undefined;
    const text = await this.text({ dataset: dataset.id, connection: selected, ...entered });
    const variables = variablesOf({ connection: await connections.get(selected) }).join(', ');
    const said = vscode.l10n.t('The job was copied. Set {0} in the environment where it runs.', variables);
    return copyForPerson(text, said);
  }

  private async text(asked: v.InferOutput<typeof copyRangeArgumentShape>): Promise<string> {
    const dataset = requireDataset(asked.dataset);
    const { parameters = {}, from, to, windowMinutes } = asked;
    const window = windowMinutes === undefined ? {} : { windowMinutes };
    const days = rangeDays({ dataset, parameters, from, to, ...window });
    const { connections } = this;
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
      ...(isSample ? { sampleSignIn } : {}),
    });
  }
}

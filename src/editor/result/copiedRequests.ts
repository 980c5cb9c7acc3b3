import * as vscode from 'vscode';
import { copiedRequest, variablesOf, type SignInSource } from '../../exports/copiedRequests/copiedRequest';
import { withDaysAt } from '../../market/query/enteredDays';
import { sandboxName } from '../../request/connection';
import { copyLanguageLabels, copyLanguages, type CopyLanguage } from '../../protocol/codeTargets';
import type { Result } from '../../results/result';
import { sampleSignIn } from '../../sandbox/tokens';
import { refuse } from '../../protocol/source';
import type { Connections } from '../connections/connections';
import type { CheckOff } from '../shell/walkthroughSteps';
import { showStatus } from '../shell/shownMessages';

/** Copies the requests of results as code. Rejects with an `Error` ready to display. */
export class CopiedRequests {
  constructor(
    private readonly connections: Connections,
    /** The connection to run a result's query on. Throws an `Error` ready to display. */
    private readonly connectionNameOf: (result: Result) => string,
    private readonly tick: CheckOff,
  ) {}

  /** Prompts for the format, and copies the text. */
  async prompt(result: Result): Promise<string | undefined> {
    const placeHolder = vscode.l10n.t('Select a format for the copied request');
    const items = copyLanguages.map((target) => ({ label: copyLanguageLabels[target], target }));
    const chosen = await vscode.window.showQuickPick(items, { placeHolder });
    return chosen && this.copyAndTell(result, chosen.target);
  }

  /** Copies the text and tells the person which variables it needs. */
  async copyAndTell(result: Result, target: CopyLanguage): Promise<string> {
    const text = await this.copy(result, target);
    const variables = variablesOf(await this.signInSourceOf(result)).join(', ');
    const title = copyLanguageLabels[target];
    showStatus(
      variables === ''
        ? vscode.l10n.t('Copied as {0}.', title)
        : vscode.l10n.t('Copied as {0}. Set {1} before running it.', title, variables),
      10_000,
    );
    return text;
  }

  /** Copies the text to the clipboard and returns it. It contains none of the person's secrets. */
  async copy(result: Result, target: CopyLanguage): Promise<string> {
    const { query } = result;
    refuse('copyRequest', result.source);
    const source = await this.signInSourceOf(result);
    const text = copiedRequest(target, {
      ...withDaysAt(query, result.startedEpochMs),
      // With the current address: a restored result may contain an old address of the sample service.
      ...source,
    });
    await vscode.env.clipboard.writeText(text);
    this.tick('hasTaken');
    return text;
  }

  /** The connection, with the sign-in if it's the same for everyone. Rejects if it's no longer in the settings. */
  private async signInSourceOf(result: Result): Promise<SignInSource> {
    const name = this.connectionNameOf(result);
    if (this.connections.names.includes(name)) {
      const connection = await this.connections.get(name);
      return { connection, ...(name === sandboxName && { sampleSignIn }) };
    }
    throw new Error(
      vscode.l10n.t(
        'The connection "{0}" of this result is no longer in the settings. Add it again under the same name, or run the query with another connection.',
        name,
      ),
    );
  }
}

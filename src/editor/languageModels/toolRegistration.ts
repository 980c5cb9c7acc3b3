import * as vscode from 'vscode';
import { toolNames, type ToolName } from '../../languageModels/toolNames';

/** Runs tools by name. Inputs are outside data: callers aren't bound to a tool's schema. */
export interface Tools {
  /** Resolves with one JSON text, even if the input is invalid. */
  invoke(name: ToolName, input: unknown, token: vscode.CancellationToken): Promise<string>;
  prepare(name: ToolName, input: unknown): vscode.PreparedToolInvocation;
}

/** Registers the tools for language models; `tools` loads them on the first call. */
export const registerTools = (tools: () => Promise<Tools>): vscode.Disposable =>
  vscode.Disposable.from(
    ...toolNames.map((name) =>
      vscode.lm.registerTool<unknown>(name, {
        prepareInvocation: async ({ input }) => (await tools()).prepare(name, input),
        invoke: async ({ input }, token) =>
          new vscode.LanguageModelToolResult([
            new vscode.LanguageModelTextPart(await (await tools()).invoke(name, input, token)),
          ]),
      }),
    ),
  );

import * as vscode from 'vscode';
import { toolNames, type ToolName } from '../../agent/toolNames';

/** The tools behind their names. Inputs are outside data: whoever calls a tool isn't bound to its schema. */
export interface AgentTools {
  /** Resolves with the answer, one JSON text, also about a wrong input. */
  invoke(name: ToolName, input: unknown, token: vscode.CancellationToken): Promise<string>;
  prepare(name: ToolName, input: unknown): vscode.PreparedToolInvocation;
}

/** Registers the tools for language models; `tools` loads them on the first call. */
export const registerAgentTools = (tools: () => Promise<AgentTools>): vscode.Disposable =>
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

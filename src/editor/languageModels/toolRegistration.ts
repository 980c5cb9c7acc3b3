import * as vscode from 'vscode';
import { toolNames } from '../../languageModels/toolNames';
import type { openTools } from './tools';

/**
 * Registers the tools for language models; `tools` loads them on the first call. Inputs are outside data: callers aren't
 * bound to a tool's schema.
 */
export const registerTools = (tools: () => Promise<ReturnType<typeof openTools>>): vscode.Disposable =>
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

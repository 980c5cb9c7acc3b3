import type * as vscode from 'vscode';
import { command } from '../shell/commandArguments';
import { SampleService, sandboxShape } from './sampleService';

/** The commands that start and stop a sample service for tests and other programs. */
export function sandboxCommands(log: Pick<vscode.LogOutputChannel, 'info' | 'warn'>) {
  const service = new SampleService(log);
  return {
    commands: {
      startSandbox: command(sandboxShape, {
        prompt: () => service.promptAndTell(),
        run: (asked) => service.headless(asked),
      }),
      stopSandbox: () => service.stop(),
    },
    dispose: () => service.dispose(),
  };
}

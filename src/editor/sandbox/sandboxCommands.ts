import type * as vscode from 'vscode';
import { command } from '../shell/commandArguments';
import type { SampleAccess } from '../../request/connection';
import { SampleService, sandboxShape, type StartSandbox } from './sampleService';

/**
 * The commands that start and stop a sample service for tests and other programs. `start` starts it in a
 * thread, and `add` adds a connection to it.
 */
export function sandboxCommands(
  log: Pick<vscode.LogOutputChannel, 'info' | 'warn'>,
  start: StartSandbox,
  add: (access: SampleAccess) => Promise<void>,
) {
  const service = new SampleService(log, start, add);
  return {
    commands: {
      startSandbox: command(sandboxShape, {
        prompt: () => service.startAndTell(),
        run: (asked) => service.start(asked),
      }),
      stopSandbox: () => service.stop(),
    },
    dispose: () => service.dispose(),
  };
}

import * as v from 'valibot';
import type { Shared } from '../foundation';
import { command } from '../shell/commandArguments';
import type { SampleAccess } from '../../request/connection';
import { addConnection, addSampleConnection } from './addConnection';
import { promptForConnection } from './selectConnection';
import { SignIn, signInShape } from './signIn';

/** The commands on connections, and what other rooms need of them. */
export function connectionCommands({ connections, vault, services, tick }: Shared) {
  const signIn = new SignIn(connections, vault, services, tick);
  const promptToSelect = () => promptForConnection(connections, signIn);
  return {
    signIn,
    /** Adds the connection of a sample service that a person has started. */
    addSample: (access: SampleAccess) =>
      addSampleConnection(connections, access, (name, known) => signIn.prompt(name, known)),
    commands: {
      select: command(v.string(), {
        prompt: promptToSelect,
        run: (name) => connections.select(name),
      }),
      signIn: command(signInShape, {
        prompt: () => signIn.prompt(),
        run: (given) => signIn.headless(given),
      }),
      signOut: command(v.object({ connection: v.string() }), {
        prompt: () => signIn.promptSignOut(),
        run: ({ connection }) => signIn.signOut(connection),
      }),
      addConnection: () => addConnection(connections, (name, known) => signIn.prompt(name, known)),
      // The list has both for the selected connection.
      editConnection: promptToSelect,
      removeConnection: promptToSelect,
    },
  };
}

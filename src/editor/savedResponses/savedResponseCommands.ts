import type { Shared } from '../foundation';
import type { ShowResult } from '../query/queries';
import { command, isFile } from '../shell/commandArguments';
import { SavedResponses, savedResponseShape } from './savedResponses';

/** The command that opens saved responses, and what other rooms need of it. */
export function savedResponseCommands({ store }: Shared, show: ShowResult) {
  const files = new SavedResponses(store, show);
  return {
    files,
    commands: {
      openFile: command(savedResponseShape, {
        prompt: (file) => (file ? files.openForPerson(file) : files.prompt()),
        isClicked: isFile,
        run: (given, signal) => files.headless(given, signal),
      }),
    },
  };
}

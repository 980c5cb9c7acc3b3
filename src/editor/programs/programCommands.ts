import type { Connections } from '../connections/connections';
import type { PreviousInputs } from '../query/previousInputs';
import { copyJob } from './copyJob';
import { copyProgram } from './copyProgram';
import { datasetTypes } from './datasetTypes';

/** The commands that write code for people's own programs. */
export const programCommands = (connections: Connections, previousInputs: PreviousInputs) => ({
  commands: {
    types: datasetTypes,
    copyRange: copyJob(connections, previousInputs),
    copyFile: copyProgram,
  },
});

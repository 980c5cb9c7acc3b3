import { copyProgram } from './copyProgram';
import { datasetTypes } from './datasetTypes';

/** The commands that write code for people's own programs. */
export const programCommands = { types: datasetTypes, copyFile: copyProgram };

import * as v from 'valibot';
import type * as vscode from 'vscode';
import type { ToolName } from '../../languageModels/toolNames';
import type { ResultStore } from '../../results/store/resultStore';
import type { Comparisons } from '../compare/comparisons';
import type { Connections } from '../connections/connections';
import type { Queries } from '../query/queries';
import { mostColumns } from './resultDescription';

/** The parts of the workbench that the tools use. */
export interface ToolWork {
  readonly store: ResultStore;
  readonly queries: Pick<Queries, 'send'>;
  readonly comparisons: Pick<Comparisons, 'compareResults'>;
}

/** What the tools are built from. */
export interface ToolAccess {
  readonly connections: Pick<Connections, 'selected' | 'requireSelected' | 'configured' | 'state'>;
  readonly log: Pick<vscode.LogOutputChannel, 'info'>;
  readonly work: () => Promise<ToolWork>;
}

const word = v.pipe(v.string(), v.maxLength(2000));

/** The input of each tool: outside data. A test compares the shapes with the schemas in the manifest. */
export const inputShapes = {
  market_data_datasets: v.strictObject({}),
  market_data_query: v.strictObject({
    dataset: word,
    parameters: v.exactOptional(v.record(v.string(), v.string())),
    connection: v.exactOptional(word),
    show: v.exactOptional(v.boolean()),
  }),
  market_data_describe: v.strictObject({
    result: word,
    columns: v.exactOptional(v.pipe(v.array(word), v.maxLength(mostColumns))),
  }),
  market_data_compare: v.strictObject({ first: word, second: word }),
};

/** The input of a tool, checked. */
export type InputOf<Name extends ToolName> = v.InferOutput<(typeof inputShapes)[Name]>;

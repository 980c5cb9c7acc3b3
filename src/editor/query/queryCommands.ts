import type { ResultStore } from '../../results/store/resultStore';
import type { Connections } from '../connections/connections';
import type { ServiceAccess } from '../connections/serviceAccess';
import type { SignIn } from '../connections/signIn';
import { command, isDatasetNode } from '../shell/commandArguments';
import type { Memory } from '../shell/memory';
import type { ViewActions } from '../shell/viewActions';
import type { Tick } from '../shell/walkthrough';
import { PreviousInputs } from './previousInputs';
import { Queries, queryRequestShape, type ShowResult } from './queries';

/** The commands that run queries, the actions that change and repeat one, and what other rooms need of them. */
export function queryCommands(
  connections: Connections,
  signIn: SignIn,
  services: ServiceAccess,
  store: ResultStore,
  memory: Memory,
  show: ShowResult,
  tick: Tick,
) {
  const previousInputs = new PreviousInputs(memory);
  const queries = new Queries(connections, signIn, services, store, previousInputs, show, tick);
  return {
    queries,
    previousInputs,
    commands: {
      run: command(queryRequestShape, {
        prompt: (node) => queries.promptFor(node),
        isClicked: isDatasetNode,
        run: (given, signal) => queries.headless(given, signal),
      }),
      runAgain: (_id: string, clicked: unknown) => queries.runAgain(clicked),
      showSamplePrices: () => queries.showSamplePrices(),
    },
    actions: {
      runInstead: (result, { parameters }) => queries.repeat(result, parameters),
      cancel: ({ controller }) => controller.abort(),
      editPart: (result, { part }) => queries.editPart(result, part),
      addToPart: (result, { part }) => queries.addToPart(result, part),
      otherDay: (result, { days }) => queries.onDayBeside(result, days),
      signIn: async (result) => {
        if (await signIn.prompt(result.connection)) await queries.repeat(result);
      },
      editConnection: async (result) => {
        if (await signIn.correct(result.connection)) await queries.repeat(result);
      },
    } satisfies Partial<ViewActions>,
  };
}

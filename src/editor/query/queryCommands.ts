import type { Shared } from '../foundation';
import type { SignIn } from '../connections/signIn';
import { command, isDatasetNode } from '../shell/commandArguments';
import { finishPrompts } from '../shell/promptSteps';
import type { ViewActions } from '../shell/viewActions';
import { PreviousInputs } from './previousInputs';
import { Queries, queryRequestShape, type ShowResult } from './queries';

/** The commands that run queries, the actions that change and repeat one, and what other rooms need of them. */
export function queryCommands(
  { connections, services, store, workspaceState, tick }: Shared,
  signIn: SignIn,
  show: ShowResult,
) {
  const previousInputs = new PreviousInputs(workspaceState);
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
      finishPrompts: () => finishPrompts(),
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

import type { Query } from '../../market/query/query';
import type { Shared } from '../foundation';
import type { SignIn } from '../connections/signIn';
import { command, isDatasetNode } from '../shell/commandArguments';
import { showingFailure } from '../shell/failureMessages';
import { finishPrompts } from '../shell/promptSteps';
import { previousInputsIn } from '../shell/remembered';
import type { ViewActions } from '../shell/viewActions';
import { PublicationWaits, type WaitingTabs } from './publicationWaits';
import { dialogAnswers, typedInputs } from './dialogAnswers';
import { clockNow, Queries, queryRequestShape } from './queries';

/** The commands that run queries, the actions that change and repeat one, and what other rooms need of them. */
export function queryCommands(
  { connections, services, store, workspaceState, tick }: Shared,
  signIn: SignIn,
  tabs: WaitingTabs,
) {
  const previousInputs = previousInputsIn(workspaceState);
  const whenPublished = (query: Query, connection: string) =>
    waits.wait({ query, connection }, { by: 'person', show: false });
  const queries: Queries = new Queries(
    connections,
    signIn,
    services,
    store,
    previousInputs,
    (result, where) => tabs.show(result, where),
    tick,
    whenPublished,
  );
  const waits: PublicationWaits = new PublicationWaits(store, queries, workspaceState, tabs);
  return {
    queries,
    waits,
    previousInputs,
    answers: dialogAnswers(store),
    commands: {
      run: command(queryRequestShape, {
        prompt: (node) => queries.promptFor(node),
        isClicked: isDatasetNode,
        run: (given, signal) => queries.headless(given, signal),
      }),
      whenPublished: command(queryRequestShape, {
        prompt: (node) => showingFailure(() => queries.promptToWait(node)),
        isClicked: isDatasetNode,
        run: async (given, signal) =>
          waits.wait(await queries.requested(given), { by: 'command', show: given.show !== false }, signal),
      }),
      cancelWaiting: () => waits.promptToCancel(),
      runAgain: (_id: string, clicked: unknown) => queries.runAgain(clicked),
      finishPrompts: () => finishPrompts(),
      showSamplePrices: () => queries.showSamplePrices(),
    },
    actions: {
      runOnSelected: (result) => queries.repeat({ ...result, connection: connections.chosen }),
      runInstead: (result, { parameters, dataset }) => queries.repeat(result, parameters, dataset),
      whenPublished: async (result) => {
        const connection = await queries.signedIn(queries.connectionOf(result));
        if (connection) await whenPublished(result.query, connection.name);
      },
      stopWaiting: (result) => waits.cancel(result),
      cancel: ({ controller }) => controller.abort(),
      editPart: (result, { part }) => queries.changePart(result, part),
      setPart: (result, { part, typed }) =>
        queries.changePart(result, part, async (of) =>
          Promise.resolve(typedInputs(of, typed, result.query, clockNow())),
        ),
      onDays: (result, days) => queries.onDays(result, days),
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

import * as v from 'valibot';
import type { Result } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import { comparisonOf, refuse } from '../../protocol/source';
import type { Queries } from '../query/queries';
import type { ResultPanels } from '../result/resultPanels';
import type { SavedResponses } from '../savedResponses/savedResponses';
import { command, isTab } from '../shell/commandArguments';
import type { ViewActions } from '../shell/viewActions';
import { chooseOriginal, Comparisons } from './comparisons';

const compareShape = v.object({ first: v.string(), second: v.string(), show: v.optional(v.boolean()) });

/**
 * The command and the actions that compare results, those that apply to comparisons and other results alike,
 * and what other rooms need of them.
 */
export function compareCommands(
  store: ResultStore,
  panels: ResultPanels,
  queries: Queries,
  files: SavedResponses,
  /** The active result, or the one that the person selects. */
  choose: () => Promise<Result | undefined>,
) {
  const comparisons = new Comparisons(store, panels, queries, files);
  return {
    comparisons,
    commands: {
      compare: command(compareShape, {
        prompt: async () => {
          const result = await choose();
          return result && comparisons.prompt(result);
        },
        isClicked: isTab,
        run: ({ first, second, show }) =>
          comparisons.compareResults(store.get(first), store.get(second), show !== false),
      }),
    },
    actions: {
      runAgain: async (result) => {
        refuse('runAgain', result.source);
        await (comparisonOf(result) ? comparisons.repeat(result) : queries.repeat(result));
      },
      editQuery: async (result) => {
        refuse('runAgain', result.source);
        const comparison = comparisonOf(result);
        const asked = comparison ? await chooseOriginal(comparison) : result;
        if (asked) await queries.edit(asked);
      },
      compare: async (result, { as, days }) => {
        await (days === null ? comparisons.prompt(result, { as }) : comparisons.withDay(result, days, as));
      },
      openOriginal: (result, { index }) => comparisons.openOriginal(result, index),
    } satisfies Partial<ViewActions>,
  };
}

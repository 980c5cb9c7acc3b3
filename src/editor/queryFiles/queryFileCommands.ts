import type * as vscode from 'vscode';
import type { Result } from '../../results/result';
import type { Comparisons } from '../compare/comparisons';
import type { ResultExport } from '../export/exportResult';
import type { QueryHistory } from '../history/queryHistory';
import type { PublicationWaits } from '../query/publicationWaits';
import type { Queries } from '../query/queries';
import type { ResultPanels } from '../result/resultPanels';
import type { Shared } from '../foundation';
import { command } from '../shell/commandArguments';
import type { ViewActions } from '../shell/viewActions';
import { sourceInWorkspace, type QueryFileSource } from './queryFileSource';
import { queryShape } from './queryFileArguments';
import { PinnedQueries } from './run/pinnedQueries';
import { QueryChecks, type CheckedFile, type Checking } from '../../engine/checks/queryChecks';
import { QueryCommands, type FetchRange, type WhenPublished } from './run/fileQueryCommands';
import type { QueryFileWork } from './run/queryFileWork';
import { editFileQuery } from './save/editFileQuery';
import { newQueryFile } from './save/newQueryFile';
import { queryFromText } from './save/queryFromText';
import { SavedQueries } from './save/savedQueries';

/** What the commands on query files need besides what all rooms share. */
interface QueryFileParts {
  readonly queries: Queries;
  readonly panels: ResultPanels;
  readonly exports: ResultExport;
  readonly comparisons: Comparisons;
  readonly history: QueryHistory;
  readonly fetchRange: FetchRange;
  readonly waits: PublicationWaits;
  /** The active result, or the one that the person selects. */
  readonly choose: () => Promise<Result | undefined>;
}

/** The commands on query files, and what other rooms need of them. */
export function queryFileCommands({ store, connections, tick }: Shared, parts: QueryFileParts) {
  const { queries, panels, comparisons, history, waits, choose } = parts;
  const selected = () => connections.selected;
  const checks = new QueryChecks(store, queries, selected);
  const pins = new PinnedQueries(store, queries, comparisons, history, selected);
  const whenPublished: WhenPublished = (query, connection = selected()) =>
    waits.wait({ query, connection }, { by: 'file', show: false });
  const fromFile = new QueryCommands({ ...parts, store, checks, pins, whenPublished, tick });
  const savedQueries = new SavedQueries(store, connections, history, choose);
  const work: QueryFileWork = {
    async check(file, names, how) {
      const checked = await checkPresent(checks, await sourceInWorkspace(file), names, how);
      tick('hasChecked');
      return checked;
    },
    ensureSignedIn: (connection) => queries.ensureSignedIn(connection),
    showRows: ({ result = '' }, rows) => panels.openRows(store.get(result), rows),
    compareThenWithNow: ({ query, result }, file) => fromFile.compareThenWithNow(file, query, result),
  };
  return {
    work,
    fetchRange: (file?: vscode.Uri) => fromFile.fetchRange(file),
    commands: {
      ...fromFile.commands,
      newQueryFile: () => newQueryFile(),
      saveQuery: savedQueries.run,
      queryFromText: queryFromText(queries, connections),
      editFileQuery: command(queryShape, { run: editFileQuery }),
    },
    actions: {
      saveQuery: (result) => savedQueries.prompt(result),
    } satisfies Partial<ViewActions>,
  };
}

/** Checks those queries of the file that still have one of these names. */
function checkPresent(
  checks: QueryChecks,
  source: QueryFileSource,
  names: readonly string[],
  how: Checking,
): Promise<CheckedFile> {
  const { queries, problems } = source.file;
  const present = new Set(queries.map(({ name }) => name));
  // In a file with problems, a query may only be unreadable for now.
  const left = problems.length > 0 ? names : names.filter((name) => present.has(name));
  return checks.checkSource(source, left.length > 0 ? left : names, how);
}

import * as l10n from '@vscode/l10n';
import type { ComparisonSummary } from '../market/datasets/comparisonSummary';
import type { Query } from '../market/query/query';
import { sandboxName } from '../request/connection';
import type { RequestTrace } from '../request/requestTrace';
import type { OpenedFile } from './openedFile';
import type { OpenedRange } from './openedRange';

/** Where the rows of a result come from. */
export type Source =
  /** A response that the service sent in this session. */
  | { readonly kind: 'service' }
  /** A response that the service sent before, as the history stored it. */
  | { readonly kind: 'history' }
  | OpenedFile
  /** The rows are those of several responses, and there is no body. */
  | OpenedRange
  /** Two other results. There is no response and no body. */
  | ({ readonly kind: 'comparison' } & Comparison);

/** Two compared results. */
export interface Comparison {
  /** The base: the difference is the second minus this one. */
  readonly first: Original;
  readonly second: Original;
  /** `null` if its rows are gone and only both queries are left. */
  readonly summary: ComparisonSummary | null;
}

/** One of the two compared results. It may have been discarded from memory since. */
export interface Original {
  readonly id: string;
  /** Its distinguishing label: "preliminary". */
  readonly label: string;
  readonly query: Query;
  readonly connection: string;
  readonly request: RequestTrace;
  readonly source: Source;
}

/** What depends on where a result comes from. */
export type Use =
  'runAgain' | 'runChanged' | 'copyRequest' | 'saveQuery' | 'saveProvenance' | 'exportJson' | 'compare';

/** A source as far as its uses depend on it. */
export type SourceFacts = { readonly kind: Exclude<Source['kind'], 'file'> } | OpenedFile;

const severalRequests = () =>
  l10n.t('These delivery days come from several requests, but this action requires a single request.');
const unknownQuery = (name: string) =>
  l10n.t("The query for {0} is unknown because there's no provenance file next to it.", name);

/** What can't be done with the results from each source, and why. Everything else can. */
const refusals: {
  readonly [Kind in Source['kind'] | 'fileWithoutQuery']: {
    readonly [Each in Use]?: (fileName: string) => string;
  };
} = {
  service: {},
  history: {},
  file: {},
  fileWithoutQuery: {
    runAgain: unknownQuery,
    runChanged: unknownQuery,
    copyRequest: unknownQuery,
    saveQuery: unknownQuery,
    saveProvenance: unknownQuery,
  },
  // A single request may well be for all days of a range, but that's another query than those of the files.
  range: {
    runAgain: severalRequests,
    copyRequest: severalRequests,
    saveQuery: severalRequests,
    saveProvenance: () =>
      l10n.t('These delivery days come from several requests. Export them without provenance.'),
    exportJson: () =>
      l10n.t('A range has no single JSON response. Export it in a different format, or open a single day.'),
  },
  // Its two queries can be run again, each by itself.
  comparison: {
    copyRequest: () =>
      l10n.t('A comparison has no request of its own. Copy the request from one of the compared results.'),
    saveQuery: () =>
      l10n.t("A comparison can't be saved as a query. Save the query of one of the compared results."),
    saveProvenance: () => l10n.t('A comparison has no request of its own. Export it without provenance.'),
    exportJson: () =>
      l10n.t(
        'A comparison has no JSON response from the service. Export it in a different format, or export one of the compared results.',
      ),
    compare: () =>
      l10n.t(
        "A comparison can't be compared again. Open one of the compared results and compare it with another result.",
      ),
  },
};

/** Why results from the source can't be used in this way, as sentences; `null` if they can. */
export function whyNot(use: Use, source: SourceFacts): string | null {
  if (source.kind !== 'file' || source.hasQuery) return refusals[source.kind][use]?.('') ?? null;
  return refusals.fileWithoutQuery[use]?.(source.name) ?? null;
}

/** Throws an `Error` ready to display if results from the source can't be used in this way. */
export function refuse(use: Use, source: SourceFacts = { kind: 'service' }): void {
  const why = whyNot(use, source);
  if (why !== null) throw new Error(why);
}

/** What a result comes from; without a source, it's a response of the service. */
interface Sourced {
  readonly source?: Source | undefined;
}

/** The saved response that was opened, if it's one. */
export const fileOf = ({
  source,
}: {
  readonly source?: Source | SourceFacts | undefined;
}): OpenedFile | undefined => (source?.kind === 'file' ? source : undefined);

/** The range that was opened, if it's one. */
export const rangeOf = ({ source }: Sourced): OpenedRange | undefined =>
  source?.kind === 'range' ? source : undefined;

/** The two compared results, if it's a comparison. */
export const comparisonOf = ({ source }: Sourced): Comparison | undefined =>
  source?.kind === 'comparison' ? source : undefined;

/** Both results of a comparison, otherwise the one itself. */
export function sidesOf<One extends Sourced>(result: One): readonly (One | Original)[] {
  const comparison = comparisonOf(result);
  return comparison ? [comparison.first, comparison.second] : [result];
}

/** Who made its values up: the sample service, or the generator of fixtures; otherwise `null`. */
export const madeUpBy = (result: Sourced & Pick<Original, 'connection'>): OpenedFile['madeUp'] =>
  result.connection === sandboxName ? 'sample' : (fileOf(result)?.madeUp ?? null);

/**
 * Whether its query can be run again over its connection and shown in its tab. A file's can run only over the
 * selected connection, next to the file.
 */
export const hasOwnConnection = (result: Sourced): boolean => fileOf(result) === undefined;

/** Whether the service sent the response in this session. */
export const isNew = ({ kind }: Source): boolean => kind === 'service';

/** Whether the rows are those of a single response to a query over a connection. */
export const isResponse = ({ kind }: Source): boolean => kind === 'service' || kind === 'history';

/** Whether there is the body of a single response; `bytes` is its length. */
export const hasBody = ({ bytes, source }: { bytes: number; source: SourceFacts }): boolean =>
  bytes > 0 && whyNot('exportJson', source) === null;

/** Whether the values were already replaced in the file that was opened. */
export const isSynthetic = (result: { source: SourceFacts }): boolean =>
  fileOf(result)?.madeUp === 'synthetic';

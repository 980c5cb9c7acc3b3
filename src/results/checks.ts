/**
 * What a query's response is checked against: each part of an expectation gives one check, with words for people and
 * values for programs. Pure: `responseFacts.ts` collects what is known of the response.
 */
import * as l10n from '@vscode/l10n';
import type { FindingKind } from '../market/integrity/findings';
import type { Bounds, ColumnExpectation, FileQuery } from '../queryFiles/queryFile';
import type { ColumnFacts, Spot } from '../table/filter/breaches';
import type { Filter } from '../table/tableTypes';
import { formatCount, formatCounted, type Counted } from '../text/l10n';
import { oneLine } from '../text/plainText';
import { incompletenessOf } from './incompleteness';
import type { ResponseFacts } from './responseFacts';
import { listed, momentText } from './spokenTimes';

/** One part of what was expected of a response. Public API: the first members. */
export interface Check {
  /** The query's name. */
  readonly query: string;
  /** The path below `expect`, such as `columns.value`, or `query` if the query couldn't be sent. */
  readonly check: string;
  readonly ok: boolean;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** From 1. */
  readonly line: number;
  /** For people: a sentence that names the intervals or rows. Bounded in length, but not safe for labels. */
  readonly message: string;
  /** The result whose rows it's about. */
  readonly result?: string;
  /** The finding whose rows it's about, if it's about those of one. */
  readonly finding?: FindingKind;
  /** The filter that shows just the rows it's about, if there is one. */
  readonly filter?: readonly Filter[];
}

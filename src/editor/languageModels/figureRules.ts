import * as vscode from 'vscode';
import { periodOf } from '../../market/query/queryPeriod';
import { comparisonOf, isResponse, sidesOf, type Original } from '../../protocol/source';
import { sandboxName } from '../../request/connection';
import type { Result } from '../../results/result';

/** A result, or one of two that are compared, as far as its values' origin depends on it. */
type Origin = Pick<Result, 'connection' | 'source'>;

/**
 * Whether every value was made up by the built-in sample service. What a file claims about itself doesn't
 * count.
 */
export const isMadeUp = (result: Origin): boolean =>
  sidesOf(result).every(({ connection, source }) => connection === sandboxName && isResponse(source));

const isLicensedResponse = (original: Original): boolean =>
  isResponse(original.source) && !isMadeUp(original);

/**
 * Which figures of a result a language model is told (docs/language-models.md): of made-up values `all`, and
 * of others only those of whole delivery days. Differences from values that a model may know would be those
 * values themselves, so they're only of two licensed responses, and only for the same days.
 */
export function figuresOf(result: Origin): 'all' | 'wholeDays' | 'none' {
  if (isMadeUp(result)) return 'all';
  const comparison = comparisonOf(result);
  if (!comparison) return 'wholeDays';
  const { first, second } = comparison;
  const [one, other] = [periodOf(first.query), periodOf(second.query)];
  const areSameDays = one !== null && one.start === other?.start && one.end === other.end;
  return areSameDays && isLicensedResponse(first) && isLicensedResponse(second) ? 'wholeDays' : 'none';
}

/**
 * Throws an `Error` if a language model asks to compare made-up values, which it can have in any number for
 * free, with others: even the number of equal values would confirm a guess.
 */
export function rejectMixture(first: Origin, second: Origin): void {
  if (isMadeUp(first) === isMadeUp(second)) return;
  throw new Error(
    vscode.l10n.t(
      "Data from the sample service isn't compared with other data for language models. The user can compare the two results.",
    ),
  );
}

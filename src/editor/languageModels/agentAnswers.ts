import * as vscode from 'vscode';
import { quotedWords } from '../../languageModels/answer';
import { describedPeriod, readPeriod } from '../../languageModels/periodDescription';
import { likelyReasons } from '../../market/integrity/likelyReasons';
import { periodOf } from '../../market/query/queryPeriod';
import { timeZoneName } from '../../market/time/zones';
import { isEmptyResponse, requestedEpochMs } from '../../results/result';
import { settings } from '../shell/settings';
import { datasetNamed } from './agentQueries';
import { isMadeUp, refuseMixture } from './figureRules';
import { describedColumns, describedFacts, mostColumns, describedParameters } from './resultDescription';
import type { AgentWork, Answer, InputOf } from './toolInputs';

/** What a period in words means. */
export function periodAnswer({
  text,
  dataset: id,
  timeZone: given = settings.timeZone(),
}: InputOf<'market_data_period'>): Answer {
  const dataset = id === undefined ? undefined : datasetNamed(id);
  const timeZone = timeZoneName(given);
  if (timeZone === undefined) {
    throw new Error(vscode.l10n.t('"{0}" isn\'t a time zone.', quotedWords(given, 80)));
  }
  const now = Date.now();
  const { period, zone } = readPeriod(text, dataset, timeZone, now);
  return describedPeriod(period, dataset, zone, now);
}

/** What the columns of a result contain. */
export async function describeResult(
  { store }: AgentWork,
  { result: id, columns }: InputOf<'market_data_describe'>,
  signal: AbortSignal,
): Promise<Answer> {
  const result = store.get(id);
  const { table } = result;
  const keys = columns ?? table.columns.map(({ key }) => key);
  const unknown = keys.find((key) => !table.columns.some((column) => column.key === key));
  if (unknown !== undefined) {
    throw new Error(vscode.l10n.t('The response has no column "{0}".', quotedWords(unknown, 80)));
  }
  const told = table.columns.filter(({ key }) => keys.includes(key)).slice(0, mostColumns);
  return {
    ...describedFacts(result),
    columns: await describedColumns(store, result, told, signal),
  };
}

/** How two results differ. */
export async function compareResults(
  { store, comparisons }: AgentWork,
  { first, second }: InputOf<'market_data_compare'>,
  signal: AbortSignal,
): Promise<Answer> {
  const [base, other] = [store.get(first), store.get(second)];
  refuseMixture(base, other);
  const summary = await comparisons.compareResults(base, other, false, signal);
  const result = store.get(summary.id);
  const summarized = result.source.kind === 'comparison' ? result.source.summary : null;
  const difference = result.table.columns.filter(({ key }) => key === 'difference');
  return {
    result: result.id,
    dataset: summary.dataset,
    meaning: 'second minus first',
    first: { result: base.id, parameters: describedParameters(base.query.parameters) },
    second: { result: other.id, parameters: describedParameters(other.query.parameters) },
    rows: summarized ? { ...summarized.counts } : null,
    leftOut: summarized?.leftOut ?? 0,
    withoutReadableTime: summarized?.unplaced ?? 0,
    difference: await describedColumns(store, result, difference, signal),
  };
}

/** Why a result may have no rows. */
export function whyEmpty({ store }: AgentWork, { result: id }: InputOf<'market_data_why_empty'>): Answer {
  const result = store.get(id);
  const isEmpty = isEmptyResponse(result);
  const zone = settings.timeZone();
  const reasons =
    isEmpty && result.source.kind !== 'file' && result.source.kind !== 'comparison'
      ? likelyReasons(result.query, requestedEpochMs(result), zone, store.areasWithData(result))
      : [];
  const period = periodOf(result.query);
  return {
    ...describedFacts(result),
    isEmpty,
    ...(period && period.end > period.start
      ? { period: describedPeriod(period, result.query.dataset, zone, requestedEpochMs(result)) }
      : {}),
    likelyReasons: reasons.map(({ text, instead }) => ({
      text,
      queriesThatTell: instead.map((query) => ({ ...query })),
    })),
  };
}

/** Saves part of a result as a test fixture. */
export async function saveFixture(
  { store, createFixture }: AgentWork,
  { result: id, target, records, seed }: InputOf<'market_data_save_fixture'>,
): Promise<Answer> {
  const values = isMadeUp(store.get(id)) ? ('asSent' as const) : { seed };
  const written = await createFixture({ result: id, target, records, values, types: ['typescript'] });
  return {
    files: written.files.map((uri) => vscode.workspace.asRelativePath(vscode.Uri.parse(uri))),
    values,
  };
}

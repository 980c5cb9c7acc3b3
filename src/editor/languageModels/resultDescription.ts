import * as vscode from 'vscode';
import { quotedWords, type Described, type ToolResponse } from '../../languageModels/toolResponse';
import { describedPeriod } from '../../languageModels/periodDescription';
import { isNumberText } from '../../market/records/numberTexts';
import { recordShapes } from '../../market/records/recordKinds';
import type { Query } from '../../market/query/query';
import { comparisonOf } from '../../protocol/source';
import { periodOf } from '../../market/query/queryPeriod';
import { formatUtc } from '../../market/time/zones';
import { textWithoutValues } from '../../market/integrity/findingWords';
import { judgementOf } from '../../market/integrity/judgement';
import { likelyReasons } from '../../market/integrity/likelyReasons';
import { isResponse } from '../../protocol/source';
import {
  isEmptyResponse,
  isReceivedWhole,
  requestedEpochMs,
  summaryOf,
  type Result,
} from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import type { OneSeriesFigures } from '../../protocol/figureTypes';
import type { ShownColumn } from '../../protocol/tableTypes';
import { settings } from '../shell/settings';
import { figuresOf, isMadeUp } from './figureRules';

type Asker = Pick<ResultStore, 'ask'>;
type DescribedStore = Pick<ResultStore, 'ask' | 'areasWithData'>;

/**
 * Fewer values than this aren't summarized: the mean of a single value is the value itself. Of values that
 * aren't made up, each delivery day needs this many.
 */
const leastValues = 24;
/** The most rows from a result of the sample service, whose values are made up. */
const mostSampleRows = 20;
const mostSeries = 60;
/** The most columns that are described. */
export const mostColumns = 60;

const mostWords = 20;
const longestWord = 80;
const short = (text: string) => quotedWords(text, longestWord);

/** The series of a response with their figures. Text from the service is quoted. */
const describedSeries = (series: readonly OneSeriesFigures[]): Described[] =>
  series.map(({ asSent, values, nulls, duplicates, missing, start, end, figures }) => ({
    asSent: quotedMembers(asSent),
    values,
    nulls,
    duplicates,
    missing,
    startUtc: start === null ? null : formatUtc(start),
    endUtcExclusive: end === null ? null : formatUtc(end),
    figures: figures && rounded({ ...figures }),
  }));

/** Rounds away digits that only depend on the order of summation, which a model would repeat. */
const rounded = (figures: Readonly<Record<string, number | null>>): Described =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      value === null ? null : Number(value.toPrecision(12)),
    ]),
  );

/**
 * The members of a series that are words, without ids and numbers. Names of attributes come from the service,
 * too, so both are quoted.
 */
const quotedMembers = (members: Readonly<Record<string, string>>): Described =>
  Object.fromEntries(
    Object.entries(members)
      .filter(([key, text]) => !isOfIds(key) && !isNumberText(text))
      .map(([key, text]) => [short(key), short(text)]),
  );

/**
 * A summary of the columns without any single number, time, or id: counts, repeated words, and the figures
 * that `figuresOf` allows. Rejects with an `Error` ready to display, or with the signal's reason.
 */
export async function describedColumns(
  store: Asker,
  result: Result,
  columns: readonly ShownColumn[],
  signal: AbortSignal,
): Promise<Described[]> {
  const told: Described[] = [];
  for (const column of columns) {
    const { key, type, unit } = column;
    told.push({
      keyAsSent: short(key),
      type,
      ...(unit === undefined ? {} : { unitAsSent: short(unit) }),
      ...(type === 'number' || type === 'integer' ? await describedNumbers(store, result, key, signal) : {}),
      ...(type === 'text' && isOfWords(result, key) ? await describedWords(store, result, key, signal) : {}),
    });
  }
  return told;
}

async function describedNumbers(
  store: Asker,
  result: Result,
  column: string,
  signal: AbortSignal,
): Promise<ToolResponse> {
  const { id, table } = result;
  const question = { columns: [column], ranges: [[0, table.rows] as const] };
  const { count, missing, numbers } = await store.ask(id, 'figures', question, { signal });
  // Revision numbers and epochs aren't counted: a 0 would say that the column is empty.
  if (count === 0 && missing === 0) return {};
  const counts = { values: count, nulls: missing };
  const rule = figuresOf(result);
  if (rule === 'none') return counts;
  if (rule === 'wholeDays') {
    const isComparison = comparisonOf(result) !== undefined;
    const whole = { column, least: leastValues, isComparison };
    const { rows, figures } = await store.ask(id, 'wholeDayFigures', whole, { signal });
    return figures === null ? counts : { ...counts, valuesInFigures: rows, figures: rounded({ ...figures }) };
  }
  if (count < leastValues || numbers === null) return counts;
  const { min, max, mean, timeWeightedMean } = numbers;
  return { ...counts, figures: rounded({ min, max, mean, timeWeightedMean }) };
}

/** Ids are licensed data like prices. */
const isOfIds = (key: string) => /id$/i.test(key);

/** Whether the column contains documented words. An undocumented column may contain anything. */
function isOfWords(result: Result, key: string): boolean {
  if (isOfIds(key)) return false;
  if (key.startsWith('attribute.')) return true;
  if (comparisonOf(result)) return key === 'change';
  return recordShapes[result.query.dataset.record].columns.some(
    ({ name, type }) => name === key && type === 'text',
  );
}

async function describedWords(
  store: Asker,
  { id }: Result,
  column: string,
  signal: AbortSignal,
): Promise<ToolResponse> {
  const { values, more } = await store.ask(id, 'values', { column, text: '' }, { signal });
  const words = values.filter(({ value }) => !isNumberText(value));
  const shown = words.slice(0, mostWords);
  return {
    distinct: values.length + more,
    valuesAsSent: shown.map(({ value, rows }) => ({ value: short(value), rows })),
    valuesLeftOut: values.length + more - shown.length,
  };
}

/** Parameters as quoted text, because those of an opened file come from the file. */
export const describedParameters = (parameters: Query['parameters']): Described =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, quotedWords(value, 200)]));

/** The facts about a result, without its values. Its size would say how many digits a single value has. */
function describedFacts(result: Result): ToolResponse {
  const { id, connection, dataset, parameters, outcome, status, message, records, rows } = summaryOf(result);
  return {
    result: id,
    dataset,
    parameters: describedParameters(parameters),
    connectionAsNamed: quotedWords(connection, 80),
    outcome,
    status,
    // A comparison's message contains single differences.
    ...(message === undefined || comparisonOf(result) ? {} : { serviceMessage: quotedWords(message) }),
    records,
    rows,
  };
}

/**
 * What a language model is told about a result: all but its rows. `keys` choose columns. Rejects with an `Error`
 * ready to display, or with the signal's reason.
 */
export async function describedResult(
  store: DescribedStore,
  result: Result,
  keys: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<ToolResponse> {
  const { table } = result;
  const unknown = keys?.find((key) => !table.columns.some((column) => column.key === key));
  if (unknown !== undefined) {
    throw new Error(vscode.l10n.t('The response has no column "{0}".', short(unknown)));
  }
  const chosen = keys ? table.columns.filter(({ key }) => keys.includes(key)) : table.columns;
  return {
    ...describedFacts(result),
    // The rows of a comparison have values of two results.
    ...(comparisonOf(result) ? {} : await describedRecords(store, result, signal)),
    columns: await describedColumns(store, result, chosen.slice(0, mostColumns), signal),
  };
}

/** The period, the completeness, and the series of a result that isn't a comparison. */
async function describedRecords(
  store: DescribedStore,
  result: Result,
  signal: AbortSignal,
): Promise<ToolResponse> {
  const { query, table, source } = result;
  const requested = requestedEpochMs(result);
  const zone = settings.timeZone();
  const findings = await store.ask(result.id, 'integrity', {}, { signal });
  const { series, total } = await store.ask(
    result.id,
    'seriesFigures',
    { least: leastValues, wholeDays: figuresOf(result) !== 'all', most: mostSeries },
    { signal },
  );
  const period = periodOf(query);
  return {
    ...(period && period.end > period.start
      ? { period: describedPeriod(period, query.dataset, zone, requested) }
      : {}),
    judgement: judgementOf({ isWhole: isReceivedWhole(result), rows: table.rows, findings }),
    ...(isEmptyResponse(result) && isResponse(source)
      ? { likelyReasons: describedReasons(query, requested, zone, store.areasWithData(result)) }
      : {}),
    integrity: findings.map((finding) => ({
      textWithWordsAsSent: quotedWords(textWithoutValues(finding), 200),
      severity: finding.severity,
      count: finding.count,
    })),
    seriesTotal: total,
    series: describedSeries(series),
  };
}

const describedReasons = (...asked: Parameters<typeof likelyReasons>): Described =>
  likelyReasons(...asked).map(({ text, instead }) => ({
    text,
    queriesThatTell: instead.map((query) => ({ ...query })),
  }));

/**
 * The first rows of the result of a query as sent: as many as the setting allows, and more of the sample service.
 * Times are in UTC.
 */
export async function firstRows(store: Asker, result: Result, signal: AbortSignal): Promise<ToolResponse> {
  const { columns, rows: total } = result.table;
  const most = isMadeUp(result) ? mostSampleRows : settings.agentRows();
  if (most === 0 || total === 0) return {};
  const { rows } = await store.ask(
    result.id,
    'rows',
    { columns: columns.map(({ key }) => key), from: 0, to: most },
    { signal },
  );
  const rowsAsSent = rows.slice(0, most).map((cells) =>
    Object.fromEntries(
      cells.flatMap((cell, index): [string, Described][] => {
        const column = columns[index];
        if (!column || cell === null) return [];
        const isTime = column.type === 'time' && typeof cell === 'number';
        const told = isTime ? formatUtc(cell) : typeof cell === 'string' ? quotedWords(cell, 200) : cell;
        return [[short(column.key), told]];
      }),
    ),
  );
  return { rowsAsSent };
}

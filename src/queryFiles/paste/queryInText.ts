import * as l10n from '@vscode/l10n';
import { findDataset, datasetAt } from '../../market/datasets/datasets';
import type { Dataset } from '../../market/datasets/dataset';
import { isRecord, parsedJson } from '../../text/parsedJson';
import { formatCount } from '../../text/l10n';
import { curlRequests } from './curlRequests';
import { httpRequests } from './httpRequests';
import type { RequestInText } from './requestInText';

/** A query found in a text, not yet checked by `readQuery`. Its days are in the market's time zone. */
export interface AskedInText {
  /** The id of a known dataset. */
  readonly dataset: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The query found in a text, or why there is none, as a sentence ready to display. */
export type QueryInText = { readonly asked: AskedInText } | { readonly problem: string };

/** The longest text that is read, in characters. */
export const mostInQueryText = 100_000;

/**
 * Reads a URL, a path with a query, a curl command, an `.http` request, or code copied from this extension,
 * which contains the query in a comment. Only dataset and parameters are used: no host, header, or body, and
 * no parameter that is known to contain a gateway's key. If there are several requests, the first one for a
 * dataset counts. Never throws; takes linear time.
 */
export function queryInText(text: string): QueryInText {
  if (text.length > mostInQueryText) {
    return {
      problem: l10n.t(
        'The text is too long to be a query: the limit is {0} characters.',
        formatCount(mostInQueryText),
      ),
    };
  }
  const comment = /^[ \t]*(?:#|\/\/)[ \t]*market-data:(.*)$/m.exec(text)?.[1];
  if (comment !== undefined) return queryInComment(comment);
  const commands = curlRequests(text);
  // In the notation of another shell, options could be missed, and a query without them requests more.
  if (otherProgram.test(text) || (commands.length > 0 && otherNotation.test(text))) {
    return {
      problem: l10n.t(
        "Commands for cmd and PowerShell can't be read. Use the URL, or a curl command for bash.",
      ),
    };
  }
  for (const request of commands.length > 0 ? commands : httpRequests(text)) {
    const dataset = datasetAt(`/${request.path}`);
    if (dataset) return queryInRequest(dataset, request);
  }
  return {
    problem: l10n.t(
      "The text doesn't contain a query for one of the datasets. Use a URL, a curl command, an HTTP request, or text from Copy As.",
    ),
  };
}

/** A program that only cmd or PowerShell runs, or curl after one of their prompts. */
const otherProgram =
  /(?:^|[=>;&\\])[ \t]*(?:curl\.exe|iwr|irm|Invoke-WebRequest|Invoke-RestMethod)[ \t]|^[ \t]*(?:PS |[A-Z]:\\)[^\r\n]*>[ \t]*curl[ \t]/im;

/** A line of cmd or PowerShell that continues on the next one, or a quotation mark of cmd. */
const otherNotation = /[ \t](?:[`^]\r?\n|\^")/;

/** Reads the comment in our own copied code: JSON with the dataset and the parameters, and nothing else. */
function queryInComment(comment: string): QueryInText {
  const value = parsedJson(comment);
  const { dataset, parameters, ...more } = isRecord(value) ? value : {};
  const isComplete = typeof dataset === 'string' && findDataset(dataset) && isTexts(parameters);
  return isComplete && Object.keys(more).length === 0
    ? { asked: { dataset, parameters } }
    : { problem: l10n.t('The "market-data" comment in the text isn\'t a valid query.') };
}

const isTexts = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string');

/**
 * Lowercase names under which gateways accept a key or token in an address. No dataset has such a parameter.
 */
const secretNames = new Set([
  'access_token',
  'api-key',
  'api_key',
  'apikey',
  'code',
  'key',
  'sig',
  'subscription-key',
  'token',
]);

function queryInRequest(dataset: Dataset, { method, parameters }: RequestInText): QueryInText {
  if (method !== 'GET') {
    return { problem: l10n.t('Only GET requests can be run. This request uses a different method.') };
  }
  const byName = new Map<string, (string | null)[]>();
  for (const [name, value] of parameters) {
    // A gateway's key isn't part of the query. Other unknown names are kept, because they may be typos.
    if (secretNames.has(name.toLowerCase())) continue;
    const values = byName.get(name);
    if (values) values.push(value);
    else byName.set(name, [value]);
  }
  const read: [string, string][] = [];
  for (const [name, values] of byName) {
    const parameter = dataset.parameters.find((each) => each.name === name);
    const different = new Set(values.filter((value) => value !== null));
    if (values.includes(null) && (parameter || name === '')) {
      return {
        problem: parameter
          ? l10n.t('"{0}" contains a variable whose value is unknown. Replace it with a value.', name)
          : l10n.t('The parameters are in a variable or file. Replace it with the parameters.'),
      };
    }
    if (different.size > 1 && parameter && parameter.several !== true) {
      return { problem: l10n.t('"{0}" is given more than once, with different values.', name) };
    }
    read.push([name, [...different].join(',')]);
  }
  return { asked: { dataset: dataset.id, parameters: Object.fromEntries(read) } };
}

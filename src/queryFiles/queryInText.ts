import * as l10n from '@vscode/l10n';
import { findDataset, datasetAt } from '../market/datasets/datasets';
import type { Dataset } from '../market/datasets/dataset';
import { isRecord, parsedJson } from '../text/json';
import { formatCount } from '../text/l10n';
import { curlRequests } from './curlRequests';
import { httpRequests } from './httpRequests';
import type { RequestInText } from './requestInText';

/** A query that a text asks, still to be checked by `readQuery`; days in it are the market's. */
export interface AskedInText {
  /** One of the ten. */
  readonly dataset: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** What a text asks, or why that can't be told, in words fit to be shown. */
export type QueryInText = { readonly asked: AskedInText } | { readonly problem: string };

/** Characters of the longest text that is read. */
export const mostInQueryText = 100_000;

/**
 * Reads a URL, a path with a query, a curl command, an `.http` request, or one of our own copies, whose comment says
 * what it asks. Only dataset and parameters are taken from it: no host, header, or body, and no parameter that is known
 * to be a gateway's key. Of several requests, the first one to a dataset counts. Never throws; takes linear time.
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

/** The comment of our own copies: JSON with the dataset and the parameters, and nothing else. */
function queryInComment(comment: string): QueryInText {
  const value = parsedJson(comment);
  const { dataset, parameters, ...more } = isRecord(value) ? value : {};
  const isComplete = typeof dataset === 'string' && findDataset(dataset) && isTexts(parameters);
  return isComplete && Object.keys(more).length === 0
    ? { asked: { dataset, parameters } }
    : { problem: l10n.t('The "market-data" comment in the text is not a valid query.') };
}

const isTexts = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string');

/** Names under which gateways take a key or token in an address, in lower case. No dataset has such a parameter. */
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
    // A gateway's key says nothing about the query. Any other unknown name is kept: it may be a typing error.
    if (secretNames.has(name.toLowerCase())) continue;
    const values = byName.get(name);
    if (values) values.push(value);
    else byName.set(name, [value]);
  }
  const read: [string, string][] = [];
  for (const [name, values] of byName) {
    const parameter = dataset.parameters.find((each) => each.name === name);
    const different = new Set(values.filter((value) => value !== '' && value !== null));
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

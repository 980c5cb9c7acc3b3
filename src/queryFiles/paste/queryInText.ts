import * as l10n from '@vscode/l10n';
import { findDataset } from '../../market/datasets/datasets';
import { isRecord, parsedJson } from '../../text/parsedJson';
import { formatCount } from '../../text/l10n';
import { oneLine } from '../../text/plainText';
import { outsideUrl } from './outsideUrl';
import { urlInText, type UrlInText } from './urlInText';

/**
 * The query found in a text: the id of a known dataset, and parameters that `readQuery` hasn't checked yet, with days in
 * the market's time zone. Or why there is none, as a sentence ready to display.
 */
type QueryInText =
  | { readonly asked: { readonly dataset: string; readonly parameters: Readonly<Record<string, string>> } }
  | { readonly problem: string };

/** The longest text that is read, in characters. */
export const mostInQueryText = 100_000;

/**
 * Reads the query in a copy from this extension, which contains it in a comment, or the first URL or path of a
 * dataset, whatever surrounds it. Only dataset and parameters are used: no host, header, or body, and no
 * parameter that is known to contain a gateway's key. If the request may have more parameters than the URL, the
 * text is rejected, because the URL alone could request more. Never throws; takes linear time.
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
  const url = urlInText(text);
  if (url) return queryInUrl(url);
  return {
    problem: l10n.t(
      "The text doesn't contain a query for one of the datasets. Use a URL of the service, or text from Copy As.",
    ),
  };
}

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

function queryInUrl(url: UrlInText): QueryInText {
  const { dataset, query, isPart } = url;
  const outside = outsideUrl(url);
  if (outside.parameters !== undefined) {
    return {
      problem: l10n.t(
        'The text has parameters outside the URL ("{0}"). Add all parameters to the URL, or use only the URL.',
        oneLine(outside.parameters, 100),
      ),
    };
  }
  if (outside.isOtherMethod) {
    return { problem: l10n.t('Only GET requests can be run. This request uses a different method.') };
  }
  const byName = new Map<string, Set<string>>();
  for (const pair of query.split('&').filter((each) => each !== '')) {
    const equals = pair.indexOf('=');
    const written = decoded(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : pair.slice(equals + 1);
    // A gateway's key isn't part of the query. Other unknown names are kept, because they may be typos.
    if (secretNames.has(written.toLowerCase())) continue;
    const parameter = dataset.parameters.find((each) => each.name.toLowerCase() === written.toLowerCase());
    const name = parameter?.name ?? written;
    if (variable.test(pair)) {
      return {
        problem: parameter
          ? l10n.t('"{0}" contains a variable whose value is unknown. Replace it with a value.', name)
          : l10n.t('The URL contains a variable whose value is unknown. Replace it with a value.'),
      };
    }
    const values = (byName.get(name) ?? new Set()).add(decoded(value));
    byName.set(name, values);
    if (values.size > 1 && parameter && parameter.several !== true) {
      return { problem: l10n.t('"{0}" is given more than once, with different values.', name) };
    }
  }
  if (isPart) {
    return {
      problem: l10n.t('Only a part of the URL is in the text, or it contains a variable. Use the whole URL.'),
    };
  }
  const parameters = Object.fromEntries(
    Array.from(byName, ([name, values]) => [name, [...values].join(',')]),
  );
  return { asked: { dataset: dataset.id, parameters } };
}

/** What a shell, a program, an `.http` file, or a description replaces: none of it is in a URL that was sent. */
const variable = /[{}$<>`\\]/;

/** A time with an offset that should have been encoded: its plus sign doesn't stand for a space. */
const withOffset = /^\d{4}-\d\d-\d\dT[\d:.]+\+\d\d:?\d\d$/;

function decoded(text: string): string {
  const read = percentDecoded(text);
  return withOffset.test(read) ? read : percentDecoded(text.replaceAll('+', ' '));
}

/** The decoded text, or the text itself if it isn't valid percent-encoded UTF-8. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

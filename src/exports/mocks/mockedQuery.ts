import type { Dataset } from '../../market/datasets/dataset';
import { datasets } from '../../market/datasets/datasets';
import type { Connection } from '../../request/connection';

/** A query whose response is in a file, for making a mock. Contains no host, no user, and no secret. */
export interface MockedQuery {
  readonly dataset: Dataset;
  /** As sent, by the names of the API. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Path of token requests, for any host and relative to any base path; see `tokenPathOf`. Never empty. */
  readonly tokenPath: string;
  /** Name of the file with the response, which ends with `.json`, in the folder of the mock. */
  readonly file: string;
}

/** The end of the path of token requests, which a mock recognizes them by. */
export const tokenPathOf = ({ authUrl, tokenPath }: Pick<Connection, 'authUrl' | 'tokenPath'>): string =>
  tokenPath === '' ? new URL(authUrl).pathname : tokenPath;

/** Escapes text for a regular expression. */
export const escapedPattern = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/**
 * The end of the data path as a regular expression, for any venue. It must not match the path of another
 * operation, so what precedes it there is excluded.
 */
export function pathPattern({ path }: Dataset): string {
  const longer = datasets.find((other) => other.path !== path && other.path.endsWith(path));
  const notThere = longer ? `(?<!${escapedPattern(longer.path.slice(0, -path.length))})` : '';
  return notThere + path.split('{venue}').map(escapedPattern).join('[^/]+');
}

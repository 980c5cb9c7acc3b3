import { relative, resolve, sep } from 'node:path';
import { harmlessLines } from '../text/plainText';

/** As in https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
const escaped = (text: string, characters: RegExp): string =>
  harmlessLines(text).replace(
    characters,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

/**
 * The line of output that GitHub Actions shows as an error at a line of a file; `undefined` outside of it. The
 * path is relative to the working directory.
 */
export function annotation(path: string, line: number, message: string): string | undefined {
  if (!process.env['GITHUB_ACTIONS']) return undefined;
  const root = process.env['GITHUB_WORKSPACE'];
  const file = root === undefined ? path : relative(root, resolve(path)).replaceAll(sep, '/');
  return `::error file=${escaped(file, /[%\r\n:,]/g)},line=${line}::${escaped(message, /[%\r\n]/g)}`;
}

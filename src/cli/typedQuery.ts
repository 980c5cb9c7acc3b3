import { queryNamed, sourceOfText, type AskableQuery } from '../engine/query/querySource';
import type { Dataset } from '../market/datasets/dataset';
import { queryOfFile } from '../queryFiles/queryOfFile';
import { fileVersion } from '../queryFiles/read/fileFormat';
import { oneLine } from '../text/plainText';

/**
 * The query of a dataset with `NAME=VALUE` arguments, read as from a query file that has nothing else. The case of
 * names doesn't matter. Throws an `Error` ready to print that names every problem.
 */
export function typedQuery({ id, parameters: known }: Dataset, args: readonly string[]): AskableQuery {
  const parameters = new Map<string, string>();
  for (const argument of args) {
    const at = argument.indexOf('=');
    if (at < 1) throw new Error(`"${oneLine(argument, 60)}" must be NAME=VALUE, such as deliveryarea=NO1.`);
    const typed = argument.slice(0, at);
    const name = known.find((each) => each.name.toLowerCase() === typed.toLowerCase())?.name ?? typed;
    if (parameters.has(name)) throw new Error(`${oneLine(name, 60)} was given twice.`);
    parameters.set(name, argument.slice(at + 1));
  }
  const query = { dataset: id, parameters: Object.fromEntries(parameters) };
  const source = sourceOfText(id, JSON.stringify({ version: fileVersion, queries: { [id]: query } }));
  const asked = queryOfFile(queryNamed(source, id), source.file.timeZone, Date.now());
  if ('query' in asked) return { query: asked.query, connection: undefined };
  throw new Error(asked.problems.map(({ message }) => message).join(' '));
}

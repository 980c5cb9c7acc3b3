import { readQuery, type Query } from '../../market/query/query';
import { marketZone } from '../../market/time/deliveryDay';
import { queryInText } from '../../queryFiles/paste/queryInText';
import { plainLabel } from '../../text/plainLabel';

/**
 * The most characters shown of the problems: a text that isn't a query can contain very long parameter names.
 */
const mostShown = 1000;

/**
 * The query in a text. Days in it are those of the market. Throws an `Error` ready to display if there is
 * none.
 */
export function queryOfText(text: string): Query {
  const read = queryInText(text);
  if ('problem' in read) throw new Error(read.problem);
  const { dataset, parameters } = read.asked;
  const checked = readQuery(dataset, parameters, Date.now(), marketZone);
  if ('query' in checked) return checked.query;
  throw new Error(plainLabel(checked.problems.map(({ message }) => message).join(' '), mostShown));
}

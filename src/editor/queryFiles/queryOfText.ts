import { readQuery, type Query } from '../../market/query/query';
import { marketZone } from '../../market/time/deliveryDay';
import { queryInText } from '../../queryFiles/queryInText';
import { plainLabel } from '../shell/plainLabel';

/** Parameters of a text that is hardly a query can have very long names. */
const mostShown = 1000;

/**
 * The query that a text asks; days in it are the market's. Throws an `Error` fit to be shown if there is
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

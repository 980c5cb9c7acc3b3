import { findDataset } from '#src/market/datasets/datasets';
import { askedOf } from '#src/market/integrity/asked';
import type { Finding } from '#src/market/integrity/findings';
import { judgementOf, type Judgement } from '#src/market/integrity/judgement';
import { readQuery } from '#src/market/query/query';
import { outcomeOf } from '#src/results/result';
import { integrityOf } from '#src/table/integrity/integrityOf';
import type { Table } from '#src/table/columns/table';
import { statusMark, statusSentence } from '#view/frame/status/statusLine';
import { atOnce } from '../../table/atOnce';
import { readBody } from '../../table/readBody';
import { ended, resultState } from '../../webview-ui/frame/resultStates';
import { checksFor } from '../checks/checkedResponse';

/** Long after every delivery day of these tests: nothing of them is still to come. */
const askedAt = Date.UTC(2027, 0, 1);

/** A response as the view, a check, and a range see it. */
export interface Judged {
  readonly table: Table;
  readonly findings: readonly Finding[];
  readonly judgement: Judgement;
  /** The sentence in the view's status line, and its mark. */
  readonly said: string;
  readonly mark: ReturnType<typeof statusMark>;
  readonly isCheckedComplete: boolean;
  /** The message of the check. */
  readonly checked: string;
}

/** The body of a successful response to a query, judged wherever the product judges it. */
export async function judged(
  id: string,
  parameters: Readonly<Record<string, string>>,
  body: string,
): Promise<Judged> {
  const read = readQuery(id, parameters, askedAt, 'Europe/Oslo');
  if (!('query' in read)) throw new Error(read.problems.map(({ message }) => message).join(' '));
  const { dataset } = read.query;
  const { table, verdict } = readBody(body, findDataset(id)!.record);
  const outcome = outcomeOf(verdict, String);
  const findings = atOnce(integrityOf(table, askedOf(read.query, askedAt)));
  const isWhole = outcome.kind === 'success' || outcome.kind === 'noData';
  const state = resultState({
    phase: ended(outcome.kind, outcome.kind),
    rows: table.rows,
    records: table.records,
    integrity: table.rows > 0 ? findings : null,
  });
  const checks = await checksFor({
    dataset: dataset.id,
    parameters,
    expect: { complete: true },
    body,
    askedAt,
  });
  const check = checks.find(({ check }) => check === 'complete')!;
  return {
    table,
    findings,
    judgement: judgementOf({ isWhole, rows: table.rows, findings }),
    said: statusSentence(state, askedAt),
    mark: statusMark(state),
    isCheckedComplete: check.ok,
    checked: check.message,
  };
}

import * as l10n from '@vscode/l10n';
import type { Bounds, ColumnExpectation } from '../../protocol/figureTypes';
import { outcomeKinds } from '../../request/outcome';
import type { Problems } from '../problems';
import {
  cell,
  constant,
  count,
  defined,
  described,
  flag,
  list,
  number,
  object,
  oneOf,
  record,
  refined,
  textLike,
  wholeNumber,
  withKeywords,
  type Shape,
  type ValueOf,
} from './shapes';
import { membersBelow, spanOf, type Member } from './syntaxTree';

/** Reports a lower bound that is greater than the upper bound. */
function inOrder<Found extends Bounds>(found: Found, { value }: Member, problems: Problems): Found {
  const { '>=': least = -Infinity, '<=': most = Infinity } = found;
  const upper = membersBelow(value).get('<=');
  if (upper && least > most) {
    problems.meaning(spanOf(upper.value), () =>
      l10n.t('The lower bound {0} is greater than the upper bound {1}.', String(least), String(most)),
    );
  }
  return found;
}

const countBounds = refined(
  object(
    {
      '>=': described('Minimum, inclusive.', count),
      '<=': described('Maximum, inclusive.', count),
    },
    { least: 1 },
  ),
  inOrder,
);

const exactCount = wholeNumber((name) =>
  l10n.t('{0} must be a non-negative whole number, or an object with ">=" or "<=".', name),
);

const countOrBounds: Shape<number | Bounds> = {
  schema: () => ({
    anyOf: [exactCount.schema(), countBounds.schema()],
    defaultSnippets: [
      { label: 'at least', description: 'At least this many.', body: { '>=': '^${1:1}' } },
      {
        label: 'between',
        description: 'From one number to another, inclusive.',
        body: { '>=': '^${1:92}', '<=': '^${2:100}' },
      },
    ],
  }),
  read: (member, problems) =>
    (member.value.type === 'object' ? countBounds : exactCount).read(member, problems),
};

/** What is expected of a column's values. */
export const column: Shape<ColumnExpectation> = withKeywords(
  refined(
    object(
      {
        '>=': described("Minimum for all values, inclusive, in the column's unit.", number),
        '<=': described("Maximum for all values, inclusive, in the column's unit.", number),
        notNull: described('No value is missing.', flag),
        in: described(
          'Every value must be one of these.',
          list(
            cell((name) => l10n.t('{0} can contain only strings, numbers, true, false, and null.', name)),
            1,
          ),
        ),
      },
      { least: 1 },
    ),
    inOrder,
  ),
  () => ({
    defaultSnippets: [
      { label: 'not null', description: 'No value is missing.', body: { notNull: true } },
      {
        label: 'between',
        description: 'No value is missing, and all are from one number to another, inclusive.',
        body: { '>=': '^${1:-500}', '<=': '^${2:4000}', notNull: true },
      },
      { label: 'one of', description: 'Every value is one of these.', body: { in: ['${1:EUR/MWh}'] } },
    ],
  }),
);

/** The same, where it's used in schemas. */
export const columnExpectation = defined('column', column);

/** A check that is either made or left out. */
const only = <Flag extends boolean>(flag: Flag): Shape<Flag> =>
  constant(flag, (name) =>
    l10n.t('{0} must be {1}. To skip this check, remove the property.', name, String(flag)),
  );

const fingerprint = textLike(/^v1:sha256:[0-9a-f]{64}$/, (name) =>
  l10n.t('{0} must be "v1:sha256:" followed by 64 lowercase hexadecimal digits.', name),
);

/** The members of `expect`: each is a check. Public API. */
export const expectMembers = {
  outcome: described('Expected outcome of the query.', oneOf(outcomeKinds), () => ({ default: 'success' })),
  complete: described(
    'Nothing is missing. For series: each interval of the period occurs exactly once, no value is null, and all areas and currencies in the query are included. For other records: the response was received in full and is not empty.',
    only(true),
  ),
  records: described('The number of records in the response.', countOrBounds),
  rows: described('The number of rows in the table.', countOrBounds),
  // Keys aren't compared with the dataset's columns, because services add some.
  columns: described(
    'Expectations for column values, by column key.',
    record(described('Expectations for every value in the column.', columnExpectation), 1),
  ),
  zeros: described(
    'No zeros or equal values in a row that may stand for missing values. Volumes and flows that are often zero are not checked.',
    only(false),
  ),
  fingerprint: described(
    'Fingerprint of the data that you rely on, written by "Pin Query from File…".',
    fingerprint,
  ),
};

/** What is expected of a query's response; the outcome is `success` by default. */
export const expectation = described(
  'Expectations for the response.',
  refined(object(expectMembers), (found) => ({ outcome: 'success' as const, ...found })),
  () => ({
    defaultSnippets: [
      { label: 'complete', description: 'Nothing is missing.', body: { complete: true } },
      {
        label: 'complete, without zeros',
        description: 'Nothing is missing, and no zeros seem to stand for missing values.',
        body: { complete: true, zeros: false },
      },
      {
        label: 'complete, with plausible values',
        description: 'Nothing is missing, and all values are from one number to another, inclusive.',
        body: {
          complete: true,
          columns: { value: { '>=': '^${1:-500}', '<=': '^${2:4000}', notNull: true } },
        },
      },
    ],
  }),
);
export type Expectation = ValueOf<typeof expectation>;

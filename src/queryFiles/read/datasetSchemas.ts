import { isTimeKind, type Dataset, type Parameter } from '../../market/datasets/dataset';
import { meaningOfDay } from '../../market/query/enteredDays';
import { recordShapes } from '../../market/records/recordKinds';
import { columnExpectation } from './expectation';
import { described, filledText, object, suggesting, type Schema, type Shape } from './shapes';

const dayWords = {
  today: 'the current day',
  tomorrow: 'the next day',
  yesterday: 'the previous day',
  'today-7d': 'the same weekday a week ago',
};
const partsOfDays = { start: 'Start of', end: 'End of', date: 'Delivery date of' };

/** What a person may write for a parameter, and what it means. These aren't all possible values. */
function suggestedValues(parameter: Parameter): ReadonlyMap<string, string> {
  const { kind, label, choices = [] } = parameter;
  if (!isTimeKind(kind)) return new Map(choices.map((each) => [each.value, (each.label ?? label)()]));
  const part = partsOfDays[meaningOfDay(parameter)];
  return new Map(Object.entries(dayWords).map(([word, day]) => [word, `${part} ${day}.`]));
}

/** Only for schemas: the reader checks parameters as the prompts do. */
function parameterShape(parameter: Parameter): Shape<string> {
  const { kind, label, help, several } = parameter;
  const notes = [
    `**${label()}**. ${help()}`,
    ...(kind === 'date' ? ['A day such as `today`, `tomorrow+1d`, or `2026-03-29`.'] : []),
    ...(isTimeKind(kind) && kind !== 'date'
      ? [
          "A day such as `today` or `2026-03-29`, or a time such as `2026-03-29T10:00` or `2026-03-29T10:00+02:00`, in the file's time zone.",
        ]
      : []),
    ...(several ? ['Separate several values with commas.'] : []),
  ];
  const values = suggestedValues(parameter);
  return described(notes.join(' '), filledText, () => (values.size > 0 ? suggesting(values) : {}));
}

/**
 * The parameters of a query to start from: for a day, with everything that is required. Values are selected with
 * their quotation marks, which a suggestion replaces, too: otherwise, Tab wouldn't go to the next one.
 */
function firstParameters({ parameters }: Dataset): Schema {
  const asked = parameters.filter(({ kind, required, several }) => isTimeKind(kind) || required || several);
  return Object.fromEntries(
    asked.map(({ name, suggestion = 'today' }, at) => [name, `^\${${at + 1}:"${suggestion}"}`]),
  );
}

/** A query of the dataset to start from. */
export const querySnippet = (dataset: Dataset) => ({
  label: dataset.title(),
  description: dataset.summary(),
  body: { dataset: dataset.id, parameters: firstParameters(dataset) },
});

/** What a query of the dataset has to have, as a part of the schema of queries. */
export function ofDataset(dataset: Dataset): Schema {
  const { id, title, summary, parameters, record } = dataset;
  const required = parameters.filter((each) => each.required).map(({ name }) => name);
  const shapes = Object.fromEntries(parameters.map((each) => [each.name, parameterShape(each)]));
  const shape = described(`Parameters of **${title()}**.`, object(shapes, { required }), () => ({
    defaultSnippets: [{ label: title(), description: summary(), body: firstParameters(dataset) }],
  }));
  // Other columns are accepted, because services add some.
  const columns = recordShapes[record].columns.map((each): [string, Schema] => [
    each.name,
    described(`**${each.title()}**. Expectations for every value.`, columnExpectation).schema(),
  ]);
  return {
    // Otherwise, VS Code would insert the first dataset with the name of the member.
    if: { properties: { dataset: { const: id, doNotSuggest: true } }, required: ['dataset'] },
    then: {
      properties: {
        parameters: shape.schema(),
        // How a check begins is suggested by the schema of all queries.
        expect: {
          doNotSuggest: true,
          properties: { columns: { doNotSuggest: true, properties: Object.fromEntries(columns) } },
        },
      },
      ...(required.length > 0 ? { required: ['parameters'] } : {}),
    },
  };
}

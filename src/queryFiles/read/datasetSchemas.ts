import { isTimeKind, type Dataset, type Parameter } from '../../market/datasets/dataset';
import { described, explained, filledText, object, type Schema, type Shape } from './shapes';

const wordsForTimes = ['today', 'tomorrow', 'yesterday', 'today-7d', '2026-03-29'];

/** Examples of what a person may write for a parameter, which aren't all possible values. */
const examplesOf = ({ kind, choices }: Parameter): readonly string[] => [
  ...(isTimeKind(kind) ? wordsForTimes : []),
  ...(kind === 'instant' ? ['2026-03-29T10:00', '2026-03-29T10:00+02:00'] : []),
  ...(choices ?? []).map(({ value }) => value),
];

/** Only for schemas: the reader checks parameters as the prompts do. */
function parameterShape(parameter: Parameter): Shape<string> {
  const { kind, label, help, choices = [], several } = parameter;
  const notes = [
    `**${label()}**. ${help()}`,
    ...(isTimeKind(kind)
      ? [
          `A day (${wordsForTimes.map((word) => `\`${word}\``).join(', ')})${kind === 'date' ? '.' : ', or a time.'}`,
        ]
      : []),
    ...(several ? ['Separate several values with commas.'] : []),
    ...choices.flatMap(({ value, label: meaning }) => (meaning ? [`- \`${value}\`: ${meaning()}`] : [])),
  ];
  const examples = examplesOf(parameter);
  return described(`${label()}. ${help()}`, filledText, () => ({
    markdownDescription: notes.join('\n\n').replaceAll('\n\n- ', '\n- '),
    ...(examples.length > 0 ? { examples } : {}),
    ...(isTimeKind(kind) ? { [explained]: true } : {}),
  }));
}

/** What a query of the dataset has to have, as a part of the schema of queries. */
export function ofDataset({ id, title, parameters }: Dataset): Schema {
  const required = parameters.filter((each) => each.required).map(({ name }) => name);
  const shapes = Object.fromEntries(parameters.map((each) => [each.name, parameterShape(each)]));
  const shape = described(`Parameters of "${title()}".`, object(shapes, { required }));
  return {
    if: { properties: { dataset: { const: id } }, required: ['dataset'] },
    then: {
      properties: { parameters: shape.schema() },
      ...(required.length > 0 ? { required: ['parameters'] } : {}),
    },
  };
}

/** A query of the dataset to start from: for a day, with everything it requires. */
export function querySnippet({ id, title, summary, parameters }: Dataset): Schema {
  const asked = parameters.filter(({ kind, required, several }) => isTimeKind(kind) || required || several);
  const values = asked.map(({ name, suggestion = 'today' }, at): [string, string] => [
    name,
    `\${${at + 1}:${suggestion}}`,
  ]);
  return {
    label: title(),
    description: summary(),
    body: { dataset: id, parameters: Object.fromEntries(values) },
  };
}

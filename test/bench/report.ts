import type { Spread } from './sampling';

type Unit = 'ms' | 'MB' | 'kB';

/** One line of a table: our figure, the reference, and the goal. */
export interface Line {
  readonly what: string;
  readonly unit: Unit;
  readonly ours: Spread;
  readonly reference?: Spread;
  /** The maximum that meets the goal: a ratio of medians if there is a reference, otherwise a figure. */
  readonly goal?: number;
}

/** One measurement and its results. */
export interface Report {
  readonly title: string;
  /** What `reference` is. */
  readonly reference: string;
  readonly lines: readonly Line[];
  /** How it was measured, and other findings. */
  readonly notes: readonly string[];
}

const amount = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 });

const spreadText = ({ median, least, most }: Spread, unit: Unit) =>
  least === most
    ? `${amount(median)} ${unit}`
    : `${amount(median)} ${unit} (${amount(least)}..${amount(most)})`;

/** Whether the goal is met; `undefined` if there is none. */
export function reaches({ ours, reference, goal }: Line): boolean | undefined {
  if (goal === undefined) return undefined;
  return (reference ? ours.median / reference.median : ours.median) <= goal;
}

function cellsOf(line: Line): string[] {
  const { what, unit, ours, reference, goal } = line;
  const reached = reaches(line);
  return [
    what,
    spreadText(ours, unit),
    reference ? spreadText(reference, unit) : '',
    reference ? `${(ours.median / reference.median).toFixed(2)}x` : '',
    goal === undefined ? '' : `≤ ${goal}${reference ? 'x' : ` ${unit}`}`,
    reached === undefined ? '' : reached ? 'reached' : '**not reached**',
  ];
}

/** The report as Markdown. */
export function markdownOf({ title, reference, lines, notes }: Report): string {
  const head = ['', 'ours', reference, 'ratio', 'goal', ''];
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    `## ${title}`,
    '',
    row(head),
    row(head.map(() => '---')),
    ...lines.map((line) => row(cellsOf(line))),
    '',
    ...notes.map((note) => `- ${note}`),
    '',
  ].join('\n');
}

import type { Publication } from './publication';
import type { RecordKind } from '../records/recordKinds';

export type ParameterKind =
  'deliveryArea' | 'instant' | 'date' | 'powerHour' | 'currency' | 'choice' | 'text';

export interface Choice {
  readonly value: string;
  /** What the value means, where it is documented or the value itself does not say it. */
  readonly label?: string;
}

/** One query parameter. The prompt, its validation, the request and the README's table come from this. */
export interface Parameter {
  /** The API's own name, letter for letter. */
  readonly name: string;
  readonly kind: ParameterKind;
  /** What a person is asked for: "Delivery area". */
  readonly label: string;
  readonly help: string;
  readonly required?: true;
  /** Several values may be given, separated by commas without spaces. */
  readonly several?: true;
  /** Offered values; free text is always possible, since no closed list is documented. */
  readonly choices?: readonly Choice[];
  /** Of a pair of instants that bounds one period: which end this is. The pair is asked for in one step. */
  readonly bound?: 'start' | 'end';
  /** Offered in the prompt when there is no earlier answer; never sent unasked. */
  readonly suggestion?: string;
}

/** The kind of picture that says most about the dataset. */
export type ChartPlan = 'steps' | 'bars' | 'flows' | 'curves' | 'orders' | 'capacities' | 'comparison';

export interface Dataset {
  /** Stable: saved queries and scripts hold on to it. */
  readonly id: string;
  readonly title: string;
  /** One sentence: what the data is. */
  readonly summary: string;
  /** Below the connection's base address; `{venue}` stands for the connection's venue segment. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** First delivery day whose values come in quarter hours; left out where that is not known of any. */
  readonly quarterHoursFrom?: string;
  /** When its data usually comes; left out where nothing is known of that. */
  readonly publication?: Publication;
  readonly record: RecordKind;
  readonly chart: ChartPlan;
  /** Columns shown first in the table; the others follow in table order. */
  readonly mainColumns: readonly string[];
  /** A product icon of the editor, by its name. */
  readonly icon: string;
}

import type { Publication } from './publication';
import type { RecordKind } from '../records/recordKinds';
import type { Sentence } from '../../text/l10n';

export type ParameterKind =
  'deliveryArea' | 'instant' | 'date' | 'powerHour' | 'currency' | 'choice' | 'text';

/** Whether parameters of this kind say for what time data is requested. */
export const isTimeKind = (kind: ParameterKind): boolean =>
  kind === 'instant' || kind === 'date' || kind === 'powerHour';

/** The values of a comma-separated list, as typed or as sent. */
export const valuesIn = (list: string): string[] =>
  list
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean);

export interface Choice {
  readonly value: string;
  /** The meaning of the value, if it is documented or the value isn't self-explanatory. */
  readonly label?: Sentence;
}

/**
 * One query parameter. The prompt, its validation, and the request are built from it.
 */
export interface Parameter {
  /** The API's own name, letter for letter. */
  readonly name: string;
  readonly kind: ParameterKind;
  /** The name in prompts, such as "Delivery area". */
  readonly label: Sentence;
  readonly help: Sentence;
  readonly required?: true;
  /** Several values may be given, separated by commas without spaces. */
  readonly several?: true;
  /** Suggested values. Any text can be entered, because no complete list is documented. */
  readonly choices?: readonly Choice[];
  /** Which end of a period this instant is. Both ends are entered in one step. */
  readonly bound?: 'start' | 'end';
  /** Suggested in the prompt if there is no earlier input; never sent unless accepted. */
  readonly suggestion?: string;
}

/** The type of chart that suits the dataset best. */
export type ChartPlan = 'steps' | 'bars' | 'flows' | 'curves' | 'orders' | 'capacities' | 'comparison';

export interface Dataset {
  /** Stable, because saved queries and scripts use it. */
  readonly id: string;
  readonly title: Sentence;
  /** For narrow lists, beside areas and days. */
  readonly shortTitle: Sentence;
  /** One sentence that describes the data. */
  readonly summary: Sentence;
  /** Relative to the connection's base address; `{venue}` is replaced by the connection's venue segment. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** First delivery day with values in quarter hours; omitted if unknown. */
  readonly quarterHoursFrom?: string;
  /** When the data is usually published; omitted if unknown. */
  readonly publication?: Publication;
  /** The length of the period in which a range of days is best requested; omitted if that is the whole day. */
  readonly suggestedWindowMinutes?: number;
  /** The id of the dataset that has the same data for earlier days, too. */
  readonly olderDataIn?: string;
  /** Its volumes and flows are often zero, or as high as possible, for hours. */
  readonly mayRest?: true;
  readonly record: RecordKind;
  readonly chart: ChartPlan;
  /**
   * Columns shown first in the table; the others follow in table order. The times come first, because the first
   * column that is shown stays in view.
   */
  readonly mainColumns: readonly string[];
  /** The name of a VS Code product icon. */
  readonly icon: string;
}

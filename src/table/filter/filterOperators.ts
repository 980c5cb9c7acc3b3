/** Which values a comparison keeps, by how they stand to the one asked for. */
export interface Comparison {
  readonly missing: boolean;
  readonly before: boolean;
  readonly equal: boolean;
  readonly after: boolean;
}

/**
 * Every operator of a filter. `contains` compares nothing: it looks for the value in each cell's text,
 * whatever the case. A missing value equals `null` only, and so differs from every value.
 */
export const filterOperators = {
  '=': { missing: false, before: false, equal: true, after: false },
  '!=': { missing: true, before: true, equal: false, after: true },
  '<': { missing: false, before: true, equal: false, after: false },
  '<=': { missing: false, before: true, equal: true, after: false },
  '>': { missing: false, before: false, equal: false, after: true },
  '>=': { missing: false, before: false, equal: true, after: true },
  contains: 'text',
} as const satisfies Readonly<Record<string, Comparison | 'text'>>;

export type FilterOperator = keyof typeof filterOperators;

export const operatorNames = Object.keys(filterOperators) as FilterOperator[];

/** Whether it asks for equal values, or for all others. */
export const isEquality = ({ before, after }: Comparison): boolean => before === after;

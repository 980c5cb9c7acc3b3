/** Which values a comparison keeps, by their order relative to the value in the filter. */
export interface OperatorRule {
  readonly missing: boolean;
  readonly before: boolean;
  readonly equal: boolean;
  readonly after: boolean;
}

/**
 * Every operator of a filter. `contains` doesn't compare: it searches each cell's text for the value,
 * ignoring case. A missing value equals only `null`, so it differs from every value.
 */
export const filterOperators = {
  '=': { missing: false, before: false, equal: true, after: false },
  '!=': { missing: true, before: true, equal: false, after: true },
  '<': { missing: false, before: true, equal: false, after: false },
  '<=': { missing: false, before: true, equal: true, after: false },
  '>': { missing: false, before: false, equal: false, after: true },
  '>=': { missing: false, before: false, equal: true, after: true },
  contains: 'text',
} as const satisfies Readonly<Record<string, OperatorRule | 'text'>>;

export type FilterOperator = keyof typeof filterOperators;

export const operatorNames = Object.keys(filterOperators) as FilterOperator[];

/** Whether the comparison is `=` or `!=`. */
export const isEquality = ({ before, after }: OperatorRule): boolean => before === after;

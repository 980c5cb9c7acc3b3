/** A request as found in a text. Its host, headers, and body are left out. */
export interface RequestInText {
  /** In capital letters. */
  readonly method: string;
  /** The URL without its query, or the part of it that the text contains. */
  readonly path: string;
  /**
   * In the order of the text, decoded; a name may occur several times. A value is `null` if the text contains
   * a variable instead. If a variable stands for several parameters, the name is empty and the value `null`.
   */
  readonly parameters: ParametersInText;
}

/** Parameters as a text gives them. */
export type ParametersInText = readonly (readonly [name: string, value: string | null])[];

/** A request to an address, which is a URL or only its path and query. */
export function requestTo(address: string, method = 'GET', more: ParametersInText = []): RequestInText {
  const [shown = ''] = address.split('#', 1);
  const mark = shown.indexOf('?');
  const path = mark < 0 ? shown : shown.slice(0, mark);
  const query = mark < 0 ? '' : shown.slice(mark + 1);
  return {
    method: method.toUpperCase(),
    path,
    // Calculated on demand: a command can have thousands of addresses, each with thousands of parameters.
    get parameters() {
      return [...parametersIn(query), ...more];
    },
  };
}

/** The decoded parameters of a query, which has no question mark in front. */
export const parametersIn = (query: string): ParametersInText =>
  query.split('&').flatMap((pair): [string, string | null][] => {
    if (pair === '') return [];
    const equals = pair.indexOf('=');
    const [name, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
    if (isVariable(name)) return [['', null]];
    return [[decoded(name), isVariable(value) ? null : decoded(value)]];
  });

/**
 * Whether a text that isn't decoded yet contains a variable of a shell, an `.http` file, or a description.
 */
export const isVariable = (text: string): boolean => text.includes('{{') || /^(?:\{.*\}|<.*>)$/.test(text);

/** A time with an offset that should have been encoded: its plus sign doesn't stand for a space. */
const withOffset = /^\d{4}-\d\d-\d\dT[\d:.]+\+\d\d:?\d\d$/;

function decoded(text: string): string {
  const read = percentDecoded(text);
  return withOffset.test(read) ? read : percentDecoded(text.replaceAll('+', ' '));
}

/** The decoded text, or the text itself if it isn't valid percent-encoded UTF-8. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

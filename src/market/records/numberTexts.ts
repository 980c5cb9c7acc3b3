/** Currencies, and units of power, energy, and shares; in any case. */
const unit =
  '(?:EUR|Euros?|GBP|USD|NOK|SEK|DKK|ISK|PLN|CHF|CZK|HUF|RON|BGN|RSD|kr\\.?|zł|cents?|ct|øre|öre|pence|[kMGT]Wh?|Wh|[kMG]VAr|[kM]VA|[€£$%‰])';
const units = `[([]?${unit}(?:\\s*(?:/|\\bper\\b)\\s*(?:${unit}|h|hour|\\d*\\s*min))?[)\\]]?`;
const sign = '[+\\-\u2010-\u2015\u2212]';
const digits = "(?:\\p{Nd}|[.,]\\p{Nd})(?:[\\p{Nd}\\s.,'’]*\\p{Nd})?[.,]?(?:e[+-]?\\d+)?";

/** Every part begins with what the part before can't end with, so that long texts take no longer. */
const oneNumber = new RegExp(
  [
    '^(\\s*(?:[\\p{L}_][\\p{L}\\p{N}_ .-]*=\\s*)?)',
    `(?:(${sign})\\s*(?=[([]?${unit}))?`,
    `((?:${units}\\s*)?)`,
    `((?:${sign}\\s*)?${digits})`,
    `((?:\\s*(?:/\\s*)?${units})?\\s*)$`,
  ].join(''),
  'iu',
);

/**
 * The number that a text consists of, with nothing but a sign, a currency or unit, or `name=` around it: `41.97`,
 * `EUR 41.97`, `1250 MW`, and `price=41.97`, but not `Off-peak 1`, `P60MIN`, and `NO1`. With its sign, and the words
 * before and after it.
 */
export function readNumberText(text: string) {
  const [, name = '', minus = '', unitBefore = '', number, after = ''] = oneNumber.exec(text) ?? [];
  return number === undefined ? undefined : { before: name + unitBefore, number: minus + number, after };
}

/** Whether a text is such a number, or has only digits and signs, as dates and ranges of numbers have. */
export const isNumberText = (text: string): boolean =>
  /^[^\p{L}]*$/u.test(text) || readNumberText(text) !== undefined;

import { expect, it } from 'vitest';
import { hasDecimalComma, localesOf } from '#src/text/decimalComma';

it.each(['nb', 'nb-NO', 'nb_NO.UTF-8', 'sv-se', 'fi_FI', 'da_DK@euro', 'de'])(
  '%s has a decimal comma',
  (locale) => {
    expect(hasDecimalComma(locale)).toBe(true);
  },
);

it.each(['en', 'en_US.UTF-8', 'C', 'C.UTF-8', 'POSIX', '', 'not a locale', 'de-CH'])(
  '%j has no decimal comma',
  (locale) => {
    expect(hasDecimalComma(locale)).toBe(false);
  },
);

it('the locales are those of the editor, of numbers in the environment, and of the system', () => {
  const config = '{"userLocale":"en","osLocale":"nb-no","resolvedLanguage":"en"}';
  const environment = { LANG: 'en_US.UTF-8', LC_NUMERIC: 'sv_SE.UTF-8', VSCODE_NLS_CONFIG: config };
  expect(localesOf('en', environment).slice(0, -1)).toEqual(['en', 'sv_SE.UTF-8', 'nb-no']);
  expect(localesOf('fi', { ...environment, LC_ALL: 'C', VSCODE_NLS_CONFIG: '' }).slice(0, -1)).toEqual([
    'fi',
    'C',
  ]);
});

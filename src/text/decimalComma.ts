/** Whether people write decimals with a comma in the locale, such as `nb-NO` or `nb_NO.UTF-8`. */
export function hasDecimalComma(locale: string): boolean {
  try {
    const parts = new Intl.NumberFormat(locale.replace(/[.@].*/, '').replaceAll('_', '-')).formatToParts(0.5);
    return parts.some(({ type, value }) => type === 'decimal' && value === ',');
  } catch {
    // `C` and other names that aren't a language's.
    return false;
  }
}

/**
 * The locales of the editor and of the system: people often use the editor in English where spreadsheets write
 * decimals with a comma. `environment` is the process's.
 */
export function localesOf(
  editor: string,
  environment: Readonly<Partial<Record<string, string>>>,
): readonly string[] {
  const { LC_ALL, LC_NUMERIC, LANG, VSCODE_NLS_CONFIG = '' } = environment;
  const system = /"osLocale":"([\w-]+)"/.exec(VSCODE_NLS_CONFIG)?.[1];
  const named = [editor, LC_ALL || LC_NUMERIC || LANG, system].filter((each) => each !== undefined);
  return [...named, Intl.DateTimeFormat().resolvedOptions().locale];
}

import { afterEach, describe, expect, it } from 'vitest';
import { formatCounted, speak, t } from '../../../src/text/l10n';

afterEach(() => speak(undefined));

describe('words', () => {
  it('are the sentence of the code where there is no other', () => {
    speak({ 'No data': 'Keine Daten' });
    expect(t('No data')).toBe('Keine Daten');
    expect(t('Complete')).toBe('Complete');
  });

  it('take their values in the order of the language', () => {
    speak({ '{0} of {1}': 'von {1} nur {0}' });
    expect(t('{0} of {1}', 3, '1,000')).toBe('von 1,000 nur 3');
  });

  it('never take a value for a placeholder: what a service says may look like one', () => {
    expect(t('{0} and {1}', '{1}', '$&')).toBe('{1} and $&');
  });

  it('count one thing as one', () => {
    const rows = [t('{0} row'), t('{0} rows')] as const;
    expect([0, 1, 2, 12_345].map((count) => formatCounted(count, rows))).toEqual([
      '0 rows',
      '1 row',
      '2 rows',
      '12,345 rows',
    ]);
  });
});

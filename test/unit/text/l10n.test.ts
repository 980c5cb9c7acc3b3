import { afterEach, describe, expect, it } from 'vitest';
import * as l10n from '@vscode/l10n';
import { formatCounted } from '#src/text/l10n';

afterEach(() => l10n.config({ contents: {} }));

describe('sentences', () => {
  it('fall back to English if there is no translation', () => {
    l10n.config({ contents: { 'No data': 'Keine Daten' } });
    expect(l10n.t('No data')).toBe('Keine Daten');
    expect(l10n.t('Complete')).toBe('Complete');
  });

  it('take their values in the order of the translation', () => {
    l10n.config({ contents: { '{0} of {1}': 'von {1} nur {0}' } });
    expect(l10n.t('{0} of {1}', 3, '1,000')).toBe('von 1,000 nur 3');
  });

  it('never mistake a value for a placeholder: a message from the service may look like one', () => {
    expect(l10n.t('{0} and {1}', '{1}', '$&')).toBe('{1} and $&');
  });

  it('use the singular for one', () => {
    const rows = [l10n.t('{0} row'), l10n.t('{0} rows')] as const;
    expect([0, 1, 2, 12_345].map((count) => formatCounted(count, rows))).toEqual([
      '0 rows',
      '1 row',
      '2 rows',
      '12,345 rows',
    ]);
  });
});

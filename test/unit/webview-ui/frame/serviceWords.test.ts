import { describe, expect, it } from 'vitest';
import { serviceWords } from '../../../../webview-ui/frame/serviceWords';
import { ended, resultState } from './resultStates';

describe('the words of the service', () => {
  const refused = {
    kind: 'ended' as const,
    advice: { title: 'Refused', explanation: '', next: [] },
  };

  it('are marked as such, cut at 300 characters and kept on one line', () => {
    const message = `a\n\u202Eb\t${'x'.repeat(500)}`;
    const outcome = { kind: 'badRequest' as const, message, isQuote: true as const };
    const words = serviceWords(resultState({ phase: { ...refused, outcome } }).phase);
    expect(words).toMatch(/^The service says: a b x+…$/);
    expect(words?.length).toBe('The service says: '.length + 300);
  });

  it('are not claimed for what the extension itself found', () => {
    expect(serviceWords(ended('unreachable', 'Lost', 'The connection was reset.'))).toBe(
      'The connection was reset.',
    );
  });

  it('are left out where there are none', () => {
    expect(serviceWords(ended('badRequest', 'Refused'))).toBeNull();
    expect(serviceWords(ended('badRequest', 'Refused', ' \n '))).toBeNull();
  });

  it('do not say a second time that the person cancelled', () => {
    expect(serviceWords(ended('cancelled', 'Cancelled', 'Cancelled.'))).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { serviceMessage } from '#view/frame/serviceMessage';
import { ended, resultState } from './resultStates';

describe('what the service said of a failure', () => {
  const refused = {
    kind: 'ended' as const,
    advice: { title: 'Refused', explanation: '', remedy: '', next: [] },
  };

  it('is quoted as a response of the service, on one line, with at most 300 characters', () => {
    const message = `a\n\u202Eb\t${'x'.repeat(500)}`;
    const outcome = { kind: 'badRequest' as const, message, isQuote: true as const };
    const words = serviceMessage(resultState({ phase: { ...refused, outcome } }).phase);
    expect(words).toMatch(/^Service response: a b x+…$/);
    expect(words?.length).toBe('Service response: '.length + 300);
  });

  it("isn't attributed to the service if the extension itself found it", () => {
    expect(serviceMessage(ended('unreachable', 'Lost', 'The connection was reset.'))).toBe(
      'The connection was reset.',
    );
  });

  it('is left out if the service said nothing', () => {
    expect(serviceMessage(ended('badRequest', 'Refused'))).toBeNull();
    expect(serviceMessage(ended('badRequest', 'Refused', ' \n '))).toBeNull();
  });

  it("doesn't repeat that the query was cancelled", () => {
    expect(serviceMessage(ended('cancelled', 'Canceled', 'Canceled.'))).toBeNull();
  });
});

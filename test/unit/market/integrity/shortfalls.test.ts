import { describe, expect, it } from 'vitest';
import type { Finding } from '#src/market/integrity/findings';
import type { FindingKind } from '#src/market/integrity/judgement';
import { shortfallsOf } from '#src/market/integrity/shortfalls';

const finding = (kind: FindingKind, count: number, severity: Finding['severity'] = 'problem'): Finding => ({
  kind,
  count,
  severity,
  text: `${kind} text`,
  shows: 'nothing',
});

describe('what a response lacks', () => {
  it("is what was due and didn't arrive, out of everything that was due", () => {
    const findings = [
      finding('series', 7, 'note'),
      finding('received', 1190, 'note'),
      finding('missing', 10),
      finding('absent', 1),
      finding('empty', 2),
    ];
    const [missing, ...others] = shortfallsOf(findings);
    expect(missing).toMatch(/10 .*1,200 /);
    expect(others).toEqual(['absent text', 'empty text']);
  });

  it("doesn't include what is still to come, or may rightly not be there", () => {
    const findings = [
      finding('received', 96, 'good'),
      finding('toCome', 40, 'note'),
      finding('unseen', 1, 'note'),
      finding('length', 4, 'note'),
      finding('missing', 0),
    ];
    expect(shortfallsOf(findings)).toEqual([]);
  });

  it('names the first reasons, and how many more there are', () => {
    const findings = (['nulls', 'duplicates', 'overlaps', 'outside', 'texts'] as const).map((kind) =>
      finding(kind, 1),
    );
    expect(shortfallsOf(findings)).toEqual(['nulls text', 'duplicates text', 'overlaps text', 'and 2 more']);
  });

  it('is everything if nothing was received', () => {
    expect(shortfallsOf([finding('missing', 96)])[0]).toMatch(/96 .*96 /);
  });
});

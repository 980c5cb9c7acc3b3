import { describe, expect, it } from 'vitest';
import type { Finding, FindingKind } from '../../../../src/market/integrity/findings';
import { shortfallsOf } from '../../../../src/market/integrity/shortfalls';

const finding = (kind: FindingKind, count: number, severity: Finding['severity'] = 'problem'): Finding => ({
  kind,
  count,
  severity,
  text: `${kind} text`,
  shows: 'nothing',
});

describe('what a response lacks', () => {
  it('is what was due and did not arrive, out of everything that was due', () => {
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

  it('does not include what is odd but there, still to come, or perhaps only spelled differently', () => {
    const findings = [
      finding('received', 96, 'good'),
      finding('nulls', 3),
      finding('duplicates', 3),
      finding('toCome', 40, 'note'),
      finding('absent', 1, 'note'),
      finding('missing', 0),
    ];
    expect(shortfallsOf(findings)).toEqual([]);
  });

  it('is everything if nothing was received', () => {
    expect(shortfallsOf([finding('missing', 96)])[0]).toMatch(/96 .*96 /);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jobText, type RangeJob } from '../../../../src/exports/job/job';
import { datasets, findDataset } from '../../../../src/market/datasets/datasets';
import { recordShapes } from '../../../../src/market/records/recordKinds';
import { propertyRuns } from '../../propertyRuns';
import { decoded } from '../pythonLiterals';
import { odd, oddConnection, secrets } from '../snippetRuns';
import { anyCharacter } from '../../anyText';

const prices = findDataset('dayahead-prices')!;
const jobOf = (more: Partial<RangeJob> = {}): RangeJob => ({
  dataset: prices,
  parameters: { deliveryarea: 'NO1' },
  from: '2026-03-28',
  to: '2026-03-30',
  connection: oddConnection('https://example.com', 'body'),
  ...more,
});

describe('the text of a job', () => {
  it('is ASCII, and names the variables of secrets, never a secret', () => {
    for (const dataset of datasets) {
      for (const clientAuthentication of ['basic', 'body', 'none'] as const) {
        const connection = oddConnection('https://example.com', clientAuthentication);
        const text = jobText(jobOf({ dataset, parameters: {}, connection }));
        expect(text).toMatch(/^[\n -~]*$/);
        for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
        for (const name of ['USERNAME', 'PASSWORD', 'HEADER_X_KEY'])
          expect(text).toContain(`MARKET_DATA_${name}`);
        expect(text.includes('MARKET_DATA_CLIENT_SECRET')).toBe(clientAuthentication !== 'none');
      }
    }
  });

  it('has no line that formatters would wrap, except for texts of a connection', () => {
    for (const dataset of datasets) {
      const connection = { ...oddConnection('https://example.com', 'basic'), clientId: 'id', scope: 'scope' };
      const lines = jobText(jobOf({ dataset, connection })).split('\n');
      expect(lines.filter((line) => line.length > 88 && !line.startsWith('#'))).toEqual([]);
    }
  });

  it('has the columns of its record kind, with their types, in order', () => {
    for (const dataset of datasets) {
      const [, columns = ''] = /\nCOLUMNS = \{\n([^}]*)\}/.exec(jobText(jobOf({ dataset }))) ?? [];
      const found = [...columns.matchAll(/"(.*)": "(.*)"/g)].map(([, name, type]) => [name, type]);
      expect(found).toEqual(recordShapes[dataset.record].columns.map(({ name, type }) => [name, type]));
    }
  });

  it('keeps any value of a parameter or setting within its own literal', () => {
    const plain = jobText(jobOf()).split('\n').length;
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: anyCharacter }), fc.constant(odd), fc.constant('"""\\')),
        (value) => {
          const connection = { ...oddConnection('https://example.com', 'body'), scope: value, name: value };
          const text = jobText(jobOf({ parameters: { deliveryarea: value }, connection }));
          expect(text).toMatch(/^[\n -~]*$/);
          const [, literal = ''] = /\nPARAMETERS = \{\n {4}"deliveryarea": (.*),\n\}/.exec(text) ?? [];
          expect(decoded(literal)).toBe(value);
          // An empty scope isn't sent, and a long name is put into parentheses.
          expect(Math.abs(text.split('\n').length - plain)).toBeLessThanOrEqual(2);
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });

  it('divides a day into windows only if requests have a period', () => {
    expect(jobText(jobOf({ windowMinutes: 240 }))).toContain('\nWINDOW_MINUTES: int | None = 240\n');
    expect(jobText(jobOf())).toContain('\nWINDOW_MINUTES: int | None = None\n');
    const curves = findDataset('dayahead-curves')!;
    expect(jobText(jobOf({ dataset: curves, parameters: {} }))).not.toContain('WINDOW_MINUTES');
  });

  it('for the sample service contains its public credentials, and says that it ends with the editor', () => {
    const text = jobText(jobOf({ sampleSignIn: { username: 'sample', password: 'sample' } }));
    expect(text).toContain('# MARKET_DATA_USERNAME=sample MARKET_DATA_PASSWORD=sample\n');
    expect(text).toContain('# The sample service runs only while VS Code is open.');
  });
});

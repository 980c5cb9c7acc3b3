import { describe, expect, it } from 'vitest';
import type { ResultState, View } from '#src/protocol/messages';
import { placeholderFor as placeholderAt } from '#view/frame/placeholder/placeholder';
import { statusSentence } from '#view/frame/status/statusLine';
import { ended, resultState, shownComparison, success } from '../resultStates';

const now = Date.parse('2026-11-27T05:55:00Z');
const placeholderFor = (state: ResultState, view: View) => placeholderAt(state, view, now);

const empty = { records: 0, rows: 0, bytes: 0 };

describe('a view with nothing to show', () => {
  it.each<[string, View, Partial<ResultState>]>([
    ['says that it is waiting for the first row', 'table', { ...empty, phase: { kind: 'asking' } }],
    ['reports a response without records', 'chart', { ...empty, phase: success }],
    ['says why there is no data', 'table', { ...empty, phase: ended('noData', 'No data') }],
    ['offers to run again', 'chart', { phase: { kind: 'gone' } }],
  ])('%s', (_, view, differing) => {
    const placeholder = placeholderFor(resultState(differing), view);
    expect(placeholder?.title).not.toBe('');
    expect(placeholder?.text).toMatch(/\.$/);
  });

  it('says nothing about a failure, which the message above explains', () => {
    const failed = resultState({ ...empty, phase: ended('timeout', 'Timed out') });
    for (const view of ['chart', 'table', 'json'] as const) {
      expect(placeholderFor(failed, view)).toMatchObject({ title: 'Nothing to show', offerRequest: true });
      expect(placeholderFor(failed, view)?.text).toBeUndefined();
    }
  });

  it('offers a next step however the query ended', () => {
    for (const phase of [success, ended('noData', 'No data'), ended('cancelled', 'Canceled')]) {
      const placeholder = placeholderFor(resultState({ ...empty, phase }), 'table');
      expect(placeholder?.offerRequest === true || (placeholder?.next?.length ?? 0) > 0).toBe(true);
    }
  });

  it('offers to run the query when published: first for a coming day, otherwise last; to stop waiting has the same place', () => {
    const nextRequest = Date.parse('2026-11-27T11:55:29.400Z');
    for (const phase of [success, ended('noData', 'No data')]) {
      const shown = (whenPublished: ResultState['whenPublished']) =>
        placeholderFor(resultState({ ...empty, phase, whenPublished }), 'chart');
      expect(shown(null)?.next).not.toContain('whenPublished');
      for (const [isComing, place] of [
        [true, 0],
        [false, -1],
      ] as const) {
        const offered = shown({ isComing, nextRequest: null });
        expect(offered?.next?.at(place)).toBe('whenPublished');
        expect(offered?.text).not.toContain('Waiting');
        expect(shown({ isComing, nextRequest })?.next?.at(place)).toBe('stopWaiting');
      }
      expect(shown({ isComing: true, nextRequest })?.text).toMatch(/ is sent at 2026-11-27 12:55:30\.$/);
    }
  });

  it('says when a query that waits continues, and which of two equal hours that is', () => {
    const untilEpochMs = Date.UTC(2026, 9, 25, 1, 0, 0, 400);
    const shown = placeholderFor(
      resultState({ ...empty, phase: { kind: 'waiting', untilEpochMs, reason: 'busy' } }),
      'table',
    );
    expect(shown?.text).toBe('The query continues automatically at 2026-10-25 02:00:01 +01:00.');
    expect(shown?.title).toBe('Waiting to retry');
  });

  const due = Date.parse('2026-11-27T11:55:00Z');
  const other = { label: 'Run for 27 Nov 2026', parameters: {} };
  /** What a person reads who asked for a coming day at `asked` and looks at `at`, by the clock of `timeZone`. */
  const coming = (asked: string, at: string, timeZone = 'Europe/Oslo', nextRequest: number | null = null) => {
    const likelyReasons = [
      { text: 'Published at about 12:55.', instead: [other], due },
      { text: 'NO9 is likely not in this dataset.', instead: [] },
    ];
    const whenPublished = { isComing: true, nextRequest };
    const startedEpochMs = Date.parse(`2026-11-27T${asked}Z`);
    const phase = ended('noData', 'No data');
    const state = resultState({ ...empty, phase, likelyReasons, whenPublished, startedEpochMs, timeZone });
    const seen = Date.parse(`2026-11-${at}Z`);
    const { title, text, instead, reasons, next } = placeholderAt(state, 'chart', seen) ?? {};
    return { status: statusSentence(state, seen), title, text, instead, reasons, next };
  };

  it("says that a coming day isn't published yet and when it will be, in the same words as the status line", () => {
    const shown = coming('05:55:00', '27T05:55:00');
    expect(shown).toMatchObject({
      status: 'Not published yet',
      title: 'Not published yet',
      text: 'Expected at 12:55 (in 6 h).',
      instead: [other],
    });
    expect(shown.next?.[0]).toBe('whenPublished');
    expect(shown.reasons).toMatchObject([{ text: 'NO9 is likely not in this dataset.' }]);
  });

  it.each([
    ['Expected at 12:55 (in 20 min).', '27T11:35:00', 'Europe/Oslo'],
    ['Expected at 12:55 (in 1 min).', '27T11:54:50', 'Europe/Oslo'],
    ['Expected at 12:55 (20 min ago).', '27T12:15:00', 'Europe/Oslo'],
    ['Expected at 12:55 (3 h ago).', '27T14:55:00', 'Europe/Oslo'],
    ['Expected at 11:55, which is 12:55 CET/CEST (in 6 h).', '27T05:55:00', 'UTC'],
    ['Expected on 27 Nov 2026 at 12:55.', '26T11:55:00', 'Europe/Oslo'],
  ])('says when data is due: %s', (words, at, zone) => {
    expect(coming('05:55:00', at, zone).text).toBe(words);
  });

  it("doesn't say that data isn't published yet if it was requested after it was due", () => {
    const shown = coming('12:00:00', '27T12:15:00');
    expect(shown).toMatchObject({ status: 'No data yet', title: 'No data yet' });
    expect(shown.text).toBe('Expected at 12:55 (20 min ago).');
  });

  it('says that data was not published when it was requested, once it may be', () => {
    const shown = coming('05:55:00', '27T11:55:00');
    expect(shown).toMatchObject({ status: "Wasn't published yet", title: "Wasn't published yet" });
  });

  it('says when the next request is sent instead of when data is due once the query waits', () => {
    expect(coming('05:55:00', '27T05:55:00', 'Europe/Oslo', due).text).toBe(
      'Waiting until the data is published. The next request is sent at 2026-11-27 12:55.',
    );
  });

  it('says that its query waits even if the empty response before it is gone', () => {
    const gone = {
      ...empty,
      phase: { kind: 'gone' },
      whenPublished: { isComing: false, nextRequest: 0 },
    } as const;
    const placeholder = placeholderFor(resultState(gone), 'chart');
    expect(placeholder?.next).toEqual(['runAgain', 'editQuery', 'stopWaiting']);
    expect(placeholder?.text).toMatch(/ Waiting until the data is published\./);
  });

  it('offers to run both queries of a comparison whose results are gone', () => {
    const source = shownComparison();
    const gone = resultState({ phase: { kind: 'gone' }, source });
    const placeholder = placeholderFor(gone, 'table');
    expect(placeholder?.next).toEqual(['runAgain']);
    expect(placeholder?.labels?.runAgain).toBe('Run Both Again');
    expect(placeholder?.text).toMatch(/Run both queries again to compare fresh results/);
  });

  it('leads from a comparison to the JSON of both results', () => {
    const { request } = resultState();
    const original = (label: string) => ({ label, parameters: [], request });
    const originals = [original('preliminary'), original('official')];
    const source = { ...shownComparison(), originals };
    const compared = resultState({ bytes: 0, source });
    expect(placeholderFor(compared, 'json')?.originals).toEqual(['preliminary', 'official']);
    expect(placeholderFor(compared, 'table')).toBeNull();
  });

  it("doesn't call two results empty because none of their rows could be compared", () => {
    const { request } = resultState();
    const originals = ['10 Mar 2026', '11 Mar 2026'].map((label) => ({ label, parameters: [], request }));
    const source = {
      ...shownComparison("192 rows aren't compared because their times can't be read"),
      originals,
    };
    const placeholder = placeholderFor(resultState({ ...empty, phase: success, source }), 'table');
    expect(placeholder?.title).toBe('Nothing to compare');
    expect(placeholder?.text).not.toMatch(/response|sent/);
    expect(placeholder?.originals).toEqual(['10 Mar 2026', '11 Mar 2026']);
  });

  it("isn't shown instead of rows, instead of JSON without rows, or ever instead of the request", () => {
    expect(placeholderFor(resultState(), 'table')).toBeNull();
    const bodyOnly = resultState({ rows: 0, records: 0, phase: ended('unexpectedResponse', 'Odd') });
    expect(placeholderFor(bodyOnly, 'json')).toBeNull();
    expect(placeholderFor(bodyOnly, 'table')).not.toBeNull();
    expect(placeholderFor(resultState({ phase: { kind: 'gone' } }), 'request')).toBeNull();
  });
});

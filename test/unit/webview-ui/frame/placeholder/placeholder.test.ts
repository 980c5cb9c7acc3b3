import { describe, expect, it } from 'vitest';
import type { ResultState, View } from '#src/protocol/messages';
import { placeholderFor } from '#view/frame/placeholder/placeholder';
import { ended, resultState, shownComparison, success } from '../resultStates';

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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { protocolVersion } from '../../../../src/messages';
import { answerReaders, readMessage } from '../../../../webview-ui/host/messageGuards';
import { ended, resultState } from '../frame/resultStates';

const version = protocolVersion;

describe('messages from the host', () => {
  it.each([
    { version, kind: 'state', state: resultState() },
    { version, kind: 'state', state: resultState({ phase: ended('timeout', 'T', 'why') }) },
    { version, kind: 'show', view: 'json' },
    { version, kind: 'answer', ask: 7, answer: { total: 0 } },
    { version, kind: 'refusal', ask: 7, message: 'Gone.' },
  ])('are read: %j', (message) => {
    expect(readMessage(message)).toEqual(message);
  });

  it.each([
    { version: version + 1, kind: 'show', view: 'json' },
    { version, kind: 'show', view: 'map' },
    { version, kind: 'reload' },
    { version, kind: 'refusal', ask: '7', message: 'Gone.' },
    { version, kind: 'state', state: { ...resultState(), columns: null } },
    { version, kind: 'state', state: { ...resultState(), phase: { kind: 'dreaming' } } },
    { version, kind: 'state' },
  ])('are dropped: %j', (message) => {
    expect(readMessage(message)).toBeNull();
  });

  it('never throw, whatever arrives', () => {
    const kinds = fc.constantFrom('state', 'show', 'answer', 'refusal', 'other');
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), kinds, (value, kind) => {
        readMessage(value);
        const near = readMessage({ version, kind, state: value, view: value, ask: value });
        for (const read of Object.values(answerReaders)) read(value);
        return near === null || (near.kind === 'answer' && typeof near.ask === 'number');
      }),
    );
  });
});

describe('answers', () => {
  const pageOf = (cell: unknown) => ({ total: 1, rows: [[cell]], origins: [0] });

  it('of rows hold texts, numbers, yes and no, or nothing', () => {
    for (const cell of ['12.10', 5, true, null]) {
      expect(answerReaders.rows(pageOf(cell))).toEqual(pageOf(cell));
    }
    expect(answerReaders.rows(pageOf({}))).toBeNull();
    expect(answerReaders.rows({ total: 1, rows: [] })).toBeNull();
  });

  it('of an empty chart keep their missing bounds, which arrive as null', () => {
    const chart = { kind: 'series', from: null, to: null, series: [], omitted: 0 };
    expect(answerReaders.chart(chart)).toEqual({ ...chart, from: NaN, to: NaN });
  });

  it('to one kind of question are none to another', () => {
    expect(answerReaders.json(pageOf(null))).toBeNull();
    expect(answerReaders.jsonFind({ match: null })).toEqual({ match: null });
    expect(answerReaders.rows({ match: null })).toBeNull();
  });
});

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FromView, type Phase, type ResultState } from '#src/protocol/messages';
import { connectToHost } from '#view/host/hostLink';
import { resultState } from '../frame/resultStates';

/** A view whose host is played by the test. */
function openView(said: unknown[] = []) {
  const posted: unknown[] = [];
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  const editor = { postMessage: (message: unknown) => posted.push(message) };
  vi.stubGlobal('marketDataPage', { editor, said });
  const onState = vi.fn();
  const onShow = vi.fn();
  const onRows = vi.fn();
  const onExport = vi.fn();
  const onMenu = vi.fn();
  const link = connectToHost({ onState, onShow, onRows, onExport, onMenu });
  link.listen();
  const say = (data: unknown) => page.dispatchEvent(Object.assign(new Event('message'), { data }));
  const drawFrame = () => frames.splice(0).forEach((draw) => draw());
  return { link, posted, say, drawFrame, onState, onShow, onRows, onExport, onMenu };
}

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the view and its host', () => {
  it('a state, a view to show, and an export to begin reach the page', () => {
    const { say, onState, onShow, onExport } = openView();
    say({ kind: 'state', state: resultState() });
    say({ kind: 'show', view: 'json' });
    expect(onExport).not.toHaveBeenCalled();
    say({ kind: 'export', preset: 'fixture' });
    expect(onExport.mock.calls).toEqual([['fixture', null]]);
    expect(onState).toHaveBeenCalledWith(resultState());
    expect(onShow).toHaveBeenCalledWith('json');
  });

  it('rows to show reach the page with the result that they belong to', () => {
    const { say, onRows } = openView();
    const rows = { key: { kind: 'nulls' }, text: 'rows that fail the check "complete"' };
    say({ kind: 'rows', result: 'r1', rows });
    expect(onRows).toHaveBeenCalledExactlyOnceWith('r1', rows);
  });

  it('messages sent before the scripts have loaded reach the page in order', () => {
    const { onState, onShow } = openView([
      { kind: 'state', state: resultState() },
      { kind: 'show', view: 'json' },
    ]);
    expect(onState).toHaveBeenCalledExactlyOnceWith(resultState());
    expect(onShow).toHaveBeenCalledExactlyOnceWith('json');
  });

  it('each question gets its own answer or error, in any order', async () => {
    const { link, posted, say } = openView();
    say({ kind: 'state', state: resultState() });
    const record = link.ask('record', { row: 3 });
    const gaps = link.ask('gaps', { most: 5 });
    expect(posted).toEqual([
      { kind: 'ask', result: 'r1', ask: 1, asked: { kind: 'record', question: { row: 3 } } },
      { kind: 'ask', result: 'r1', ask: 2, asked: { kind: 'gaps', question: { most: 5 } } },
    ]);
    say({ kind: 'refusal', ask: 2, message: 'This result is gone.' });
    say({ kind: 'answer', ask: 1, answer: { found: null } });
    await expect(gaps).rejects.toThrow('This result is gone.');
    await expect(record).resolves.toEqual({ found: null });
  });

  it('the host learns on which result a person acted, even if another result is shown when the message arrives', () => {
    const { link, posted, say } = openView();
    say({ kind: 'state', state: resultState() });
    link.act({ kind: 'cancel' });
    say({ kind: 'state', state: resultState({ id: 'r2' }) });
    link.act({ kind: 'cancel' });
    link.act({ kind: 'savePicture', png: new Uint8Array() }, 'r1');
    expect(posted.map((message) => (message as { result: string }).result)).toEqual(['r1', 'r2', 'r1']);
  });

  it('the chart that came with the state answers the first question about it, and no other', async () => {
    const { link, posted, say } = openView();
    const chart = { kind: 'series', from: null, to: null, series: [], omitted: 0 };
    say({ kind: 'state', state: resultState(), ahead: chart });
    void link.ask('chart', { width: 100, height: 50, from: 1, to: 2 });
    expect(posted).toHaveLength(1);
    await expect(link.ask('chart', { width: 100, height: 50 })).resolves.toMatchObject({ from: NaN });
    expect(posted).toHaveLength(1);
    void link.ask('chart', { width: 90, height: 50 });
    expect(posted).toHaveLength(2);
    say({ kind: 'state', state: resultState(), ahead: chart });
    say({ kind: 'state', state: resultState() });
    void link.ask('chart', { width: 100, height: 50 });
    expect(posted).toHaveLength(3);
  });

  it.each<[string, unknown[], Partial<ResultState>]>([
    ['is shown while more rows arrive', [], { revision: 2, phase: { kind: 'receiving' } }],
    ['is requested again once all rows are there', ['ask'], { revision: 2 }],
    ['is not mistaken for that of another result', ['ask'], { id: 'r2', phase: { kind: 'receiving' } }],
  ])('a chart that came before the scripts %s', (_, asks, next) => {
    const chart = { kind: 'series', from: 1, to: 2, series: [], omitted: 0 };
    const phase: Phase = { kind: 'receiving' };
    const { link, posted } = openView([
      { kind: 'state', state: resultState({ phase }), ahead: chart },
      { kind: 'state', state: resultState(next) },
    ]);
    void link.ask('chart', { width: 100, height: 50 });
    expect(posted.map((message) => (message as FromView).kind)).toEqual(asks);
  });

  it('the host learns once, and only after the frame, that the first answer has been drawn', async () => {
    vi.useFakeTimers();
    const { link, posted, say, drawFrame } = openView();
    const drawn = () => posted.filter((message) => (message as FromView).kind === 'drawn').length;
    const refused = link.ask('gaps', { most: 5 });
    say({ kind: 'refusal', ask: 1, message: 'No.' });
    await expect(refused).rejects.toThrow('No.');
    const answered = link.ask('record', { row: 3 });
    say({ kind: 'answer', ask: 2, answer: { found: null } });
    await answered;
    vi.runAllTimers();
    expect(drawn()).toBe(0);
    drawFrame();
    vi.runAllTimers();
    expect(drawn()).toBe(1);
    const next = link.ask('record', { row: 4 });
    say({ kind: 'answer', ask: 3, answer: { found: null } });
    await next;
    drawFrame();
    vi.runAllTimers();
    expect(drawn()).toBe(1);
  });

  it('an empty chart keeps its missing bounds, which arrive as null', async () => {
    const { link, say } = openView();
    const asked = link.ask('chart', { width: 100, height: 50 });
    const chart = { kind: 'series', from: null, to: null, series: [], omitted: 0 };
    say({ kind: 'answer', ask: 1, answer: chart });
    await expect(asked).resolves.toEqual({ ...chart, from: NaN, to: NaN });
  });

  it('messages of an unknown kind, or from another sender, are dropped', () => {
    const { say, onState, onShow } = openView();
    say({ view: 'json' });
    say({ kind: 'reload' });
    fc.assert(fc.property(fc.anything({ withNullPrototype: true }), (data) => void say(data)));
    expect(onState).not.toHaveBeenCalled();
    expect(onShow).not.toHaveBeenCalled();
  });
});

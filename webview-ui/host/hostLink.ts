import type { Questions, ResultState, RowsOfFinding, ToView, View, ViewAction } from '../../src/messages';
import { protocolVersion } from '../../src/messages';
import type { Chart, ChartQuestion } from '../../src/table/chartTypes';
import type { Host } from './pane';
import { restoreUnknown } from './unknownNumbers';

interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/**
 * What the page's own script has set up before this one was loaded: it has told the host that the page is
 * there, and keeps what the host says until somebody listens.
 */
declare const marketDataPage: { readonly editor: EditorApi; said: unknown[] | null };

interface PendingAsk {
  answer: (value: unknown) => void;
  refuse: (message: string) => void;
}

export interface HostLink extends Host {
  /** What `remember` last stored, before a reload or while hidden: outside data. */
  remembered(): unknown;
  /** Small and free of data of the result: it is written to disk. */
  remember(memory: unknown): void;
  /** Passes on what the host has said so far and from now on, starting with the state. */
  listen(): void;
}

/** Whether a message is from our host; messages from others, or of another version, are dropped. */
const isOfHost = (data: unknown): data is ToView =>
  typeof data === 'object' && data !== null && Reflect.get(data, 'version') === protocolVersion;

/** Whether a question is about the chart as it's first shown, of whatever size. */
const isInitial = (question: ChartQuestion) =>
  Object.keys(question).every((key) => key === 'width' || key === 'height');

/** Opens the one channel to the editor's host. */
export function connectToHost(listener: {
  onState: (state: ResultState) => void;
  onShow: (view: View) => void;
  onRows: (result: string, rows: RowsOfFinding | null) => void;
  onExport: () => void;
}): HostLink {
  const api = marketDataPage.editor;
  const pending = new Map<number, PendingAsk>();
  /** The initial chart of the latest state, until it's asked for. */
  let ahead: { readonly result: string; readonly chart: Chart } | undefined;
  /** The id of the result that is shown; empty before the first state. */
  let result = '';
  let asks = 0;
  let isDrawn = false;

  /** Says once that the first answer has been drawn: the host holds back most of a large response until then. */
  function sayDrawn(): void {
    if (isDrawn) return;
    isDrawn = true;
    requestAnimationFrame(() =>
      setTimeout(() => api.postMessage({ version: protocolVersion, kind: 'drawn' })),
    );
  }

  function settle(ask: number): PendingAsk | undefined {
    const waiting = pending.get(ask);
    pending.delete(ask);
    return waiting;
  }

  function listenTo({ state, ahead: chart }: Extract<ToView, { kind: 'state' }>): void {
    // Before the scripts are there, the next state may follow at once. While rows arrive, a chart of fewer of them is
    // better than none and is soon replaced; that of an ended result would stay.
    if (chart) ahead = { result: state.id, chart };
    else if (ahead?.result !== state.id || state.phase.kind !== 'receiving') ahead = undefined;
    result = state.id;
    listener.onState(state);
  }

  function hear(data: unknown): void {
    if (!isOfHost(data)) {
      console.warn('The result view dropped a message that it does not know.');
      return;
    }
    switch (data.kind) {
      case 'state':
        listenTo(data);
        break;
      case 'show':
        listener.onShow(data.view);
        break;
      case 'rows':
        listener.onRows(data.result, data.rows);
        break;
      case 'export':
        listener.onExport();
        break;
      case 'answer':
        settle(data.ask)?.answer(data.answer);
        break;
      case 'refusal':
        settle(data.ask)?.refuse(data.message);
        break;
    }
  }

  function send(kind: keyof Questions, question: unknown): Promise<unknown> {
    const ask = (asks += 1);
    api.postMessage({ version: protocolVersion, kind: 'ask', result, ask, asked: { kind, question } });
    return new Promise((resolve, reject) => {
      pending.set(ask, { answer: resolve, refuse: (message) => reject(new Error(message)) });
    });
  }

  return {
    async ask<Kind extends keyof Questions>(kind: Kind, question: Questions[Kind]['question']) {
      const given = kind === 'chart' && isInitial(question as ChartQuestion) ? ahead?.chart : undefined;
      if (given) ahead = undefined;
      // The host's answer has the type of its question, which the compiler can't know.
      const answer = (given ?? (await send(kind, question))) as Questions[Kind]['answer'];
      sayDrawn();
      if (kind === 'chart') restoreUnknown(answer as Chart);
      return answer;
    },
    act: (action: ViewAction, of = result) =>
      api.postMessage({ version: protocolVersion, kind: 'act', result: of, action }),
    remembered: () => api.getState(),
    remember: (memory) => api.setState(memory),
    listen() {
      const { said } = marketDataPage;
      marketDataPage.said = null;
      said?.forEach(hear);
      window.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(data));
    },
  };
}

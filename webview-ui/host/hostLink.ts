import type { ExportPreset } from '#src/protocol/exportOrder';
import type { ExportFormat } from '#src/protocol/formats';
import type {
  ContextItem,
  Questions,
  ResultState,
  RowsOfFinding,
  ToView,
  View,
  ViewAction,
} from '#src/protocol/messages';
import type { Chart } from '#src/protocol/charts/chart';
import type { ChartQuestion } from '#src/protocol/charts/chartQuestion';
import { restoreUnknown } from './unknownNumbers';

interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/**
 * Set up by the page's inline script before this one loads: it has told the host that the page is there, and
 * keeps the host's messages until somebody listens.
 */
declare const marketDataPage: { readonly editor: EditorApi; said: unknown[] | null };

interface PendingAsk {
  answer: (value: unknown) => void;
  refuse: (message: string) => void;
}

/** Whether a message is from our host; other messages are dropped. */
const isOfHost = (data: unknown): data is ToView =>
  typeof data === 'object' && data !== null && 'kind' in data;

/** Whether a question is for the initial chart, of any size. */
const isInitial = (question: ChartQuestion) =>
  Object.keys(question).every((key) => key === 'width' || key === 'height');

/** Opens the view's only channel to the host. */
export function connectToHost(listener: {
  onState: (state: ResultState) => void;
  onShow: (view: View) => void;
  onRows: (result: string, rows: RowsOfFinding | null) => void;
  onExport: (preset: ExportPreset, format: ExportFormat | null) => void;
  onMenu: (item: ContextItem) => void;
}) {
  const api = marketDataPage.editor;
  const pending = new Map<number, PendingAsk>();
  /** The initial chart that came with the latest state, until it's requested. */
  let ahead: { readonly result: string; readonly chart: Chart } | undefined;
  /** The id of the result that is shown; empty before the first state. */
  let result = '';
  let asks = 0;
  let isDrawn = false;

  /**
   * Tells the host once that the first answer has been drawn; until then, it holds back most of a large
   * response.
   */
  function sayDrawn(): void {
    if (isDrawn) return;
    isDrawn = true;
    requestAnimationFrame(() => setTimeout(() => api.postMessage({ kind: 'drawn' })));
  }

  function settle(ask: number): PendingAsk | undefined {
    const waiting = pending.get(ask);
    pending.delete(ask);
    return waiting;
  }

  function listenTo({ state, ahead: chart }: Extract<ToView, { kind: 'state' }>): void {
    // States may follow one another before the scripts are loaded. While rows arrive, a chart of some of them
    // is better than none and is soon replaced; for a result that has ended, it would stay.
    if (chart) ahead = { result: state.id, chart };
    else if (ahead?.result !== state.id || state.phase.kind !== 'receiving') ahead = undefined;
    result = state.id;
    listener.onState(state);
  }

  function hear(data: unknown): void {
    const message = isOfHost(data) ? data : null;
    switch (message?.kind) {
      case 'state':
        listenTo(message);
        break;
      case 'show':
        listener.onShow(message.view);
        break;
      case 'rows':
        listener.onRows(message.result, message.rows);
        break;
      case 'export':
        listener.onExport(message.preset, message.format ?? null);
        break;
      case 'menu':
        listener.onMenu(message.item);
        break;
      case 'answer':
        settle(message.ask)?.answer(message.answer);
        break;
      case 'refusal':
        settle(message.ask)?.refuse(message.message);
        break;
      case undefined:
      default: // of another sender
        console.warn('The result view dropped a message that it does not know.');
    }
  }

  function send(kind: keyof Questions, question: unknown): Promise<unknown> {
    const ask = (asks += 1);
    api.postMessage({ kind: 'ask', result, ask, asked: { kind, question } });
    return new Promise((resolve, reject) => {
      pending.set(ask, { answer: resolve, refuse: (message) => reject(new Error(message)) });
    });
  }

  return {
    async ask<Kind extends keyof Questions>(kind: Kind, question: Questions[Kind]['question']) {
      const given = kind === 'chart' && isInitial(question as ChartQuestion) ? ahead?.chart : undefined;
      if (given) ahead = undefined;
      // The answer has the type that belongs to its question, which the compiler can't know.
      const answer = (given ?? (await send(kind, question))) as Questions[Kind]['answer'];
      sayDrawn();
      if (kind === 'chart') restoreUnknown(answer as Chart);
      return answer;
    },
    act: (action: ViewAction, of = result) => api.postMessage({ kind: 'act', result: of, action }),
    /** What stays over a reload, or while the view is hidden. */
    stored: { read: (): unknown => api.getState(), write: (memory: unknown) => api.setState(memory) },
    /** Passes on the host's messages, past and future, starting with the state. */
    listen() {
      const { said } = marketDataPage;
      marketDataPage.said = null;
      said?.forEach(hear);
      window.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(data));
    },
  };
}

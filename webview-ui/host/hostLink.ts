import type { ResultState, ToView, View, ViewAction } from '../../src/messages';
import type { ViewQuestionKind, ViewQuestions } from '../../src/results/viewQuestions';
import { protocolVersion } from '../../src/messages';
import type { Chart } from '../../src/table/chartTypes';
import type { Host } from './pane';
import { restoreUnknown } from './unknownNumbers';

interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare const acquireVsCodeApi: () => EditorApi;

interface PendingAsk {
  answer: (value: unknown) => void;
  refuse: (message: string) => void;
}

export interface HostLink extends Host {
  /** What `remember` last stored, before a reload or while hidden: outside data. */
  remembered(): unknown;
  /** Small and free of data of the result: it is written to disk. */
  remember(memory: unknown): void;
  /** Tells the host that the view is listening; the host responds with the state. */
  ready(): void;
}

/** Whether a message is from our host; messages from others, or of another version, are dropped. */
const isOfHost = (data: unknown): data is ToView =>
  typeof data === 'object' && data !== null && Reflect.get(data, 'version') === protocolVersion;

/** Opens the one channel to the editor's host. */
export function connectToHost(listener: {
  onState: (state: ResultState) => void;
  onShow: (view: View) => void;
}): HostLink {
  const api = acquireVsCodeApi();
  const pending = new Map<number, PendingAsk>();
  let asks = 0;

  function settle(ask: number): PendingAsk | undefined {
    const waiting = pending.get(ask);
    pending.delete(ask);
    return waiting;
  }

  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isOfHost(data)) {
      console.warn('The result view dropped a message that it does not know.');
      return;
    }
    switch (data.kind) {
      case 'state':
        listener.onState(data.state);
        break;
      case 'show':
        listener.onShow(data.view);
        break;
      case 'answer':
        settle(data.ask)?.answer(data.answer);
        break;
      case 'refusal':
        settle(data.ask)?.refuse(data.message);
        break;
    }
  });

  return {
    async ask<Kind extends ViewQuestionKind>(kind: Kind, question: ViewQuestions[Kind]['question']) {
      const ask = (asks += 1);
      const sent = new Promise<unknown>((resolve, reject) => {
        pending.set(ask, { answer: resolve, refuse: (message) => reject(new Error(message)) });
      });
      api.postMessage({ version: protocolVersion, kind: 'ask', ask, asked: { kind, question } });
      // The host's answer has the type of its question, which the compiler can't know.
      const answer = (await sent) as ViewQuestions[Kind]['answer'];
      if (kind === 'chart') restoreUnknown(answer as Chart);
      return answer;
    },
    act: (action: ViewAction) => api.postMessage({ version: protocolVersion, kind: 'act', action }),
    remembered: () => api.getState(),
    remember: (memory) => api.setState(memory),
    ready: () => api.postMessage({ version: protocolVersion, kind: 'ready' }),
  };
}

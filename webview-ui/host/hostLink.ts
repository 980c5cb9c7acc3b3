import * as l10n from '@vscode/l10n';
import type { QuestionKind, Questions, ResultState, View, ViewAction } from '../../src/messages';
import { protocolVersion } from '../../src/messages';
import { answerReaders, readMessage } from './messageGuards';
import type { Host } from './pane';

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
  /** What `remember` last kept, before a reload or while hidden: outside data. */
  remembered(): unknown;
  /** Small and free of data of the result: it is written to disk. */
  remember(memory: unknown): void;
  /** Says that the view listens; the host answers with the state. */
  ready(): void;
}

/** Opens the one channel to the editor's host. Messages of another version or kind are dropped. */
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
    const message = readMessage(data);
    if (!message) {
      console.warn('The result view dropped a message that it does not know.');
      return;
    }
    switch (message.kind) {
      case 'state':
        listener.onState(message.state);
        break;
      case 'show':
        listener.onShow(message.view);
        break;
      case 'answer':
        settle(message.ask)?.answer(message.answer);
        break;
      case 'refusal':
        settle(message.ask)?.refuse(message.message);
        break;
    }
  });

  return {
    ask<Kind extends QuestionKind>(kind: Kind, question: Questions[Kind]['question']) {
      const ask = (asks += 1);
      return new Promise<Questions[Kind]['answer']>((resolve, reject) => {
        const read = answerReaders[kind];
        pending.set(ask, {
          answer: (value) => {
            const answer = read(value);
            if (answer) resolve(answer);
            else reject(new Error(l10n.t('The answer is not what was asked for.')));
          },
          refuse: (message) => reject(new Error(message)),
        });
        api.postMessage({ version: protocolVersion, kind: 'ask', ask, asked: { kind, question } });
      });
    },
    act: (action: ViewAction) => api.postMessage({ version: protocolVersion, kind: 'act', action }),
    remembered: () => api.getState(),
    remember: (memory) => api.setState(memory),
    ready: () => api.postMessage({ version: protocolVersion, kind: 'ready' }),
  };
}

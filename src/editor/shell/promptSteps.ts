import * as vscode from 'vscode';
import { setContext } from './commands';

/**
 * How a step ended. `finish`: the values entered so far are enough. `leave`: the flow was canceled. `stay`: the
 * flow has other steps now, and goes on with the one in this place.
 */
export type StepEnd<T> =
  | { kind: 'answer'; answer: T; isLast?: boolean }
  | { kind: 'back' }
  | { kind: 'finish' }
  | { kind: 'leave' }
  | { kind: 'stay' };

export interface StepFrame {
  title: string;
  /** Its number, if it is part of a flow. */
  step?: number;
  totalSteps?: number;
}

export interface PickStep<Item extends vscode.QuickPickItem> extends StepFrame {
  placeholder: string;
  /** The initial text: what was typed when the person left the step with Back. */
  typed?: string;
  /** Items for the typed text. Called on every keystroke, so it must be cheap and synchronous. */
  items(typed: string): readonly Item[];
  /**
   * Whether accepting the item ends the step, as by default. A line that is only an explanation does not. The items are
   * then made again, because they may say why.
   */
  accepts?: (item: Item) => boolean;
  /** Whether this is the item that Enter accepts when nothing is typed. */
  preferred?: (item: Item) => boolean;
  /** Whether this is the item that the typed text means, which Enter accepts. */
  meant?: (item: Item) => boolean;
  /** A button that ends the flow with the values entered so far. Ctrl+Enter accepts the item and ends it. */
  finish?: vscode.QuickInputButton;
  onTyped?: (typed: string) => void;
}

/** What Ctrl+Enter does in the prompt that is shown. */
const finishing = { run: (): void => undefined };

/** Accepts the selected item of the prompt that is shown, and ends its flow: the values entered so far are enough. */
export const finishPrompts = (): void => finishing.run();

/** The properties that all steps share. The buttons are placed after Back. */
const framed = ({ title, step, totalSteps }: StepFrame, ...buttons: vscode.QuickInputButton[]) => ({
  title,
  step,
  totalSteps,
  ignoreFocusOut: true,
  buttons: [...((step ?? 1) > 1 ? [vscode.QuickInputButtons.Back] : []), ...buttons],
});

/** A list to select from, in which free text may become an item. Esc cancels without side effects. */
export function pick<Item extends vscode.QuickPickItem>(step: PickStep<Item>): Promise<StepEnd<Item>> {
  const input = vscode.window.createQuickPick<Item>();
  Object.assign(input, {
    ...framed(step, ...(step.finish ? [step.finish] : [])),
    placeholder: step.placeholder,
    matchOnDescription: true,
    matchOnDetail: true,
    value: step.typed ?? '',
  });
  /** What the typed text means. */
  let meant: Item | undefined;
  /** Whether the editor has drawn it: Enter may be pressed before. */
  let isDrawn = false;
  const fill = (text: string) => {
    const typed = text.trim();
    input.items = step.items(typed);
    const isIt = typed === '' ? step.preferred : step.meant;
    meant = isIt && input.items.find(isIt);
    isDrawn = false;
    // Otherwise, the editor selects the line whose label begins like the text.
    if (meant) input.activeItems = [meant];
  };
  fill(input.value);
  return settle(input, (end, subscribe) => {
    let isLast = false;
    if (step.finish) {
      finishing.run = () => {
        isLast = true;
        // The editor knows which item is selected now; here, the last key may not have arrived yet.
        void vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      };
      setContext('canFinishPrompts', true);
      subscribe(
        new vscode.Disposable(() => {
          finishing.run = () => undefined;
          setContext('canFinishPrompts', false);
        }),
      );
    }
    subscribe(
      input.onDidChangeValue((typed) => {
        step.onTyped?.(typed);
        fill(typed);
      }),
      input.onDidChangeActive(() => (isDrawn = true)),
      input.onDidTriggerButton((button) => {
        if (button === vscode.QuickInputButtons.Back) end({ kind: 'back' });
        else end({ kind: 'finish' });
      }),
      input.onDidAccept(() => {
        const [selected] = input.selectedItems;
        // Nothing is selected while the editor replaces the lines, and Enter would be lost.
        const item = isDrawn ? (selected ?? meant) : (meant ?? selected);
        if (item && step.accepts?.(item) !== false) end({ kind: 'answer', answer: item, isLast });
        else fill(input.value);
        isLast = false;
      }),
    );
  });
}

export interface TextStep extends StepFrame {
  prompt: string;
  typed?: string;
  /** Masked, and never prefilled. */
  password?: boolean;
  placeholder?: string;
  /** Returns a problem, which blocks Enter, or `null`. Called on every keystroke, so it must be cheap. */
  problem?: (typed: string) => string | null;
  /** Whether the text, which was pasted, is all that the flow needs: it ends with `finish`, without Enter. */
  finishes?: (typed: string) => boolean;
}

/** A line of text. Esc cancels without side effects. */
export function typeText(step: TextStep): Promise<StepEnd<string>> {
  const input = vscode.window.createInputBox();
  Object.assign(input, {
    ...framed(step),
    prompt: step.prompt,
    placeholder: step.placeholder ?? '',
    password: step.password === true,
    value: step.password === true ? '' : (step.typed ?? ''),
  });
  const check = (typed: string) => {
    const message = step.problem?.(typed) ?? null;
    input.validationMessage = message ?? '';
    return message === null;
  };
  return settle(input, (end, subscribe) => {
    subscribe(
      input.onDidChangeValue((typed) => {
        if (step.finishes?.(typed) === true) end({ kind: 'finish' });
        else check(typed);
      }),
      input.onDidTriggerButton((button) => {
        if (button === vscode.QuickInputButtons.Back) end({ kind: 'back' });
      }),
      input.onDidAccept(() => {
        if (check(input.value)) end({ kind: 'answer', answer: input.value });
      }),
    );
  });
}

function settle<T>(
  input: vscode.QuickInput,
  wire: (end: (end: StepEnd<T>) => void, subscribe: (...subscriptions: vscode.Disposable[]) => void) => void,
): Promise<StepEnd<T>> {
  return new Promise((resolve) => {
    const subscriptions: vscode.Disposable[] = [];
    const end = (result: StepEnd<T>) => {
      resolve(result);
      vscode.Disposable.from(...subscriptions, input).dispose();
    };
    wire(end, (...more) => subscriptions.push(...more));
    // Esc, and everything else that closes the input without accepting a value.
    subscriptions.push(input.onDidHide(() => end({ kind: 'leave' })));
    input.show();
  });
}

/** A step of a flow. It receives its number and the total. */
export type Step = (step: number, totalSteps: number) => Promise<StepEnd<unknown>>;

/** The step of a flow that asks in this way, and passes the answer on. */
export const asking =
  <Answer>(
    ask: (position: { step: number; totalSteps: number }) => Promise<StepEnd<Answer>>,
    take: (answer: Answer) => void,
  ): Step =>
  async (step, totalSteps) => {
    const end = await ask({ step, totalSteps });
    if (end.kind === 'answer') take(end.answer);
    return end;
  };

/**
 * Runs the steps in order, and goes back one when a step ends with `back`. Steps given as a function may depend
 * on earlier answers. Resolves with false if the person canceled.
 */
export async function runSteps(steps: readonly Step[] | (() => readonly Step[])): Promise<boolean> {
  const now = () => (typeof steps === 'function' ? steps() : steps);
  let index = 0;
  for (let all = now(); index < all.length; all = now()) {
    const end = await all[index]?.(index + 1, all.length);
    if (end === undefined || end.kind === 'leave') return false;
    if (end.kind === 'finish' || (end.kind === 'answer' && end.isLast === true)) return true;
    if (end.kind === 'back') index = Math.max(0, index - 1);
    if (end.kind === 'answer') index += 1;
  }
  return true;
}

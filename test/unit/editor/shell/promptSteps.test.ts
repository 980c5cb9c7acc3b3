import { afterEach, expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import { pick, type StepEnd } from '#src/editor/shell/promptSteps';
import { doubleOf } from '../../doubleOf';
import { EventEmitter } from '../fakeVscode/values';

type Item = vscode.QuickPickItem & { isMeant?: boolean };

const typedItems = (typed: string): Item[] => [
  { label: 'today-8d' },
  ...(typed === 'today' ? [{ label: '2026-11-27', alwaysShow: true, isMeant: true }] : []),
];

/** A list that selects the line whose label begins like the text, as the editor does. */
function shownPrompt(accepts?: (item: Item) => boolean) {
  const [typed, accepted, hidden, active] = [
    new EventEmitter<string>(),
    new EventEmitter<void>(),
    new EventEmitter<void>(),
    new EventEmitter<Item[]>(),
  ];
  const input = {
    items: [] as Item[],
    activeItems: [] as Item[],
    selectedItems: [] as Item[],
    value: '',
    onDidChangeValue: typed.event,
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    onDidChangeActive: active.event,
    onDidTriggerButton: () => ({ dispose: () => undefined }),
    show: () => undefined,
    dispose: () => undefined,
  };
  vi.spyOn(vscode.window, 'createQuickPick').mockReturnValue(doubleOf<vscode.QuickPick<Item>>(input));
  const end: Promise<StepEnd<Item>> = pick<Item>({
    title: '',
    placeholder: '',
    items: typedItems,
    meant: ({ isMeant }) => isMeant === true,
    ...(accepts && { accepts }),
  });
  return {
    input,
    type: (text: string) => typed.fire(text),
    draws: () => active.fire(input.activeItems),
    accepts: (selected = input.items.slice(0, 1)) => {
      input.selectedItems = selected;
      accepted.fire();
      return end;
    },
  };
}

afterEach(() => vi.restoreAllMocks());

it('Enter runs the day that was typed, not an earlier one that begins with the same word', async () => {
  const prompt = shownPrompt();
  prompt.type('today');
  expect(prompt.input.activeItems).toMatchObject([{ label: '2026-11-27' }]);
  expect(await prompt.accepts()).toMatchObject({ kind: 'answer', answer: { label: '2026-11-27' } });
});

it("Enter isn't lost while the editor replaces the lines and none of them is selected", async () => {
  const prompt = shownPrompt();
  prompt.type('today');
  prompt.draws();
  expect(await prompt.accepts([])).toMatchObject({ kind: 'answer', answer: { label: '2026-11-27' } });
});

it('Enter runs the line that a person went to after typing', async () => {
  const prompt = shownPrompt();
  prompt.type('today');
  prompt.draws();
  expect(await prompt.accepts()).toMatchObject({ kind: 'answer', answer: { label: 'today-8d' } });
});

it("a line that Enter doesn't accept stays selected, and the next Enter is for that line, too", async () => {
  let asked = 0;
  const prompt = shownPrompt(() => (asked += 1) > 1);
  prompt.type('today');
  prompt.input.value = 'today';
  prompt.draws();
  prompt.input.activeItems = [];
  void prompt.accepts(prompt.input.items.slice(1));
  expect(prompt.input.activeItems).toMatchObject([{ label: '2026-11-27' }]);
  expect(await prompt.accepts([])).toMatchObject({ kind: 'answer', answer: { label: '2026-11-27' } });
});

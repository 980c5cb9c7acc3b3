import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JsonNode } from '#src/protocol/jsonTypes';
import { resultState } from '../unit/webview-ui/frame/resultStates';
import { drawn, openView, type Ask, type OpenView } from './openView';

let view: OpenView;
/** The questions about the JSON in order, except those that count matches. */
let asks: Ask[];
beforeEach(async () => {
  asks = [];
  view = await openView({
    answer: (open, message) => {
      const { ask, asked } = message;
      if (asked.kind === 'jsonCount') {
        const part = asked.question.from === 0 ? { upToMatch: 71, next: 9000 } : { upToMatch: 0, next: null };
        void open.say({ kind: 'answer', ask, answer: { total: 75, ...part } });
      } else if (/^json/.test(asked.kind)) asks.push(message);
    },
  });
});
afterEach(() => view.page.close());

/** A body with many fields whose values are this text. */
const fields = (text: string) =>
  Array.from({ length: 80 }, (_, index): JsonNode => {
    const start = 10 * index;
    return { name: `field ${index}`, index, kind: 'string', start, end: start + 9, text, cut: false };
  });

/** The question of this number, once the view has asked it. */
async function asked(index: number): Promise<Ask> {
  await vi.waitUntil(() => asks.length > index, { timeout: 15_000 });
  return asks[index]!;
}

async function answerBody(index: number, text: string): Promise<void> {
  const nodes = fields(text);
  const { ask } = await asked(index);
  await view.say({ kind: 'answer', ask, answer: { nodes, total: nodes.length, more: false } });
}

async function find(): Promise<void> {
  await view.page.getByRole('textbox', { name: 'Find' }).fill('field');
  await view.page.keyboard.press('Enter');
}

async function showJson(): Promise<void> {
  await view.show(resultState({ id: 'first' }));
  await view.page.getByRole('tab', { name: 'JSON' }).click();
}

it('a result is searched from its beginning, whatever was found in the previous one', async () => {
  await showJson();
  await answerBody(0, 'first');
  await view.page.getByText('first').first().waitFor();
  await find();
  const { ask } = await asked(1);
  const path = fields('first').slice(70, 71);
  await view.say({ kind: 'answer', ask, answer: { match: { at: 700, path } } });
  await view.page.locator('.json-item.match').waitFor();
  await view.page.getByText('71 of 150', { exact: true }).waitFor();
  const scrolled = () => view.page.getByRole('tree').evaluate(({ scrollTop }) => scrollTop);
  expect(await scrolled()).toBeGreaterThan(0);
  await view.show(resultState({ id: 'second' }));
  await answerBody(2, 'second');
  await view.page.getByText('second').first().waitFor();
  expect(await scrolled()).toBe(0);
  expect(await view.page.getByText(/of 150/).count()).toBe(0);
  await find();
  const { ask: again, asked: searched } = await asked(3);
  expect(searched.question).toEqual({ text: 'field', after: 0 });
  await view.say({ kind: 'answer', ask: again, answer: { match: null } });
  await view.page.getByText('No matches', { exact: true }).waitFor();
});

it('a body that arrives after the next result is shown never appears in that result', async () => {
  await showJson();
  await asked(0);
  await view.show(resultState({ id: 'second' }));
  await answerBody(1, 'second');
  await view.page.getByText('second').first().waitFor();
  await answerBody(0, 'first');
  // The view has read the answer before it asks something else.
  await find();
  await asked(2);
  expect(await view.page.getByText('first').count()).toBe(0);
  expect(await view.page.getByText('second').count()).toBe(80);
});

it("a node that couldn't be read isn't reported below the next result", async () => {
  await showJson();
  const { ask } = await asked(0);
  const [field] = fields('first');
  const nodes: JsonNode[] = [{ ...field!, kind: 'object' }, field!];
  await view.say({ kind: 'answer', ask, answer: { nodes, total: 2, more: false } });
  await view.page.getByRole('treeitem').first().click();
  await asked(1);
  await view.show(resultState({ id: 'second' }));
  await answerBody(2, 'second');
  await view.page.getByText('second').first().waitFor();
  await view.say({ kind: 'refusal', ask: asks[1]!.ask, message: 'The stored response is gone.' });
  await drawn(view.page);
  expect(await view.page.getByText('The stored response is gone.').count()).toBe(0);
});

/** A record with a field, expanded, as the view asks for it. */
async function showRecord(): Promise<void> {
  await showJson();
  const { ask } = await asked(0);
  const [field] = fields('first');
  const record: JsonNode = {
    ...field!,
    name: null,
    kind: 'object',
    start: 1,
    end: 30,
    text: '{"field 0": …',
  };
  await view.say({ kind: 'answer', ask, answer: { nodes: [record], total: 1, more: false } });
  const { ask: expanded } = await asked(1);
  await view.say({ kind: 'answer', ask: expanded, answer: { nodes: [field!], total: 1, more: false } });
  await view.page.getByRole('treeitem', { name: 'field 0: first' }).waitFor();
}

it('moves by key to the rows around it, into a value and back to its container, and collapses and expands it', async () => {
  await showRecord();
  const record = view.page.getByRole('treeitem').first();
  await record.focus();
  const press = async (...keys: string[]) => {
    for (const key of keys) await view.page.keyboard.press(key);
    return view.page.evaluate(() => document.activeElement?.getAttribute('aria-level'));
  };
  expect(await press('ArrowRight')).toBe('2');
  expect(await press('ArrowUp', 'ArrowDown', 'Home', 'End')).toBe('2');
  expect(await press('ArrowLeft')).toBe('1');
  expect([await press('ArrowLeft'), await record.getAttribute('aria-expanded')]).toEqual(['1', 'false']);
  expect([await press('ArrowRight'), await record.getAttribute('aria-expanded')]).toEqual(['1', 'true']);
});

it('copies the path of the current value by key and from the menu, and says so', async () => {
  await showRecord();
  await view.page.getByRole('treeitem').first().focus();
  await view.page.keyboard.press('ArrowDown');
  await view.page.keyboard.press('Alt+Shift+C');
  const { ask, asked: path } = await asked(2);
  expect(path).toEqual({ kind: 'jsonPath', question: { at: 0 } });
  await view.say({ kind: 'answer', ask, answer: { path: "$[0]['field 0']" } });
  await view.page.locator('.notice:not(.wrong)', { hasText: "Copied $[0]['field 0']." }).waitFor();
  expect(view.actions()).toEqual(['copyText']);
  await view.page.getByRole('treeitem').first().click({ button: 'right' });
  await view.say({ kind: 'menu', item: 'copyPath' });
  expect((await asked(3)).asked).toEqual({ kind: 'jsonPath', question: { at: 1 } });
});

it('goes to a path, which begins as the path of the current value, and says what is wrong with a path', async () => {
  await showRecord();
  await view.page.getByRole('treeitem').first().focus();
  await view.page.keyboard.press('Control+g');
  const { ask } = await asked(2);
  await view.say({ kind: 'answer', ask, answer: { path: '$[0]' } });
  const field = view.page.getByRole('textbox', { name: 'Go to path' });
  await expect.poll(() => field.inputValue()).toBe('$[0]');
  await field.fill('$[0].price');
  await view.page.keyboard.press('Enter');
  const { ask: wrong, asked: question } = await asked(3);
  expect(question).toEqual({ kind: 'jsonAt', question: { path: '$[0].price' } });
  await view.say({ kind: 'refusal', ask: wrong, message: '$[0] has no field "price".' });
  // In the color of problems, unlike what was copied.
  await view.page.locator('.notice.wrong', { hasText: '$[0] has no field "price".' }).waitFor();
  await field.fill("$[0]['field 0']");
  await view.page.keyboard.press('Enter');
  const { ask: right } = await asked(4);
  const [last] = fields('first');
  const record = { ...last!, name: null, kind: 'object' as const, start: 1, end: 30 };
  await view.say({ kind: 'answer', ask: right, answer: { path: [record, last!] } });
  const focused = () => view.page.evaluate(() => document.activeElement?.textContent ?? '');
  await expect.poll(focused).toContain('field 0');
  expect(await view.page.getByText('has no field').count()).toBe(0);
});

import { expect, it } from 'vitest';
import { HistoryTree } from '#src/editor/history/historyTree';
import { newPlace, openHistory } from '../../history/histories';

it("a row ends in its connection if that isn't the selected one, and otherwise names it after its rows", async () => {
  const place = newPlace();
  const { history, record } = openHistory(place);
  record('[]', { rows: 96, parameters: { deliveryarea: 'NO1' } });
  await history.list();
  let selected = 'mine';
  const tree = new HistoryTree(
    place.root,
    () => selected,
    () => undefined,
  );
  const rows = async () => {
    const days = await tree.childrenOf(undefined);
    const entries = await Promise.all(days.map((day) => tree.childrenOf(day)));
    return entries.flat().map((node) => {
      const { label, description } = tree.itemOf(node);
      return [label, String(description).replace(/^\d\d:\d\d · /, '')];
    });
  };
  try {
    expect(await rows()).toEqual([['Prices · NO1', '96 rows · mine']]);
    selected = 'sandbox';
    expect(await rows()).toEqual([['Prices · NO1 · mine', '96 rows']]);
  } finally {
    tree.dispose();
  }
});

it('a tooltip makes no link and no icon of what the service says', async () => {
  const place = newPlace();
  const { history, record } = openHistory(place);
  record(undefined, {
    connection: '$(bug)',
    outcome: { kind: 'unexpectedResponse', status: 200, message: '[click](command:x) $(bug)\nmore' },
  });
  await history.list();
  const tree = new HistoryTree(
    place.root,
    () => 'sandbox',
    () => undefined,
  );
  try {
    const [day] = await tree.childrenOf(undefined);
    const [node] = await tree.childrenOf(day);
    const { tooltip, label } = tree.explain(tree.itemOf(node!), node!);
    expect(label).toBe('Prices · NO1 · $ (bug)');
    expect(tooltip).toContain('[click] (command:x) $ (bug) more');
    expect(tooltip).not.toContain('$(');
  } finally {
    tree.dispose();
  }
});

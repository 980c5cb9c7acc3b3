import { expect, it } from 'vitest';
import { HistoryTree } from '#src/editor/history/historyTree';
import { newPlace, openHistory } from '../../history/histories';

it("a row is followed by its time only, ends in its connection if that isn't the selected one, and its tooltip has the rest", async () => {
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
      const { label, description, accessibilityInformation } = tree.itemOf(node);
      expect(accessibilityInformation?.label).toContain('96 rows');
      expect(tree.explain(tree.itemOf(node), node).tooltip).toMatch(/^Run on mine at [^]*^96 rows$/m);
      return [label, String(description).replace(/^\d\d:\d\d/, 'time')];
    });
  };
  try {
    expect(await rows()).toEqual([['Prices · NO1', 'time']]);
    selected = 'sandbox';
    expect(await rows()).toEqual([['Prices · NO1 · mine', 'time']]);
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

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from '../../../scripts/checkout.mjs';
import { quarterHoursToday } from '../../ui/resultView';
import { openWindow, type EditorWindow } from '../../ui/support';
import { productFolder } from '../ours/product';
import type { Bench } from '../parts';
import type { Report } from '../report';
import { spreadOf } from '../sampling';
import { chartAgainAt, noteFirstSight, type Sighted } from './windowProbe';

/** A new tab may take twice as long as an empty one, and a reused tab this many milliseconds. */
const emptyTabs = 2;
const takenOverGoal = 100;

const emptyCommand = 'Bench: Open Empty View';

/** Writes an extension whose only command opens a tab with an empty page. */
function writeEmptyView(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const command = { command: 'bench.emptyView', title: emptyCommand };
  const manifest = {
    name: 'empty-view',
    publisher: 'bench',
    version: '0.0.0',
    engines: { vscode: '^1.100.0' },
    main: './main.js',
    activationEvents: [],
    contributes: { commands: [command] },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(folder, 'main.js'),
    `const vscode = require('vscode');
exports.activate = () => vscode.commands.registerCommand('bench.emptyView', () => {
  const panel = vscode.window.createWebviewPanel('bench.empty', 'Empty', vscode.ViewColumn.Active, { enableScripts: true });
  panel.webview.html = '<!DOCTYPE html><html><body><p id="empty-view">Empty</p></body></html>';
});`,
  );
}

/**
 * When a tab first drew a frame with the element, in epoch milliseconds; not before `began`. The page records
 * it (`noteFirstSight`).
 */
async function firstSightOf({ page }: EditorWindow, selector: string, began: number): Promise<number> {
  for (let turn = 0; turn < 600; turn += 1) {
    await page.waitForTimeout(50);
    for (const frame of page.frames()) {
      const seen = await frame
        .evaluate((wanted) => (globalThis as Sighted).firstSights?.[wanted], selector)
        .catch(() => undefined);
      if (seen !== undefined && Number.isFinite(seen) && seen >= began) return seen;
    }
  }
  throw new Error(`Nothing shows ${selector}.`);
}

/** Milliseconds from the command to the first frame with the element, in a tab that the command opens. */
async function opened(window: EditorWindow, command: string, selector: string): Promise<number> {
  await window.command('View: Close All Editors');
  await window.paletteEntry(command);
  const began = Date.now();
  await window.page.keyboard.press('Enter');
  return (await firstSightOf(window, selector, began)) - began;
}

/** Opens new tabs in turn with empty ones in another window, and a tab that is reused for another day. */
export async function tabs({ size }: Bench): Promise<Report> {
  const turns = size === 'all' ? 11 : 5;
  const folder = join(cache, `empty-view-${process.pid}`);
  writeEmptyView(folder);
  const window = await openWindow({ name: 'bench-tabs', extension: productFolder });
  const emptyWindow = await openWindow({ name: 'bench-empty-tabs', extension: folder });
  try {
    const chart = `.chart-plot[aria-label*="${2 * quarterHoursToday()} values"]`;
    const empty = '#empty-view';
    await window.page.addInitScript(noteFirstSight, [chart]);
    await emptyWindow.page.addInitScript(noteFirstSight, [empty]);
    const samples: Record<'ours' | 'empty', number[]> = { ours: [], empty: [] };
    // The first tabs aren't counted: they start the sample service, the thread, and parts of the editor.
    for (let turn = 0; turn <= turns; turn += 1) {
      const [our, none] = [
        await opened(window, 'Market Data: Show Sample Prices', chart),
        await opened(emptyWindow, emptyCommand, empty),
      ];
      if (turn === 0) continue;
      samples.ours.push(our);
      samples.empty.push(none);
    }
    await opened(window, 'Market Data: Show Sample Prices', chart);
    const frame = await window.resultFrame();
    const again: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) again.push(await frame.evaluate(chartAgainAt));
    return {
      title: 'Tabs in a real window',
      reference: 'an empty webview',
      lines: [
        {
          what: 'command to the drawn chart of a day of prices, in a new tab',
          unit: 'ms',
          ours: spreadOf(samples.ours),
          reference: spreadOf(samples.empty),
          goal: emptyTabs,
        },
        {
          what: 'Previous Day to the drawn chart, in the same tab',
          unit: 'ms',
          ours: spreadOf(again),
          goal: takenOverGoal,
        },
      ],
      notes: ['VS Code in a browser that draws without a graphics card, on the same machine.'],
    };
  } finally {
    await window.close();
    await emptyWindow.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

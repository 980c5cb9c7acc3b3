import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';

interface Watched {
  name: string;
  /** Path of the folder with all data of the window's server. */
  data: string;
  /** How often the page was loaded. More than once without a reload means that it restarted by itself. */
  loads: number;
}

const watched = new Map<Page, Watched>();

/** Remembers the window until it closes, so that a failed test can say what it showed. */
export function watch(page: Page, name: string, data: string): void {
  const window: Watched = { name, data, loads: 0 };
  watched.set(page, window);
  page.on('framenavigated', (frame) => (window.loads += frame === page.mainFrame() ? 1 : 0));
  page.once('close', () => watched.delete(page));
}

/** Parts of the workbench that say why a test doesn't find what it waits for, by selector. */
const parts = {
  tabs: '.tabs-container [role=tab]',
  dialog: '.monaco-dialog-box',
  prompt: '.quick-input-widget',
  notification: '.notification-list-item',
  status: '.statusbar-item.has-command',
} as const;

/** Logs of the server, its extension hosts, and this extension, each with what is a problem in it. */
const problems: Readonly<Record<string, RegExp>> = {
  'server.log': /exited|terminated/i,
  'remoteexthost.log': /\[error\]/,
  'Market Data Explorer.log': /\[(warning|error)\]/,
};

/** The last problems in the logs of a server. */
function lastProblems(data: string): string[] {
  return readdirSync(data, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    const name = basename(file);
    const problem = problems[name];
    if (!problem) return [];
    const lines = readFileSync(join(data, file), 'utf8').split('\n');
    return lines
      .filter((line) => problem.test(line))
      .slice(-2)
      .map((line) => `${name}: ${line}`);
  });
}

/** What each open window shows and what its logs say: a failure on another machine can't be looked at. */
export async function reportWindows(): Promise<string[]> {
  return Promise.all(
    [...watched].map(async ([page, { name, data, loads }]) => {
      const shown = await Promise.race([
        page.evaluate((selectors) => {
          const visible = (selector: string) =>
            [...document.querySelectorAll<HTMLElement>(selector)]
              .filter((each) => each.checkVisibility())
              .map((each) => (each.innerText.trim() || each.ariaLabel) ?? '')
              .join(' | ');
          return Object.entries(selectors)
            .map(([part, selector]) => `${part}: ${visible(selector)}`)
            .join('; ');
        }, parts),
        page.waitForTimeout(5_000).then(() => 'does not answer'),
      ]).catch(String);
      const lines = [`Window "${name}", loaded ${loads} times, shows ${shown}`, ...lastProblems(data)];
      return lines.join('\n').replace(/\n+/g, ' / ');
    }),
  );
}

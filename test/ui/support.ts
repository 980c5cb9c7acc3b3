import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, Frame, Locator, Page } from 'playwright-core';
import { keepSecrets, launchBrowser } from '../harness/browser.mjs';
import { cache, createWorkspace, root, testResults } from '../../scripts/checkout.mjs';
import { installVSCode, startServer, writeSettings } from '../../scripts/vscode.mjs';
import type { Version } from '../../scripts/vscode.mjs';
import { watch } from './windowReport';

/** The version that the environment variable `MDE_VSCODE` names, by default the newest. */
export const defaultVersion: Version = process.env['MDE_VSCODE'] === 'oldest' ? 'oldest' : 'newest';

/** The oldest VS Code rejects every modal dialog in an automated window. */
export const refusesQuestions = defaultVersion === 'oldest';

/** The four kinds of themes, by the one that VS Code sets itself. */
export const themes = ['Light', 'Dark', 'Dark High Contrast', 'Light High Contrast'] as const;
export type Theme = (typeof themes)[number];

/** A theme that ships with VS Code: its name in the list, and its id in a view's document. */
export interface ShippedTheme {
  label: string;
  id: string;
}

/** All themes of the VS Code that is driven. */
export async function shippedThemes(): Promise<ShippedTheme[]> {
  const { server } = await installVSCode(defaultVersion);
  const folder = join(dirname(server), '..', 'extensions');
  const json = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));
  return readdirSync(folder)
    .filter((name) => name.startsWith('theme-'))
    .flatMap((name) => {
      const { contributes } = json(`${name}/package.json`) as {
        contributes: { themes?: ShippedTheme[] };
      };
      const labels = json(`${name}/package.nls.json`) as Record<string, string>;
      return (contributes.themes ?? []).map(({ label, id }) => ({
        id,
        label: labels[label.replaceAll('%', '')] ?? label,
      }));
    });
}

/** The names of the light and dark themes change from version to version. */
const themeLabel = (theme: string): string => {
  if (theme === 'Light' || theme === 'Dark') {
    return `${theme} ${defaultVersion === 'oldest' ? 'Modern' : '2026'}`;
  }
  return theme;
};

export interface WindowOptions {
  /** Names the folder below test-results/ that gets this window's screenshots. */
  name: string;
  /** Default: `defaultVersion`. */
  version?: Version;
  /** User settings (full keys) over those that keep a window quiet. */
  settings?: Record<string, unknown>;
  /** The workspace folder's files: relative path to text. */
  files?: Record<string, string>;
  /** The extension under development; this checkout unless a test brings its own. */
  extension?: string;
}

/** A problem in the page that no user sees. */
export interface Complaint {
  /** `policy`: the Content-Security-Policy blocked something. */
  kind: 'error' | 'policy' | 'exception';
  text: string;
  /** Address of the document or script that it came from. */
  source: string;
}

export interface EditorWindow {
  readonly page: Page;
  /** Absolute path of the workspace folder. */
  readonly workspace: string;
  /** All problems that the workbench and its frames reported. */
  readonly complaints: readonly Complaint[];
  /** Problems in webviews, of which none is expected in normal use. */
  viewComplaints(): readonly Complaint[];
  /** Opens the command palette and finds a command by its title: `Market Data: Run Query`. */
  paletteEntry(title: string): Promise<Locator>;
  /** Runs a command by its title, as a person does. */
  command(title: string): Promise<void>;
  /** The open quick pick or input box. */
  readonly prompt: Locator;
  /** Picks the item with this label in the open quick pick. */
  pick(label: string): Promise<void>;
  /**
   * Runs a command and picks from its list, again if the list closes because a closing tab takes the focus.
   */
  commandAndPick(title: string, label: string): Promise<void>;
  /** Replaces the text of the open prompt and confirms. */
  answer(text: string): Promise<void>;
  /**
   * A notification with these words, from the notification center: in a driven window, notifications don't
   * appear by themselves.
   */
  notification(words: string | RegExp): Promise<Locator>;
  /** Writes more user settings and loads the page again: on a server, VS Code may miss the change. */
  set(settings: Record<string, unknown>): Promise<void>;
  /** Changes the colors while the window is open, to one of `themes` or `shippedThemes`. */
  theme(theme: string): Promise<void>;
  /** The frame of the visible result view: the document that holds `#market-data`. */
  resultFrame(): Promise<Frame>;
  /** Saves test-results/ui-…/NAME.png and resolves with its path. */
  screenshot(name: string): Promise<string>;
  /**
   * What VS Code has written down, without the escapes of texts in texts: after a reload, only these editors are
   * open, and the extension remembers only this. In a browser, VS Code writes every few seconds.
   */
  writtenState(): Promise<string>;
  /** Reloads the page, as a person does after a restart; the server keeps running. */
  reload(): Promise<void>;
  /** Resets the window to its initial state, in a light theme, except for what is remembered. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

// A worker of vitest would work on without the process that it reports to.
process.once('disconnect', () => process.exit());

const viewport = { width: 1400, height: 900 };

/**
 * Opens a real VS Code window on a fresh folder, in a browser without a screen. A start that hangs, as one of
 * hundreds does on a machine with other work, is tried once more.
 */
export async function openWindow(options: WindowOptions): Promise<EditorWindow> {
  try {
    return await openFreshWindow(options);
  } catch (problem) {
    console.warn(`The window "${options.name}" did not open, and is opened once more.`, problem);
    return openFreshWindow(options);
  }
}

async function openFreshWindow(options: WindowOptions): Promise<EditorWindow> {
  const { name, settings = {}, files = {}, extension = root } = options;
  const version = options.version ?? defaultVersion;
  const data = join(cache, 'runs', `ui-${version}`, name);
  rmSync(data, { recursive: true, force: true });
  const workspace = createWorkspace(data);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  let current = {
    'security.workspace.trust.enabled': false,
    // A pointer that rests on the tree would open a tooltip over the next thing to be clicked.
    'workbench.hover.delay': 600_000,
    ...settings,
  };
  const server = await startServer({ version, data, settings: current });
  let browser: Browser | undefined;
  try {
    browser = await launchBrowser();
    const context = await browser.newContext({
      viewport,
      locale: 'en-US',
      reducedMotion: 'reduce',
      timezoneId: 'UTC',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await keepSecrets(context);
    const page = await context.newPage();
    watch(page, name, data);
    const complaints = listen(page);
    await page.goto(
      server.address(workspace, [
        ['extensionDevelopmentPath', server.remote(extension)],
        ['skipWelcome', 'true'],
      ]),
    );
    await ready(page);
    const prompt = page.locator('.quick-input-widget');
    const reload = async () => {
      await page.reload();
      await ready(page);
    };
    const close = async () => {
      await browser?.close();
      await server.stop();
    };
    let isThemeChanged = false;
    const theme = async (name: string) => {
      const label = themeLabel(name);
      await runFromPalette(page, 'Preferences: Color Theme');
      await prompt.getByRole('textbox').fill(label);
      const named = prompt.getByRole('option', { name: label, exact: true });
      await named
        .or(prompt.getByRole('option', { name: `${label}, ` }))
        .first()
        .click();
      await prompt.waitFor({ state: 'hidden' });
      isThemeChanged = true;
    };
    return {
      page,
      workspace,
      complaints,
      prompt,
      viewComplaints: () => complaints.filter(({ source }) => source.includes('/webview/')),
      paletteEntry: (title) => paletteEntry(page, title),
      command: (title) => runFromPalette(page, title),
      async pick(label) {
        await prompt.getByRole('option', { name: label }).first().click();
      },
      async commandAndPick(title, label) {
        for (let turn = 1; ; turn += 1) {
          await runFromPalette(page, title);
          try {
            await prompt.getByRole('option', { name: label }).first().click({ timeout: 5_000 });
            return;
          } catch (problem) {
            if (turn === 5) throw problem;
          }
        }
      },
      async answer(text) {
        await prompt.getByRole('textbox').fill(text);
        await page.keyboard.press('Enter');
      },
      notification: (words) => notification(page, words),
      async set(more) {
        current = { ...current, ...more };
        writeSettings(join(data, 'user'), current);
        await reload();
      },
      theme,
      resultFrame: () => resultFrame(page),
      async screenshot(picture) {
        const path = join(testResults, `ui-${version}`, name, `${picture}.png`);
        await page.screenshot({ path });
        return path;
      },
      writtenState: () => writtenState(page),
      reload,
      async tidy() {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await runFromPalette(page, 'View: Close All Editors');
        // High contrast draws lines differently, and test files run in any order.
        if (isThemeChanged) await theme('Light');
        isThemeChanged = false;
        complaints.length = 0;
      },
      close,
    };
  } catch (problem) {
    await browser?.close();
    await server.stop();
    throw problem;
  }
}

function listen(page: Page): Complaint[] {
  const complaints: Complaint[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const text = message.text();
    const kind = text.includes('Content Security Policy directive') ? 'policy' : 'error';
    complaints.push({ kind, text, source: message.location().url });
  });
  page.on('pageerror', (error) => {
    complaints.push({ kind: 'exception', text: error.message, source: error.stack ?? '' });
  });
  return complaints;
}

/** The extension host is ready when the status bar no longer says that it is connecting. */
async function ready(page: Page): Promise<void> {
  await page.locator('.monaco-workbench').waitFor();
  await page.locator('.statusbar-item[id="status.host"]').waitFor();
}

/** Commands of an extension that is still being read are not listed yet: looks again and again. */
async function paletteEntry(
  page: Page,
  title: string,
  use: (entry: Locator) => Promise<void> = (entry) => entry.waitFor({ timeout: 2_000 }),
): Promise<Locator> {
  const prompt = page.locator('.quick-input-widget');
  const entry = prompt.getByRole('option', { name: title }).first();
  for (let turn = 1; ; turn += 1) {
    await page.keyboard.press('F1');
    try {
      // A list that is just closing swallows the key.
      await prompt.getByRole('textbox').fill(`>${title}`, { timeout: 2_000 });
      await use(entry);
      return entry;
    } catch (problem) {
      await page.keyboard.press('Escape');
      if (turn === 15) throw problem;
    }
  }
}

/** Runs the command again if the palette closes, because what was open before may take the focus late. */
async function runFromPalette(page: Page, title: string): Promise<void> {
  await paletteEntry(page, title, (entry) => entry.click({ timeout: 2_000 }));
}

/** Opens the notification center again if it closes, as it does when an earlier notification goes. */
async function notification(page: Page, words: string | RegExp): Promise<Locator> {
  const all = page.locator('.notification-list-item');
  const found = all.filter({ hasText: words }).first();
  for (let turn = 1; turn <= 4; turn += 1) {
    await runFromPalette(page, 'Notifications: Show Notifications');
    const isThere = await found.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    if (isThere) return found;
  }
  const others = (await all.allInnerTexts()).join('\n');
  throw new Error(`No notification says ${String(words)}, only:\n${others}`);
}

async function writtenState(page: Page): Promise<string> {
  const written = await page.evaluate(async () => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('The database does not answer.'));
      });
    const texts: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('vscode-web-state-db-')) continue;
      const database = await done(indexedDB.open(name));
      const items = database.transaction('ItemTable').objectStore('ItemTable');
      texts.push(...(await done<unknown[]>(items.getAll())));
      database.close();
    }
    return texts.join('\n');
  });
  return written.replaceAll('\\', '');
}

/**
 * Webviews are frames in frames that come and go: look until one holds the result view. A frame that is about
 * to go may never answer.
 */
async function resultFrame(page: Page): Promise<Frame> {
  const holdsView = (frame: Frame) =>
    Promise.race([
      frame
        .locator('#market-data')
        .isVisible()
        .catch(() => false),
      page.waitForTimeout(2_000).then(() => false),
    ]);
  const end = Date.now() + 45_000;
  while (Date.now() < end) {
    const looks = page.frames().map(async (frame) => {
      if (await holdsView(frame)) return frame;
      throw new Error('Another frame, or a hidden view.');
    });
    const found = await Promise.any(looks).catch(() => undefined);
    if (found) return found;
    await page.waitForTimeout(100);
  }
  throw new Error('No result view is visible.');
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  askInDialog,
  showError,
  showInformation,
  showProgress,
  showStatus,
  showWarning,
} from '#src/editor/shell/shownMessages';
import { editor } from '../fakeVscode/editor';

const hostile = '[click](command:workbench.action.terminal.new) $(bug)\n<b>';
const plain = '[click] (command:workbench.action.terminal.new) $ (bug) <b>';

describe('what a message quotes', () => {
  it.each([
    ['a notification', () => showInformation(hostile, 'Open')],
    ['a warning', () => showWarning(hostile)],
    ['an error', () => showError(hostile)],
    ['a dialog', () => askInDialog(hostile, 'Lines\nof its own', 'Yes')],
  ])('becomes neither a link nor an icon in %s', (_, show) => {
    void show();
    expect(editor.told).toEqual([plain]);
  });

  it('becomes neither a link nor an icon while something is under way', async () => {
    await showProgress(hostile, (report) => {
      report({ message: hostile, increment: 50 });
      return Promise.resolve();
    });
    expect(editor.progress).toMatchObject([{ title: plain, reports: [plain] }]);
  });

  it('becomes no icon in the status bar, but for the icon that is meant', () => {
    showStatus(hostile, 5000, 'check');
    expect(editor.statusMessages).toEqual([`$(check) ${plain}`]);
  });

  it('is a single line of at most 1,000 characters without the marks of links and icons, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.constantFrom('$', '(', ']', '[', '\ufe0f', '\u200b', '\n', 'x'.repeat(999)),
          ),
        ),
        (parts) => {
          void showError(parts.join(''));
          const shown = editor.told.at(-1)!;
          expect(shown).not.toMatch(/\$\(|\]\(|\n/);
          expect(Array.from(shown).length).toBeLessThanOrEqual(1000);
        },
      ),
    );
  });
});

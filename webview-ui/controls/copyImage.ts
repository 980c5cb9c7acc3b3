import * as l10n from '@vscode/l10n';

/** Whether the platform lets pages copy images. */
export const canCopyImages = (): boolean => 'ClipboardItem' in globalThis;

/** Copies a PNG. Rejects with an `Error` ready to display if the page may not write to the clipboard. */
export async function copyImage(png: Blob): Promise<void> {
  // Only a page with the focus may write to the clipboard, and a menu of the editor has just had it.
  window.focus();
  if (!document.hasFocus()) {
    await new Promise<unknown>((done) => {
      window.addEventListener('focus', done, { once: true });
      setTimeout(done, 1000);
    });
  }
  try {
    await navigator.clipboard.write([new ClipboardItem({ [png.type]: png })]);
  } catch (cause) {
    throw new Error(l10n.t("Couldn't copy the image. Save it instead."), { cause });
  }
}

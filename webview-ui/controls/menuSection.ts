import { canCopyImages } from './copyImage';
import { setAttribute } from './dom';

/**
 * Gives the element the items that `package.json` has for this section in the editor's context menu. With
 * `null`, the editor's menu has only its own items.
 */
export function setMenuSection(target: Element, section: 'cells' | 'chart' | 'json' | null): void {
  const canCopyImage = canCopyImages();
  const context = { webviewSection: section, preventDefaultContextMenuItems: true, canCopyImage };
  setAttribute(target, 'data-vscode-context', section && JSON.stringify(context));
}

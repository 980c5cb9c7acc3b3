import * as l10n from '@vscode/l10n';
import type { FindAnswer, CellPosition } from '#src/protocol/tableTypes';
import { errorText } from '#src/text/errorText';
import type { ShownTable } from '../grid/shownTable';

/** What the search needs from the grid, and what it reports. */
export interface SearchTraits extends Pick<ShownTable, 'active' | 'size' | 'about'> {
  ask(text: string, start: CellPosition, backwards: boolean): Promise<FindAnswer>;
  onFound(position: CellPosition, text: string): void;
  onNone(): void;
  onSay(sentence: string): void;
}

/**
 * Goes through all cells of the shown rows from one match to the next, and wraps around at the end. A newer
 * search replaces one in progress, whose answer is then ignored.
 */
export function createTextSearch(traits: SearchTraits): (text: string, back: boolean) => void {
  let searches = 0;
  let found: { text: string; about: string } | null = null;

  async function search(text: string, back: boolean, isLatest: () => boolean): Promise<void> {
    const { rows, columns } = traits.size();
    const { row, column } = traits.active();
    const about = traits.about();
    // Continues after the previous match. The first match of a text, or among other rows, may be the active
    // cell.
    const isNext = found?.text === text && found.about === about;
    const step = !isNext ? 0 : back ? -1 : 1;
    let { match } = await traits.ask(text, { row, column: column + step }, back);
    if (!isLatest()) return;
    const around = match === null;
    if (around && traits.about() === about) {
      const edge = back ? { row: rows - 1, column: columns - 1 } : { row: 0, column: 0 };
      ({ match } = await traits.ask(text, edge, back));
      if (!isLatest()) return;
    }
    if (traits.about() !== about) {
      traits.onSay(l10n.t('The rows changed during the search. Search again.'));
      return;
    }
    if (!match) {
      traits.onSay('');
      traits.onNone();
      return;
    }
    found = { text, about };
    traits.onFound(match, text);
    if (around) {
      traits.onSay(
        back
          ? l10n.t('Search wrapped around to the end.')
          : l10n.t('Search wrapped around to the beginning.'),
      );
    }
  }

  return (text, back) => {
    if (traits.size().rows === 0) return;
    const mine = (searches += 1);
    const isLatest = () => mine === searches;
    traits.onSay(l10n.t('Searching…'));
    search(text, back, isLatest).catch((error: unknown) => {
      // The host cancels a search when the next one starts.
      if (!isLatest()) return;
      traits.onSay(errorText(error));
    });
  };
}

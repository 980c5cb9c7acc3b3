import * as l10n from '@vscode/l10n';
import type { ResultState } from '#src/protocol/messages';
import { joined } from '#src/text/joined';
import { isRunning } from '../frame/status/statusLine';
import { isDrawnInPart, type ChartState } from './chartState';
import type { Drawing } from './model/drawing';

/** Stands on a picture that more rows will change. */
export const rowsSoFar = () => l10n.t('Based on the rows received so far…');

/** What is said as long as the result has no picture. */
function waitingText(result: ResultState): string {
  if (!isRunning(result)) return l10n.t('Drawing…');
  const isRead = result.source.kind === 'file' || result.source.kind === 'range';
  return isRead ? l10n.t('Reading…') : l10n.t('Receiving…');
}

const keysHint = (areCells: boolean) =>
  areCells
    ? l10n.t(
        'Use the left and right arrow keys to move the crosshair by day, the up and down arrow keys to move it by time of day, Plus and Minus to zoom, Shift with an arrow key to move the visible range, 0 to reset the zoom, and Escape to leave the chart.',
      )
    : l10n.t(
        'Use the arrow keys to move the crosshair, Plus and Minus to zoom, Shift with an arrow key to move the visible range, 0 to reset the zoom, and Escape to leave the chart.',
      );

/** The words for the picture, or for what is missing. */
export function chartWords(result: ResultState, state: ChartState) {
  const { drawing, isEarlier, problem } = state;
  const missing = isEarlier ? null : (problem ?? (drawing ? drawing.empty : waitingText(result)));
  const isSoFar = !isEarlier && missing === null && isDrawnInPart(state);
  const note = missing ?? (isSoFar ? rowsSoFar() : null);
  const summary = drawing?.summary ?? result.dataset.title;
  return {
    /** The accessible name of the picture. */
    label: isEarlier ? waitingText(result) : note === null ? summary : `${summary}. ${note}`,
    /** How the keyboard moves in it. */
    hint: keysHint(drawing?.cells !== undefined),
    caption: joined(' · ', drawing?.brief, drawing?.caption),
    /** The text instead of the picture; `null` if there is one. */
    missing,
    /** Whether more rows will change the picture, which is said on it. */
    isSoFar,
    /** Whether the picture is the one of this result, so that it can be saved. */
    isReady: !isEarlier && missing === null && state.chart?.kind !== 'contracts',
  };
}

const titleOf = ({ dataset, madeUp }: ResultState) => {
  if (madeUp === null) return dataset.title;
  return madeUp === 'synthetic'
    ? l10n.t('{0} (seeded data)', dataset.title)
    : l10n.t('{0} (sample data)', dataset.title);
};

/** The words on a saved picture, which say if the data isn't real or more rows will change it. */
export const pictureWords = (result: ResultState, { summary }: Drawing, isPart: boolean) => ({
  title: titleOf(result),
  summary: isPart ? `${summary}. ${rowsSoFar()}` : summary,
});

export type ChartWords = ReturnType<typeof chartWords>;

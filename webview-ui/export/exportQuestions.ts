import type { Host } from '../host/pane';
import { errorText } from '#src/text/errorText';
import { canBeFormed } from '../frame/shownResolution';
import { withObstacle, withProblem, withSuggestion, withTarget, type Wish } from './exportChanges';
import { isAsReceived, orderOf, presetOf, wrongSample, type ExportState } from './exportParts';

/**
 * What the dialog asks the host. Answers about a closed dialog, which has no `current` state, or about earlier
 * choices are ignored.
 */
export function exportQuestions(host: Host, current: () => ExportState | null, wish: Wish) {
  const isOpen = ({ about }: ExportState) => current()?.about === about;
  const isLatest = ({ choice }: ExportState) => current()?.choice === choice;

  return {
    isOpen,
    /** How many rows the table shows. */
    async shownRows(asked: ExportState): Promise<void> {
      const { table } = asked.about;
      if (!table?.words) return;
      const question = { ...table.which, ...table.form, from: 0, to: 0, columns: [] };
      const counted = await host.ask('rows', question).catch(() => null);
      if (counted && isOpen(asked)) wish((state) => ({ ...state, shownRows: counted.total }));
    },
    /** The resolutions that tables can have. */
    async resolutions({ about }: ExportState): Promise<void> {
      if (!canBeFormed(about.state)) return;
      const { offered } = await host.ask('form', about.form).catch(() => ({ offered: [] }));
      wish((state) => (state.about === about ? { ...state, resolutions: offered ?? [] } : state));
    },
    /** How many rows and bytes would be written, unless the result says so. */
    async size(asked: ExportState): Promise<void> {
      if (asked.isBlocked || wrongSample(asked) || isAsReceived(asked)) return;
      const { format, rows = {}, deliveryColumns, resolution, layout } = orderOf(asked);
      const question = { format, rows, deliveryColumns, resolution, layout };
      // The host cancels the size for one choice when the next is requested.
      const size = await host
        .ask('exportSize', question)
        .catch((error: unknown) => ({ message: errorText(error) }));
      if (isLatest(asked)) wish((state) => ({ ...state, size }));
    },
    /** Which file to write. If it can't be exported, the host rejects this. */
    async target(asked: ExportState): Promise<void> {
      const question = { preset: presetOf(asked), order: orderOf(asked) };
      try {
        const suggested = await host.ask('exportTarget', question);
        if (isLatest(asked)) wish((state) => withSuggestion(state, suggested));
      } catch (error) {
        if (isLatest(asked)) wish((state) => withObstacle(state, errorText(error)));
      }
    },
    /** Which file the person selects in the editor's dialog. Resolves with whether they have. */
    async elsewhere(asked: ExportState): Promise<boolean> {
      try {
        const place = await host.ask('exportElsewhere', orderOf(asked));
        if (!place || !isOpen(asked)) return false;
        wish((state) => withTarget(state, place.target));
        return true;
      } catch (error) {
        if (isOpen(asked)) wish((state) => withProblem(state, errorText(error)));
        return false;
      }
    },
  };
}

import * as v from 'valibot';
import * as vscode from 'vscode';
import {
  unattended,
  writeExport,
  writeFiles,
  type ChoosePlace,
  type WriteOptions,
  type WriteSources,
} from '../../engine/export/resultFiles';
import { exportMembers, type ExportOrder, type FileExport } from '../../protocol/exportOrder';
import type { ExportFormat } from '../../protocol/formats';
import type { Result } from '../../results/result';
import { isSynthetic } from '../../protocol/source';
import { isSent } from '../../protocol/rowsQuestion';
import { leavesOut } from '../../protocol/tableTypes';
import { formatCount, formatCounted, type Counted } from '../../text/l10n';
import { cancellable } from '../shell/cancellable';
import { placeOf, uriOf } from '../shell/placeOf';
import { showStatus } from '../shell/shownMessages';
import { plainLabel } from '../../text/plainLabel';
import { ExportedItem } from './exportedItem';
import { nameOf, refuseUntrusted, targetInWorkspace } from './exportTarget';
import { exportFolder, freeTarget } from './freeTarget';

/** An export without prompts. */
export const exportShape = v.object({ result: v.string(), ...exportMembers });

/** Exports results to files of the workspace. Rejects with an `Error` ready to display. */
export class ResultExport {
  private readonly exported = new ExportedItem();
  /** The end of the last export without prompts: two at once would choose the same free name. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly sources: WriteSources) {}

  /** Exports without prompts. Resolves with the Uri written. */
  async headless({ result, ...asked }: v.InferOutput<typeof exportShape>): Promise<string> {
    return (await this.exportAs(this.sources.store.get(result), asked)).toString();
  }

  /**
   * Exports without prompts, as a headless call or a query file says; resolves with the file. Paths are
   * relative to the workspace folder `within`, by default the first.
   */
  async exportAs(
    result: Result,
    asked: FileExport,
    within?: vscode.Uri,
    options: WriteOptions = unattended(),
  ): Promise<vscode.Uri> {
    refuseUntrusted();
    const before = this.turn;
    const choose: ChoosePlace = async (target, order) => {
      await before;
      return placeOf(
        target === undefined
          ? await freeTarget(await exportFolder(within), result, order)
          : await targetInWorkspace(target, 'target', within),
      );
    };
    const written = writeExport(this.sources, result, asked, choose, options);
    this.turn = Promise.allSettled([before, written]);
    return uriOf(await written);
  }

  /** Writes the files, and shows the progress and what was written. Resolves with false if the person canceled. */
  async writeAndTell(
    result: Result,
    order: ExportOrder,
    uri: vscode.Uri,
    overwrite: boolean,
  ): Promise<boolean> {
    // Only the thread counts the rows that are chosen, and those of another form.
    const total = leavesOut(order.rows) || !isSent(order) ? null : result.table.rows;
    const written = await cancellable(vscode.l10n.t('Exporting'), async (signal, tell) =>
      writeFiles(this.sources, result, order, placeOf(uri), overwrite, {
        onProgress: (rows) => tell(progressText(rows, total)),
        signal,
      }),
    );
    if (written) this.tellWritten(result, order, written.map(uriOf));
    else showStatus(vscode.l10n.t('Export canceled.'), 3000);
    return written !== undefined;
  }

  /** Says in the status bar which files were written, the first of which is the result; returns the words. */
  tellWritten(
    result: Pick<Result, 'source'>,
    { format, values }: Pick<ExportOrder, 'format' | 'values'>,
    [uri, ...related]: readonly vscode.Uri[],
  ): string {
    if (!uri) return '';
    const name = plainLabel(nameOf(uri), 60);
    const isSeeded = values !== undefined || isSynthetic(result);
    const words = [
      related.length === 0
        ? vscode.l10n.t('Exported {0}.', name)
        : formatCounted(related.length, filesWritten(), name),
      ...(isSeeded ? [vscode.l10n.t('The prices, volumes, and IDs in the file are seeded.')] : []),
    ];
    // The name comes last, because a narrow window cuts off the end.
    const text = isSeeded
      ? vscode.l10n.t('Exported (seeded) · Show {0}', name)
      : vscode.l10n.t('Exported · Show {0}', name);
    const all = words.join(' ');
    this.exported.show(text, all, showCommand(uri, format));
    return all;
  }
}

function progressText(rows: number, total: number | null): string {
  if (total === null) return formatCounted(rows, [vscode.l10n.t('{0} row'), vscode.l10n.t('{0} rows')]);
  const ofTotal: Counted = [vscode.l10n.t('{1} of {0} row'), vscode.l10n.t('{1} of {0} rows')];
  return formatCounted(total, ofTotal, formatCount(rows));
}

/** Whether the person's own programs can open the file. */
const isOnThisMachine = ({ scheme }: vscode.Uri) =>
  scheme === 'file' && vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;

const filesWritten = (): Counted => [
  vscode.l10n.t('Exported {1} and {0} related file.'),
  vscode.l10n.t('Exported {1} and {0} related files.'),
];

/** Shows the file in the editor, or where it is if the editor can't show files of the format. */
function showCommand(uri: vscode.Uri, format: ExportFormat): vscode.Command {
  if (format !== 'xlsx' && format !== 'parquet') {
    return { title: vscode.l10n.t('Select to open the file.'), command: 'vscode.open', arguments: [uri] };
  }
  const command = isOnThisMachine(uri) ? 'revealFileInOS' : 'revealInExplorer';
  return { title: vscode.l10n.t('Select to reveal the file.'), command, arguments: [uri] };
}

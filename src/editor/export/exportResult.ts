import * as v from 'valibot';
import * as vscode from 'vscode';
import { exportMembers, type ExportOrder, type FileExport } from '../../protocol/exportOrder';
import { nothingBeside } from '../../protocol/beside';
import { hasSuffix, type ExportFormat } from '../../protocol/formats';
import { provenanceSuffix } from '../../request/provenance';
import { hasTable, isEmptyResponse, isReceivedWhole, type Result } from '../../results/result';
import { isSynthetic, refuse } from '../../protocol/source';
import { leavesOut } from '../../protocol/tableTypes';
import { formatCount, formatCounted, type Counted } from '../../text/l10n';
import { cancellable } from '../shell/cancellable';
import { telling } from '../shell/failureMessages';
import { plainLabel } from '../shell/plainLabel';
import { nameOf, refuseUntrusted, targetInWorkspace } from './exportTarget';
import { exportFolder, freeTarget } from './freeTarget';
import { refuseMismatch, unattended, writeFiles, type WriteOptions, type WriteSources } from './resultFiles';

/** An export without prompts. */
export const exportShape = v.object({ result: v.string(), ...exportMembers });

/** Exports results to files. Rejects with an `Error` ready to display. */
export class ResultExport {
  /**
   * The end of the last headless export. They run one by one, since two at once would choose the same free
   * name.
   */
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
    { target, incomplete, overwrite = false, provenance = false, ...asked }: FileExport,
    within?: vscode.Uri,
    options: WriteOptions = unattended(),
  ): Promise<vscode.Uri> {
    const order = { ...asked, beside: { ...nothingBeside, provenance } };
    refuseUntrusted();
    refuseUnfit(result, order.format);
    refuseColumns(order);
    refuseMismatch(result, order);
    if (target !== undefined && incomplete !== 'allow') refuseIncomplete(result);
    const write = async () => {
      const uri =
        target === undefined
          ? await freeTarget(await exportFolder(within), result, order)
          : await targetInWorkspace(target, 'target', within);
      refuseSuffix(uri, order.format);
      await writeFiles(this.sources, result, order, uri, overwrite, options);
      return uri;
    };
    const written = this.turn.then(write);
    this.turn = written.catch(() => undefined);
    return written;
  }

  /**
   * Writes the files, and shows the progress and what was written. Resolves with false if the person
   * canceled.
   */
  async writeAndTell(
    result: Result,
    order: ExportOrder,
    uri: vscode.Uri,
    overwrite: boolean,
  ): Promise<boolean> {
    // Only the thread counts the rows that are chosen.
    const total = leavesOut(order.rows) ? null : result.table.rows;
    const written = await cancellable(vscode.l10n.t('Exporting'), async (signal, tell) =>
      writeFiles(this.sources, result, order, uri, overwrite, {
        onProgress: (rows) => tell(progressText(rows, total)),
        signal,
      }),
    );
    if (written) tellWritten(result, order, written);
    else vscode.window.setStatusBarMessage(vscode.l10n.t('Export canceled.'), 3000);
    return written !== undefined;
  }
}

function progressText(rows: number, total: number | null): string {
  if (total === null) return formatCounted(rows, [vscode.l10n.t('{0} row'), vscode.l10n.t('{0} rows')]);
  const ofTotal: Counted = [vscode.l10n.t('{1} of {0} row'), vscode.l10n.t('{1} of {0} rows')];
  return formatCounted(total, ofTotal, formatCount(rows));
}

const isArriving = ({ progress }: Result) => progress.kind !== 'ended' && progress.kind !== 'gone';

/**
 * Throws an `Error` ready to display if the result can't be exported, for example because it is still
 * arriving.
 */
export function refuseUnfit(result: Result, format: ExportFormat): void {
  if (result.progress.kind === 'gone') {
    throw new Error(
      vscode.l10n.t('This result is no longer in memory. Run the query again, then export it.'),
    );
  }
  if (isArriving(result)) {
    throw new Error(vscode.l10n.t('This result is still loading. Export it when the query has finished.'));
  }
  if (format === 'json') refuse('exportJson', result.source);
  if (hasTable(result)) return;
  if (!isEmptyResponse(result)) {
    throw new Error(
      vscode.l10n.t('There is nothing to export because no data was received. Try another day or area.'),
    );
  }
  if (format === 'json') {
    throw new Error(
      vscode.l10n.t(
        'The service responded without data, so there is no JSON. Export the empty table as NDJSON, CSV, Parquet, or Excel.',
      ),
    );
  }
}

/** Throws an `Error` ready to display if the columns can't be chosen. */
export function refuseColumns({ format, rows }: Pick<ExportOrder, 'format' | 'rows'>): void {
  const columns = rows?.columns;
  if (columns && format === 'json') {
    throw new Error(
      vscode.l10n.t(
        "JSON contains records as the service sent them, so columns can't be chosen. Omit {0}, or export as NDJSON, CSV, Parquet, or Excel.",
        'columns',
      ),
    );
  }
  if (columns?.length === 0) throw new Error(vscode.l10n.t('Select at least one column to export.'));
}

/**
 * Throws an `Error` ready to display if the file's suffix isn't the format's, so that no source file is
 * replaced.
 */
function refuseSuffix({ path }: vscode.Uri, format: ExportFormat): void {
  if (hasSuffix(path, format)) return;
  throw new Error(vscode.l10n.t('"{0}" must end with "{1}".', 'target', `.${format}`));
}

/** Throws an `Error` ready to display if the response is incomplete. */
function refuseIncomplete(result: Result): void {
  if (isReceivedWhole(result)) return;
  throw new Error(
    vscode.l10n.t(
      'The response is incomplete. To export what was received anyway, pass {0}, or omit the target to use the suggested name, which marks the file as incomplete.',
      'incomplete: "allow"',
    ),
  );
}

/** Whether the file can be opened with this machine's own program for it. */
const canOpenElsewhere = ({ scheme }: vscode.Uri) =>
  scheme === 'file' && vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;

const filesWritten = (): Counted => [
  vscode.l10n.t('Exported {1} and {0} related file.'),
  vscode.l10n.t('Exported {1} and {0} related files.'),
];

/** Shows one message about all files that were written; the result is the first of them. */
export function tellWritten(
  result: Pick<Result, 'source'>,
  { format, values }: Pick<ExportOrder, 'format' | 'values'>,
  [uri, ...related]: readonly vscode.Uri[],
): void {
  if (!uri) return;
  const open = vscode.l10n.t('Open');
  const reveal = vscode.l10n.t('Reveal');
  const name = plainLabel(nameOf(uri));
  const [only] = related;
  const isOnlyProvenance = related.length === 1 && only?.path.endsWith(provenanceSuffix);
  const isSeeded = values !== undefined || isSynthetic(result);
  const words = [
    related.length === 0
      ? vscode.l10n.t('Exported {0}.', name)
      : isOnlyProvenance
        ? vscode.l10n.t('Exported {0} and its provenance.', name)
        : formatCounted(related.length, filesWritten(), name),
    ...(isSeeded ? [vscode.l10n.t('Its prices, volumes, and IDs are seeded.')] : []),
  ];
  void telling(async () => {
    const chosen = await vscode.window.showInformationMessage(words.join(' '), open, reveal);
    if (chosen === open) {
      // The editor can't show workbooks.
      if (format === 'xlsx' && canOpenElsewhere(uri)) await vscode.env.openExternal(uri);
      else await vscode.commands.executeCommand('vscode.open', uri);
    }
    if (chosen === reveal) await vscode.commands.executeCommand('revealInExplorer', uri);
  });
}

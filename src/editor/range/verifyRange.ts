import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { DayEntry } from '../../range/dayState';
import { partName } from '../../range/manifest';
import { openPlainFile } from '../../disk/plainFile';
import { formatCount, formatCounted } from '../../text/l10n';
import { cancellable } from '../shell/cancellable';
import { commandIds } from '../shell/commands';
import { telling } from '../shell/failureMessages';
import { askForFolder, filesOf, hasFile, knownDays, rangeOfPerson, type FoundRange } from './foundRange';

/** What `marketData.range.verify` resolves with. Public API. */
export interface Verification {
  /** The number of days that have a file according to the manifest. */
  readonly days: number;
  /** The number of days whose file is unchanged. */
  readonly good: number;
  /** Days whose file is missing, and days whose file has changed since it was written. */
  readonly missing: readonly string[];
  readonly changed: readonly string[];
}

/** The most days that a message names. */
const mostNamed = 5;

/**
 * Verifies the range of a folder or manifest, or of the folder that the person selects, and tells them. Rejects
 * with an `Error` ready to display.
 */
export async function verifyForPerson(clicked?: vscode.Uri): Promise<Verification | undefined> {
  const folder = clicked ?? (await askForFolder(vscode.l10n.t('Verify Range')));
  const found = folder && (await rangeOfPerson(folder));
  if (!found) return undefined;
  const title = vscode.l10n.t('Verifying {0}', found.dataset.title());
  const verification = await cancellable(title, (signal, tell) => verifiedRange(found, signal, tell));
  if (verification) tellPerson(verification, found);
  return verification;
}

/**
 * Reads the files of a range and compares them with the sizes and hashes in its manifest. Rejects with an
 * `Error` ready to display, or with the signal's reason.
 */
export async function verifiedRange(
  found: FoundRange,
  signal: AbortSignal,
  tell: (message: string) => void = () => undefined,
): Promise<Verification> {
  const days = knownDays(found).filter((day) => hasFile(found, day));
  const files = await filesOf(found, days, signal);
  const missing: string[] = [];
  const changed: string[] = [];
  for (const [index, day] of days.entries()) {
    signal.throwIfAborted();
    tell(vscode.l10n.t('{0} of {1} days', formatCount(index), formatCount(days.length)));
    const name = `/${partName(found.manifest.format)}`;
    const part = files.get(day)?.find(({ path }) => path.endsWith(name));
    const entry = found.manifest.days[day];
    if (!part || !entry) missing.push(day);
    else if (!(await isUnchanged(part, entry, signal))) changed.push(day);
  }
  return { days: days.length, good: days.length - missing.length - changed.length, missing, changed };
}

/** A file that can't be read counts as changed. */
async function isUnchanged(
  part: vscode.Uri,
  { bytes, sha256 }: DayEntry,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const { size } = await vscode.workspace.fs.stat(part);
    if (size !== bytes) return false;
    const hash = createHash('sha256');
    if (part.scheme !== 'file') hash.update(await vscode.workspace.fs.readFile(part));
    else for await (const chunk of await chunksOf(part.fsPath, signal)) hash.update(chunk as Buffer);
    return hash.digest('hex') === sha256.toLowerCase();
  } catch {
    signal.throwIfAborted();
    return false;
  }
}

/** Reads the file that was found, even if a link has replaced it since then. */
async function chunksOf(path: string, signal: AbortSignal) {
  return (await openPlainFile(path)).createReadStream({ signal, highWaterMark: 1 << 20 });
}

function tellPerson({ days, good, missing, changed }: Verification, { uri }: FoundRange): void {
  if (good === days) {
    void vscode.window.showInformationMessage(
      formatCounted(days, [
        vscode.l10n.t('{0} delivery day: its file is unchanged.'),
        vscode.l10n.t('The files of all {0} delivery days are unchanged.'),
      ]),
    );
    return;
  }
  const named = (all: readonly string[]) =>
    [...all.slice(0, mostNamed), ...(all.length > mostNamed ? ['…'] : [])].join(', ');
  const parts = [
    ...(missing.length > 0
      ? [vscode.l10n.t('Missing ({0}): {1}.', formatCount(missing.length), named(missing))]
      : []),
    ...(changed.length > 0
      ? [vscode.l10n.t('Changed ({0}): {1}.', formatCount(changed.length), named(changed))]
      : []),
  ];
  const open = vscode.l10n.t('Open');
  const text = vscode.l10n.t(
    'Unchanged files: {0} of {1} delivery days. {2}',
    formatCount(good),
    formatCount(days),
    parts.join(' '),
  );
  void telling(async () => {
    if ((await vscode.window.showWarningMessage(text, open)) !== open) return;
    await vscode.commands.executeCommand(commandIds.openRange, { target: uri });
  });
}

import { createHash } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { Place } from '../../disk/place';
import { openPlainFile } from '../../disk/plainFile';
import { formatCount, formatCounted } from '../../text/l10n';
import { filesOf, hasFile, knownDays, type FoundRange } from './foundRange';
import { dayFileState, ownPart } from './rangeContent';

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
    tell(l10n.t('{0} of {1} days', formatCount(index), formatCount(days.length)));
    const part = ownPart(found, files.get(day) ?? []);
    const state = part ? await dayFileState(found, day, part, (file) => hashOf(file, signal)) : 'missing';
    if (state === 'missing') missing.push(day);
    else if (state === 'changed') changed.push(day);
  }
  return { days: days.length, good: days.length - missing.length - changed.length, missing, changed };
}

/** The most days that a sentence names. */
const mostNamed = 5;

/** Says whether the files are unchanged, and which ones aren't. */
export function verificationText({ days, good, missing, changed }: Verification): string {
  if (good === days) {
    return formatCounted(days, [
      l10n.t('{0} delivery day: its file is unchanged.'),
      l10n.t('The files of all {0} delivery days are unchanged.'),
    ]);
  }
  const named = (all: readonly string[]) =>
    [...all.slice(0, mostNamed), ...(all.length > mostNamed ? ['…'] : [])].join(', ');
  const parts = [
    ...(missing.length > 0
      ? [l10n.t('Missing ({0}): {1}.', formatCount(missing.length), named(missing))]
      : []),
    ...(changed.length > 0
      ? [l10n.t('Changed ({0}): {1}.', formatCount(changed.length), named(changed))]
      : []),
  ];
  return l10n.t(
    'Unchanged files: {0} of {1} delivery days. {2}',
    formatCount(good),
    formatCount(days),
    parts.join(' '),
  );
}

/** The hash of a file; `undefined` if it can't be read. */
async function hashOf(file: Place, signal: AbortSignal): Promise<string | undefined> {
  try {
    const hash = createHash('sha256');
    if (file.localPath === undefined) hash.update(await file.read());
    else for await (const chunk of await chunksOf(file.localPath, signal)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** Reads the file that was found, even if a link has replaced it since then. */
async function chunksOf(path: string, signal: AbortSignal) {
  return (await openPlainFile(path)).createReadStream({ signal, highWaterMark: 1 << 20 });
}

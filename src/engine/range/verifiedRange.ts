import * as l10n from '@vscode/l10n';
import type { Place } from '../../disk/place';
import { dayFolderName, partName } from '../../range/manifest';
import { errorKind } from '../../text/errorText';
import { formatCount, formatCounted } from '../../text/l10n';
import { plainLabel } from '../../text/plainLabel';
import { fileHash } from './fileHash';
import { hasFile, knownDays, type FoundRange } from './foundRange';
import { dayFileState } from './rangeContent';

/** What `marketData.range.verify` resolves with. Public API. */
export interface Verification {
  /** The number of days that have a file according to the manifest. */
  readonly days: number;
  /** The number of days whose file is unchanged. */
  readonly good: number;
  /** Days whose file is missing, and days whose file has changed since it was written. */
  readonly missing: readonly string[];
  readonly changed: readonly string[];
  /** Paths in the folder of files that a program would take for data, but no run has written. */
  readonly added: readonly string[];
}

/**
 * Reads the files of a range and compares them with the sizes and hashes in its manifest. Rejects with an
 * `Error` ready to display, also if a file can't be read, or with the signal's reason.
 */
export async function verifiedRange(
  found: FoundRange,
  signal: AbortSignal,
  tell: (message: string) => void = () => undefined,
): Promise<Verification> {
  const { place, manifest } = found;
  const days = knownDays(found).filter((day) => hasFile(found, day));
  const pathOf = (day: string) => [dayFolderName(day), partName(manifest.format)] as const;
  const there = new Set(await dataIn(place, manifest.format));
  const missing: string[] = [];
  const changed: string[] = [];
  for (const [index, day] of days.entries()) {
    signal.throwIfAborted();
    tell(l10n.t('{0} of {1} days', formatCount(index), formatCount(days.length)));
    const path = pathOf(day);
    const isThere = there.has(path.join('/'));
    const state = isThere ? await stateOf(found, day, place.below(...path), signal) : 'missing';
    if (state === 'missing') missing.push(day);
    else there.delete(path.join('/'));
    if (state === 'changed') changed.push(day);
  }
  const good = days.length - missing.length - changed.length;
  return { days: days.length, good, missing, changed, added: [...there].sort() };
}

/** Whether the files are those that runs have written, and no others. */
export const isAsWritten = ({ missing, changed, added }: Verification): boolean =>
  missing.length + changed.length + added.length === 0;

async function stateOf(found: FoundRange, day: string, file: Place, signal: AbortSignal) {
  try {
    return await dayFileState(found, day, file, (each) => fileHash(each, signal));
  } catch (error) {
    signal.throwIfAborted();
    const path = plainLabel(`${file.folder.name}/${file.name}`);
    throw new Error(l10n.t("Couldn't read {0} ({1}).", path, errorKind(error)), { cause: error });
  }
}

/** The paths of all files below a folder whose names end as the format's do, whatever else they are called. */
async function dataIn(folder: Place, format: string, path = ''): Promise<string[]> {
  const paths: string[] = [];
  for (const { name, kind } of await folder.entries()) {
    if (kind === 'folder') paths.push(...(await dataIn(folder.below(name), format, `${path}${name}/`)));
    else if (name.endsWith(`.${format}`)) paths.push(`${path}${name}`);
  }
  return paths;
}

/** The most days, or files, that a sentence names. */
const mostNamed = 5;

/** Says whether the files are unchanged, and which ones aren't. */
export function verificationText(verification: Verification): string {
  const { days, good, missing, changed, added } = verification;
  if (isAsWritten(verification)) {
    return formatCounted(days, [
      l10n.t('{0} delivery day: its file is unchanged.'),
      l10n.t('The files of all {0} delivery days are unchanged.'),
    ]);
  }
  const named = (all: readonly string[]) =>
    [
      ...all.slice(0, mostNamed).map((each) => plainLabel(each)),
      ...(all.length > mostNamed ? ['…'] : []),
    ].join(', ');
  const parts: [readonly string[], (count: string, names: string) => string][] = [
    [missing, (count, names) => l10n.t('Missing ({0}): {1}.', count, names)],
    [changed, (count, names) => l10n.t('Changed ({0}): {1}.', count, names)],
    [added, (count, names) => l10n.t('Added by other programs ({0}): {1}.', count, names)],
  ];
  return l10n.t(
    'Unchanged files: {0} of {1} delivery days. {2}',
    formatCount(good),
    formatCount(days),
    parts
      .flatMap(([all, words]) => (all.length > 0 ? [words(formatCount(all.length), named(all))] : []))
      .join(' '),
  );
}

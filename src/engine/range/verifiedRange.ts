import * as l10n from '@vscode/l10n';
import type { Place } from '../../disk/place';
import { dayOfResponse, responsesName } from '../../range/folderFiles';
import { errorKind } from '../../text/errorText';
import { formatCount, formatCounted } from '../../text/l10n';
import { plainLabel } from '../../text/plainLabel';
import { fileState, responseFileOf, rowsFileOf, type DayFile, type FileState } from './dayFiles';
import { fileHash } from './fileHash';
import { knownDays, type FoundRange } from './foundRange';
import { otherDataIn } from './otherData';

/** What `marketData.range.verify` resolves with. Public API. */
export interface Verification {
  /** The number of days that have a file according to the manifest. */
  readonly days: number;
  /** The number of days whose rows and response are unchanged. */
  readonly good: number;
  /**
   * Days whose rows are missing, and days whose rows have changed since they were written; for responses, their
   * paths relative to the folder that contains the range.
   */
  readonly missing: readonly string[];
  readonly changed: readonly string[];
  /** Paths of files that a program would take for data, but no run has written. */
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
  const days = knownDays(found).filter((day) => rowsFileOf(found, day));
  const lists = { missing: [] as string[], changed: [] as string[] };
  let good = 0;
  for (const [index, day] of days.entries()) {
    signal.throwIfAborted();
    tell(l10n.t('{0} of {1} days', formatCount(index), formatCount(days.length)));
    const states = [{ named: day, file: rowsFileOf(found, day) }, ...responseNamed(found, day)];
    let isGood = true;
    for (const { named, file } of states) {
      const state = file ? await stateOf(file, signal) : 'missing';
      if (state === 'unchanged') continue;
      lists[state].push(named);
      isGood = false;
    }
    if (isGood) good += 1;
  }
  const added = [...(await otherDataIn(place, manifest.format)), ...(await strangersIn(place))].sort();
  return { days: days.length, good, ...lists, added };
}

/** The response of a day, by its path; nothing for JSON, whose rows are the response. */
function responseNamed(found: FoundRange, day: string) {
  const file = found.manifest.format === 'json' ? undefined : responseFileOf(found, day);
  return file ? [{ named: pathBesideOf(found.place, file.file.name), file }] : [];
}

const pathBesideOf = (folder: Place, name: string): string => `${responsesName(folder.name)}/${name}`;

/** The paths of files among the responses that no run has written. */
async function strangersIn(folder: Place): Promise<string[]> {
  const entries = await folder.beside(responsesName(folder.name)).entries();
  const strangers = entries.filter(({ name, kind }) => kind !== 'file' || dayOfResponse(name) === undefined);
  return strangers.map(({ name }) => pathBesideOf(folder, name));
}

/** Whether the files are those that runs have written, and no others. */
export const isAsWritten = ({ missing, changed, added }: Verification): boolean =>
  missing.length + changed.length + added.length === 0;

async function stateOf(file: DayFile, signal: AbortSignal): Promise<FileState> {
  try {
    return await fileState(file, (each) => fileHash(each, signal));
  } catch (error) {
    signal.throwIfAborted();
    const path = plainLabel(`${file.file.folder.name}/${file.file.name}`);
    throw new Error(l10n.t("Couldn't read {0} ({1}).", path, errorKind(error)), { cause: error });
  }
}

/** The most days, or files, that a sentence names. */
const mostNamed = 5;

/** Says whether the files are unchanged, and which ones aren't. */
export function verificationText(verification: Verification): string {
  const { days, good, missing, changed, added } = verification;
  if (isAsWritten(verification)) {
    if (days === 0) return l10n.t('The folder contains no files of delivery days.');
    return formatCounted(days, [
      l10n.t('{0} delivery day: its files are unchanged.'),
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

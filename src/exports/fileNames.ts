import { provenanceSuffix } from '../request/provenance';
import type { Resolution } from '../market/time/resolutions';
import { joined } from '../text/joined';
import { isDeviceName, utf8Length } from '../text/safePath';
import type { CompanionFiles } from '../protocol/companionFiles';
import { typeLabels } from '../protocol/codeTargets';
import type { ExportFormat } from '../protocol/formats';
import type { TableForm } from '../protocol/rowsQuestion';

const maxBytes = 150;

/** Resolutions in the words of people. */
const resolutionWords: Readonly<Record<Resolution, string>> = {
  PT30M: '30min',
  PT60M: 'hourly',
  P1D: 'daily',
  P1W: 'weekly',
  P1M: 'monthly',
  base: 'base',
  peak: 'peak',
  offPeak: 'off-peak',
};

/** `2026-03-28T23:00:00Z` as `20260328T2300Z`, without colons and sortable. */
const compactTime = (text: string) =>
  text.replace(
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?Z$/,
    (_, year, month, day, hour, minute, second?: string) =>
      `${year}${month}${day}T${hour}${minute}${second === undefined || second === '00' ? '' : second}Z`,
  );

/** Keeps letters, digits, and a few marks; everything else becomes `-`. */
const safePart = (text: string) =>
  compactTime(text)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}_.,+-]+/gu, '-')
    .replace(/\.(?=-)/g, '')
    .replace(/^[.-]+|[.-]+$/g, '');

function cutToBytes(text: string, most: number): string {
  let cut = text;
  while (utf8Length(cut) > most) cut = Array.from(cut).slice(0, -1).join('');
  return cut;
}

/** Whether a file's name says that rows were left out of it. */
export const saysPart = (name: string): boolean => /-part(-incomplete)?(-\d+)?\.[^.]+(\.gz)?$/.test(name);

/** Whether a file's name says that it contains only part of a response. */
export const saysIncomplete = (name: string): boolean => /-incomplete(-\d+)?\.[^.]+(\.gz)?$/.test(name);

/**
 * `dayahead-prices_NO1_2026-03-29.csv` or `intraday-orders_20260329T0500Z_20260329T0600Z.csv`: describes the content
 * in the words of the query, and is valid on every system. The resolution and the layout follow if they aren't those
 * of the response, as in `dayahead-prices_NO1_2026-03-29_daily-wide.csv`. The stem ends with `-part` if the file
 * contains only some of the rows, and with `-incomplete` if part of the response is missing.
 */
export function exportFileName(
  dataset: string,
  about: readonly string[],
  format: ExportFormat | 'png',
  { form, isPart, isIncomplete }: { form: TableForm; isPart: boolean; isIncomplete: boolean },
): string {
  const parts = [dataset, ...about].map(safePart).filter((part) => part !== '');
  const { resolution, layout } = form;
  const words = joined('-', resolution && resolutionWords[resolution], layout === 'wide' && layout);
  const formed = words === '' ? '' : `_${words}`;
  const stem = cutToBytes(parts.join('_'), maxBytes).replace(/[.\s-]+$/, '');
  const safe = stem === '' || isDeviceName(stem) ? `data-${stem}` : stem;
  return `${safe}${formed}${isPart ? '-part' : ''}${isIncomplete ? '-incomplete' : ''}.${format}`;
}

/** `name-2.csv` for `name.csv`: the next name to try if a name is taken. */
export function numbered(name: string, count: number): string {
  const dot = name.lastIndexOf('.');
  return `${name.slice(0, dot)}-${count}${name.slice(dot)}`;
}

/**
 * The names of the files next to an exported file. They begin with its name up to the last dot, or with all of it:
 * `a.json.provenance.json` and `a.types.ts` for `a.json`.
 */
export function namesBeside(name: string, beside: CompanionFiles) {
  const stem = name.replace(/\.[^.]*$/, '');
  return {
    provenance: beside.provenance ? name + provenanceSuffix : null,
    types: beside.types.map((target) => ({ target, name: stem + typeLabels[target].suffix })),
  };
}

/** The path relative to the folder, separated by `/`; `null` if it isn't in the folder. */
export function pathBelow(folder: string, path: string): string | null {
  const start = folder.endsWith('/') ? folder : `${folder}/`;
  return path.startsWith(start) ? path.slice(start.length) : null;
}

import * as l10n from '@vscode/l10n';
import { formatCount } from '#src/text/l10n';
import type { JsonKind } from '#src/protocol/jsonTypes';

/** How many children of a container are shown at first, and added with each "Show more". */
export const pageNodes = 100;

/** Whether the value has children. */
export function isContainer(kind: JsonKind): boolean {
  return kind === 'object' || kind === 'array';
}

/**
 * As much of the beginning of a container's text as fits into this many characters. Doesn't end with part of
 * a number, which would look like a different number.
 */
export function previewText(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const begin = text.slice(0, Math.max(0, characters - 2));
  return `${begin.replace(/[-+.\dEe]+$/, '')} …`;
}

/** The label of a row for children that haven't been read yet. `until` is `null` if the end is unknown. */
export function moreLabel(from: number, until: number | null): string {
  return until === null
    ? l10n.t('Show more (starting at {0})', formatCount(from))
    : l10n.t('Show more ({0} not shown)', formatCount(until - from));
}

/**
 * The gaps between pages that have been read: the first missing page, and the next page that has been read,
 * if any.
 */
export function gapsAfter(pages: readonly number[]): { page: number; next: number | null }[] {
  const sorted = [...pages].sort((a, b) => a - b);
  const gaps: { page: number; next: number | null }[] = [];
  sorted.forEach((page, index) => {
    const next = sorted[index + 1];
    if (next !== page + 1) gaps.push({ page: page + 1, next: next ?? null });
  });
  return sorted[0] === undefined || sorted[0] === 0 ? gaps : [{ page: 0, next: sorted[0] }, ...gaps];
}

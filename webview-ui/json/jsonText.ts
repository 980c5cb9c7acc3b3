import * as l10n from '@vscode/l10n';
import { formatCount } from '../../src/text/l10n';
import type { JsonKind, JsonNode } from '../../src/table/jsonTypes';

/** Number of children a container shows at once; more are loaded on demand. */
export const pageNodes = 100;

export function isContainer(kind: JsonKind): boolean {
  return kind === 'object' || kind === 'array';
}

/** The name before the value: the field's, or the index in the array. */
export function nodeLabel({ name, index }: JsonNode): string {
  return name ?? String(index);
}

/**
 * The beginning of a container's text, as much of it as fits into so many characters. Truncated digits would
 * form a different number.
 */
export function previewText(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const begin = text.slice(0, Math.max(0, characters - 2));
  return `${begin.replace(/[-+.\dEe]+$/, '')} …`;
}

/** The label of a row for children that aren't read yet. `until` is `null` if the end is unknown. */
export function moreLabel(from: number, until: number | null): string {
  return until === null
    ? l10n.t('Show more (starting at {0})', formatCount(from))
    : l10n.t('Show more ({0} not shown)', formatCount(until - from));
}

/** The gaps between loaded pages: where each begins and which page ends it, if any. */
export function gapsAfter(pages: readonly number[]): { page: number; next: number | null }[] {
  const sorted = [...pages].sort((a, b) => a - b);
  const gaps: { page: number; next: number | null }[] = [];
  sorted.forEach((page, index) => {
    const next = sorted[index + 1];
    if (next !== page + 1) gaps.push({ page: page + 1, next: next ?? null });
  });
  return sorted[0] === undefined || sorted[0] === 0 ? gaps : [{ page: 0, next: sorted[0] }, ...gaps];
}

import type { HeaderLine } from './requestTrace';

/** In the order of a header: the target of a link, a quoted text of another parameter, or a relation. */
const linkParts = /<[^>]*(?:>|$)|;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))|"(?:[^"\\]|\\.?)*(?:"|$)/gi;

/** Whether a `Link` header (RFC 8288) has the relation `next`. Of several relations of a link, the first counts. */
function namesNext(link: string): boolean {
  let isOpen = false;
  for (const [part, quoted, plain] of link.matchAll(linkParts)) {
    const relation = quoted ?? plain;
    if (relation === undefined) isOpen ||= part.startsWith('<');
    else {
      if (isOpen && relation.toLowerCase().split(/\s+/).includes('next')) return true;
      isOpen = false;
    }
  }
  return false;
}

/** No service has more records. */
const number = /^\d{1,15}$/;

/**
 * What headers say about records that a response doesn't have: whether there is a next page, and how many records an
 * array is a part of, if that was told. One that can't be read counts for nothing.
 */
export function toldPages(headers: readonly HeaderLine[]): { hasNext: boolean; total: number | undefined } {
  const valuesOf = (name: string) =>
    headers.flatMap((line) => (line.name.toLowerCase() === name ? [line.value.trim()] : []));
  const totals = [
    ...valuesOf('x-total-count'),
    ...valuesOf('content-range').map((range) => /^items\s+\d+-\d+\/(\d+)$/i.exec(range)?.[1] ?? ''),
  ];
  const read = totals.filter((text) => number.test(text)).map(Number);
  return {
    hasNext: valuesOf('link').some(namesNext),
    total: read.length === 0 ? undefined : Math.max(...read),
  };
}

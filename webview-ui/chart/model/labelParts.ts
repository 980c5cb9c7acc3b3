const separator = ' · ';

/**
 * What all labels have in common, and the rest of each: `NO2 → UK · Sending · Viking Link` shares `Sending`
 * with the other flows at that end. A label that would have no rest keeps all of its parts.
 */
export function labelParts(labels: readonly string[]): { shared: string; rests: readonly string[] } {
  const all = labels.map((label) => label.split(separator));
  const [first = []] = all;
  const shared = all.length > 1 ? first.filter((part) => all.every((parts) => parts.includes(part))) : [];
  const rests = all.map((parts) => parts.filter((part) => !shared.includes(part)).join(separator));
  return rests.includes('') ? { shared: '', rests: labels } : { shared: shared.join(separator), rests };
}

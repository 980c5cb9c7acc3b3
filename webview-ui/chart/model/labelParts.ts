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

/**
 * Labels as short as they can be told apart: by a single part, if all of them have it and no two have the same, such as
 * `Viking Link`.
 */
export function briefest(labels: readonly string[]): readonly string[] {
  const all = labels.map((label) => label.split(separator));
  const longest = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length));
  const columns = (all[0] ?? []).map((_, place) => all.map((parts) => parts[place] ?? ''));
  const [shortest] = columns
    .filter((texts) => !texts.includes('') && new Set(texts).size === texts.length)
    .sort((a, b) => longest(a) - longest(b));
  return shortest ?? labelParts(labels).rests;
}

/** The parts of a label that another one doesn't have: `NO1 · 28 Mar 2026` without `NO1`. */
export function without(label: string, other: string): string {
  const known = other.split(separator);
  return label
    .split(separator)
    .filter((part) => !known.includes(part))
    .join(separator);
}

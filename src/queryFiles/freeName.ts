/** `prices`, or `prices 2` and so on if it's taken. */
export function freeName(name: string, taken: readonly string[], separator = ' '): string {
  const names = new Set(taken);
  let free = name;
  for (let number = 2; names.has(free); number += 1) free = `${name}${separator}${number}`;
  return free;
}

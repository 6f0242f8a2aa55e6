/** The first of each group, then the second of each, and so on; groups in the order of their first item. */
export function takeTurns<T>(items: readonly T[], groupOf: (item: T) => string): T[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(groupOf(item));
    if (group === undefined) groups.set(groupOf(item), [item]);
    else group.push(item);
  }
  const rounds = Math.max(0, ...[...groups.values()].map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) =>
    [...groups.values()].flatMap((group) => (round < group.length ? [group[round]!] : [])),
  ).flat();
}

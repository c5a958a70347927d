/** Takes away, over and over, whoever builds only on what is gone; what is left goes in circles. */
export function circling(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const left = new Map(graph);
  for (;;) {
    const free = [...left].filter(([, uses]) => uses.every((used) => !left.has(used)));
    if (free.length === 0) return [...left.keys()];
    for (const [name] of free) left.delete(name);
  }
}

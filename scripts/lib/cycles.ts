/** Finds the shortest cycle through each node of a graph, each cycle once. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>) {
  const found = new Map<string, string[]>()
  for (const start of graph.keys()) {
    const cycle = shortestCycle(graph, start)
    if (cycle) found.set(cycle.toSorted().join(), cycle)
  }
  return [...found.values()]
}

function shortestCycle(graph: ReadonlyMap<string, readonly string[]>, start: string) {
  // The way to each node from the start.
  const ways = new Map<string, string[]>([[start, [start]]])
  for (const [node, way] of ways)
    for (const next of graph.get(node) ?? []) {
      if (next === start) return way
      if (!ways.has(next)) ways.set(next, [...way, next])
    }
  return undefined
}

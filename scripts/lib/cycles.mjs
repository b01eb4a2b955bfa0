/**
 * The shortest cycle through each node of a graph, each cycle once.
 *
 * @param {ReadonlyMap<string, readonly string[]>} graph
 */
export function findCycles(graph) {
  /** @type {Map<string, string[]>} */
  const found = new Map()
  for (const start of graph.keys()) {
    const cycle = shortestCycle(graph, start)
    if (cycle) found.set(cycle.toSorted().join(), cycle)
  }
  return [...found.values()]
}

/**
 * @param {ReadonlyMap<string, readonly string[]>} graph
 * @param {string} start
 */
function shortestCycle(graph, start) {
  /** @type {Map<string, string[]>} by node, the way there from the start */
  const ways = new Map([[start, [start]]])
  for (const [node, way] of ways)
    for (const next of graph.get(node) ?? []) {
      if (next === start) return way
      if (!ways.has(next)) ways.set(next, [...way, next])
    }
  return undefined
}

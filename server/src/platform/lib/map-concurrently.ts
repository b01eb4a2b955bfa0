/**
 * Does the work for all items, at most `most` at once, and returns the results in their order. After a failure it
 * begins no further item, and throws the first error when the running ones have ended: the caller may close what they
 * use.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>
): Promise<Result[]> {
  const results: Result[] = []
  const failures: unknown[] = []
  const left = items.entries()
  async function takeOthers(): Promise<void> {
    for (const [index, item] of left) {
      if (failures.length > 0) return
      try {
        results[index] = await work(item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: most }, takeOthers))
  if (failures.length > 0) throw failures[0]
  return results
}

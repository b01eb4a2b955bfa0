/** Counts by key, and refuses more than `limit` at once. */
export function limitPerKey(limit: number): {
  readonly enter: (key: string) => boolean
  readonly leave: (key: string) => void
} {
  const counts = new Map<string, number>()
  return {
    enter(key) {
      const count = counts.get(key) ?? 0
      if (count < limit) counts.set(key, count + 1)
      return count < limit
    },
    leave(key) {
      const count = counts.get(key) ?? 0
      if (count > 1) counts.set(key, count - 1)
      else counts.delete(key)
    }
  }
}

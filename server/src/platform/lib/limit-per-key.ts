/** Counts by key, and refuses more than `limit` at once. */
export function limitPerKey(limit: number): {
  readonly acquire: (key: string) => boolean
  readonly release: (key: string) => void
} {
  const counts = new Map<string, number>()
  return {
    acquire(key) {
      const count = counts.get(key) ?? 0
      if (count < limit) counts.set(key, count + 1)
      return count < limit
    },
    release(key) {
      const count = counts.get(key) ?? 0
      if (count > 1) counts.set(key, count - 1)
      else counts.delete(key)
    }
  }
}

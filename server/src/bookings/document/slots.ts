/** Lets `count` pieces of work run at once; further ones wait in the order in which they came. */
export function slots(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = count
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The slot goes on to the next in line without becoming free, so that no newcomer slips in between.
      if (next) next()
      else free += 1
    }
  }
}

/** Counts by key and refuses more than `most` at once. */
export function tally(most: number): {
  readonly enter: (key: string) => boolean
  readonly leave: (key: string) => void
} {
  const counts = new Map<string, number>()
  return {
    enter(key) {
      const count = counts.get(key) ?? 0
      if (count < most) counts.set(key, count + 1)
      return count < most
    },
    leave(key) {
      const count = counts.get(key) ?? 0
      if (count > 1) counts.set(key, count - 1)
      else counts.delete(key)
    }
  }
}

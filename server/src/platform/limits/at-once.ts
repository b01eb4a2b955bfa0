/**
 * Takes one of the places of a key.
 * @returns a function that gives the place back, and may be called twice; undefined if all are taken
 */
export type TakePlace = (key: string) => (() => void) | undefined

/** Makes places for simultaneous work: `most` for each key, counted in this process. */
export function atOnce(most: number): TakePlace {
  const counts = new Map<string, number>()
  return (key) => {
    const count = counts.get(key) ?? 0
    if (count >= most) return undefined
    counts.set(key, count + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const held = counts.get(key) ?? 0
      if (held > 1) counts.set(key, held - 1)
      else counts.delete(key)
    }
  }
}

/** Takes a place of each kind, or none. */
export function takeAll(...wanted: readonly (readonly [TakePlace, string])[]): (() => void) | undefined {
  const taken: (() => void)[] = []
  const leave = () => {
    for (const each of taken) each()
  }
  for (const [take, key] of wanted) {
    const given = take(key)
    if (!given) {
      leave()
      return undefined
    }
    taken.push(given)
  }
  return leave
}

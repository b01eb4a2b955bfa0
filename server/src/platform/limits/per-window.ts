/** A spent turn. Its cost may be lowered once it is known. */
interface Spending {
  readonly at: number
  cost: number
}

/** Key that spends, and the multiple of the limit that it has: a key may stand for several people. */
interface Spender {
  readonly key: string
  readonly share?: number
}

/** Number of keys; beyond it the key that was used least recently is forgotten. */
const mostKeys = 10_000

/** Lets each key spend `most` in any window of so many seconds, counted in this process. */
export function perWindow({ most, seconds }: { readonly most: number; readonly seconds: number }) {
  const spent = new Map<string, readonly Spending[]>()
  const start = () => Date.now() - 1000 * seconds
  const lately = (key: string) => (spent.get(key) ?? []).filter(({ at }) => at > start())

  function waitOf({ key, share = 1 }: Spender, cost: number): number {
    const spendings = lately(key)
    let sum = spendings.reduce((total, each) => total + each.cost, cost)
    let freeAt = start()
    for (const each of spendings) {
      if (sum <= most * share) break
      sum -= each.cost
      freeAt = each.at
    }
    return Math.ceil((freeAt - start()) / 1000)
  }

  function add(key: string, spending: Spending): void {
    const spendings = [...lately(key), spending]
    spent.delete(key)
    spent.set(key, spendings)
    for (const [oldest, each] of spent) {
      if (spent.size <= mostKeys && (each.at(-1)?.at ?? 0) > start()) break
      spent.delete(oldest)
    }
  }

  /** @returns what is spent now, or in how many seconds there is room for it */
  return (spenders: readonly Spender[], cost = 1): Spending | { readonly wait: number } => {
    const wait = Math.max(...spenders.map((spender) => waitOf(spender, cost)))
    if (wait > 0) return { wait }
    const spending = { at: Date.now(), cost }
    for (const { key } of spenders) add(key, spending)
    return spending
  }
}

/** A spent turn. Its cost may be lowered once it is known; one that costs nothing is forgotten. */
export interface Spending {
  readonly at: number
  cost: number
}

/** A key that spends, with the factor of its limit: a key may stand for several people. */
interface Spender {
  readonly key: string
  readonly share?: number
}

/** Limit of keys; beyond it the least recently used key is forgotten. */
const maxKeys = 10_000

/** Lets each key spend `most` in any window of `seconds`, counted in this process. */
export function perWindow({ most, seconds }: { readonly most: number; readonly seconds: number }) {
  const spent = new Map<string, readonly Spending[]>()
  const start = () => Date.now() - 1000 * seconds
  const lately = (key: string) => (spent.get(key) ?? []).filter(({ at, cost }) => at > start() && cost > 0)

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
      if (spent.size <= maxKeys && (each.at(-1)?.at ?? 0) > start()) break
      spent.delete(oldest)
    }
  }

  /** @returns the spending, or the seconds until there is room for it */
  return (spenders: readonly Spender[], cost = 1): Spending | { readonly wait: number } => {
    const wait = Math.max(...spenders.map((spender) => waitOf(spender, cost)))
    if (wait > 0) return { wait }
    const spending = { at: Date.now(), cost }
    for (const { key } of spenders) add(key, spending)
    return spending
  }
}

import type { Target } from './target.ts'

export interface AttackOutcome {
  /** The number of requests, files or connections, as the attack's name says. */
  readonly tried: number
  /** The number of them that reached their target; 0 is what we promise. */
  readonly through: number
}

/** One way in, tried with a fixed seed and a fixed count. */
export interface Attack {
  /** The subject of the attack, and after a semicolon the measure of success. */
  readonly name: string
  readonly run: (target: Target) => Promise<AttackOutcome>
}

/** Sends all, `lanes` at a time. */
export async function inLanes<Item>(items: Iterable<Item>, lanes: number, send: (item: Item) => Promise<void>) {
  const waiting = items[Symbol.iterator]()
  const lane = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await send(next.value)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

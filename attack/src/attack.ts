import type { Target } from './target.ts'

export interface Outcome {
  /** Requests, files or connections, as the attack's name says. */
  readonly tried: number
  /** How many of them reached what they were after; 0 is what we promise. */
  readonly through: number
}

/** One way in, tried with a fixed seed and a fixed count. */
export interface Attack {
  /** What is tried, and after a semicolon what counts as got through. */
  readonly name: string
  readonly run: (target: Target) => Promise<Outcome>
}

/** Sends all, `lanes` at a time. */
export async function inLanes<Item>(items: Iterable<Item>, lanes: number, send: (item: Item) => Promise<void>) {
  const waiting = items[Symbol.iterator]()
  const lane = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await send(next.value)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

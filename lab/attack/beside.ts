import { setTimeout as wait } from 'node:timers/promises'
import { authorized } from '../../testing/server/calls.ts'
import type { Target } from './target.ts'

/** The first calls of a server take longer. */
const warmUpSeconds = 5

/** Times of another customer's calls, in ms. */
export interface TimesBeside {
  /** The lower of the medians before and after the attack: other work of the machine may slow down one of the two. */
  readonly idle: number
  readonly median: number
  /** Time by which the slowest calls are above the slowest ones before and after. */
  readonly heldUp: number
  /** Number of calls in the lanes. */
  readonly tried: number
}

/**
 * Measures another customer's calls while `lanes` of an attacker send one call after the other.
 * @param send makes one call; the number counts the calls of all lanes
 */
export async function timesBeside(
  { url, newCustomer }: Pick<Target, 'url' | 'newCustomer'>,
  { lanes, seconds }: { readonly lanes: number; readonly seconds: number },
  send: (turn: number, signal: AbortSignal) => Promise<void>
): Promise<TimesBeside> {
  const headers = await authorized(url, (await newCustomer()).shopUsers.admin)
  // The slowest hundredth is left out: other work of the machine holds up some call of any minute.
  const measure = async (duration = seconds) => {
    const times: number[] = []
    for (const end = performance.now() + duration * 1000; performance.now() < end; await wait(20)) {
      const start = performance.now()
      await (await fetch(`${url}/api/customer`, { headers })).arrayBuffer()
      times.push(performance.now() - start)
    }
    const sorted = times.toSorted((a, b) => a - b)
    return { median: sorted[sorted.length >> 1] ?? 0, slowest: sorted[Math.floor(sorted.length * 0.99)] ?? 0 }
  }
  await measure(warmUpSeconds)
  const before = await measure()
  const end = new AbortController()
  let tried = 0
  const attack = Array.from({ length: lanes }, async () => {
    while (!end.signal.aborted) await send(tried++, end.signal)
  })
  const under = await measure()
  end.abort()
  await Promise.all(attack)
  const after = await measure()
  const [first, second] = [before, after].map(({ median }) => median.toFixed(1))
  console.log(
    `idle: ${first} and ${second} ms, under attack: ${under.median.toFixed(1)}, the slowest hundredth ${under.slowest.toFixed(1)} ms`
  )
  const heldUp = Math.max(0, under.slowest - Math.max(before.slowest, after.slowest))
  return { idle: Math.min(before.median, after.median), median: under.median, heldUp, tried }
}

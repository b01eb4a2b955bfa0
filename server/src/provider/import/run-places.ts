import { limitPerKey } from '../../platform/lib/limit-per-key.ts'
import { Problem } from '../problem/problem.ts'

/** More at once would not be faster: they would wait for each other's rows, or for the processor. */
const mostAtOnce = 2
const mostInMinute = 120
const minuteMs = 60_000

/** Lets few runs in at once, and of each key so many in a minute. */
export function createRunPlaces(): (key: number) => () => void {
  const all = limitPerKey(mostAtOnce)
  const begun = new Map<number, number[]>()
  return (key) => {
    const now = Date.now()
    const lately = (begun.get(key) ?? []).filter((at) => at > now - minuteMs)
    if (lately.length >= mostInMinute) {
      const wait = Math.ceil(((lately[0] ?? now) + minuteMs - now) / 1000)
      throw new Problem(429, `A key may begin ${mostInMinute} runs in a minute.`, { 'retry-after': String(wait) })
    }
    if (!all.acquire('runs'))
      throw new Problem(503, `At most ${mostAtOnce} imports run at once.`, { 'retry-after': '5' })
    begun.set(key, [...lately, now])
    let isHeld = true
    return () => {
      if (isHeld) all.release('runs')
      isHeld = false
    }
  }
}

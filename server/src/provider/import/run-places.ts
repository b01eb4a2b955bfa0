import { limitPerKey } from '../../platform/lib/limit-per-key.ts'
import { Problem } from '../problem/problem.ts'
import type { ProviderKey } from '../provider-key/provider-key.repository.ts'

/** Of one company. More at once would not be faster: they would wait for each other's rows, or for the processor. */
const mostAtOnce = 2
const mostInMinute = 120
const minuteMs = 60_000

/**
 * Lets few runs of a company in at once, and of each key so many in a minute. Each company has places of its own: a body may take
 * minutes to come, and two slow ones would keep out everybody else.
 */
export function createRunPlaces(): (key: Pick<ProviderKey, 'id' | 'company'>) => () => void {
  const ofCompanies = limitPerKey(mostAtOnce)
  const begun = new Map<number, number[]>()
  return ({ id, company }) => {
    const now = Date.now()
    const lately = (begun.get(id) ?? []).filter((at) => at > now - minuteMs)
    if (lately.length >= mostInMinute) {
      const wait = Math.ceil(((lately[0] ?? now) + minuteMs - now) / 1000)
      throw new Problem(429, `A key may begin ${mostInMinute} runs in a minute.`, { 'retry-after': String(wait) })
    }
    if (!ofCompanies.acquire(String(company)))
      throw new Problem(503, `At most ${mostAtOnce} imports run at once.`, { 'retry-after': '5' })
    begun.set(id, [...lately, now])
    let isHeld = true
    return () => {
      if (isHeld) ofCompanies.release(String(company))
      isHeld = false
    }
  }
}

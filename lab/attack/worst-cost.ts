import { authorized } from '../../testing/server/calls.ts'
import { send, type Sent } from './send.ts'
import type { Attack } from './target.ts'
import { worstCalls } from './worst-calls.ts'

/** Milliseconds, or times the cost of a harmless call on a slower machine, that no call may take. */
const most = { ms: 50, times: 10 } as const
const turns = 3
/** Bodies of a session before the next session: one whose bodies are refused for their form is stopped after 50. */
const perSession = 45

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

export const worstCost: Attack = {
  name: `Bodies, queries, headers and paths made from the contract to be dear; a call that takes ${most.ms} ms, and ${most.times} times a harmless one`,
  async run({ url, newCustomer }) {
    const { shopUsers } = await newCustomer()
    let own = await authorized(url, shopUsers.admin)
    let [bodies, tried, broken] = [0, 0, 0]
    const one = async (call: Sent, needsLogin: boolean) => {
      if (call.method !== 'GET' && needsLogin && ++bodies % perSession === 0)
        own = await authorized(url, shopUsers.admin)
      const headers = {
        ...(needsLogin && own),
        'x-forwarded-for': `10.8.${(tried >> 8) & 255}.${tried & 255}`,
        ...call.headers
      }
      tried += 1
      return timeOf(() => send(url, { ...call, headers }))
    }
    const harmless = { method: 'GET', path: '/api/customer' }
    const usual: number[] = []
    for (let turn = 0; turn < 100; turn += 1) usual.push(await one(harmless, true))
    const median = usual.toSorted((a, b) => a - b)[usual.length >> 1] ?? 0
    const limit = Math.max(most.ms, most.times * median)
    for (const { what, needsLogin, ...call } of worstCalls()) {
      let least = Infinity
      for (let turn = 0; turn < turns && least > limit; turn += 1) least = Math.min(least, await one(call, needsLogin))
      if (least <= limit) continue
      broken += 1
      console.log(
        `${call.method} ${call.path.slice(0, 60)}, ${what}: ${least.toFixed(0)} ms, a harmless one ${median.toFixed(1)} ms`
      )
    }
    return { tried, broken }
  }
}

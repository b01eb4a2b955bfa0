import { setTimeout as wait } from 'node:timers/promises'
import { authorized } from '../../server/src/testing/calls.ts'
import { type Attack, inLanes } from './attack.ts'

const lanes = 25
const seconds = 15
/** The first calls of a server take longer. */
const warmUpSeconds = 5
/** Passwords that take long to judge: each sign stands for letters. */
const passwords = ['4@8({[6<|1!7$50zx%', 'l1|!i7t+3e4@a5$s0o', 'p4$$w0rd', '1.1.2011']

export const slowPasswords: Attack = {
  name: `Slow passwords of one login of the lowest right in ${lanes} lanes; a median of another customer's calls that is twice the idle one`,
  async run({ url, newCompany }) {
    const own = await authorized(url, (await newCompany()).users.contact)
    const other = await authorized(url, (await newCompany()).users.admin)
    const median = async (duration = seconds) => {
      const times: number[] = []
      for (const end = performance.now() + duration * 1000; performance.now() < end; await wait(20)) {
        const start = performance.now()
        await (await fetch(`${url}/api/customer`, { headers: other })).arrayBuffer()
        times.push(performance.now() - start)
      }
      return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
    }
    await median(warmUpSeconds)
    const before = await median()
    const end = new AbortController()
    let tried = 0
    const attack = inLanes(Array.from({ length: lanes }).keys(), lanes, async (lane) => {
      for (let turn = lane; !end.signal.aborted; turn += 1) {
        const WSU_PASSWORT = (passwords[turn % passwords.length] ?? '').repeat(5)
        const body = JSON.stringify({ data: { WSU_PASSWORT, VERSION: turn } })
        const headers = { ...own, 'content-type': 'application/json' }
        const init = { method: 'PUT', headers, body, signal: end.signal }
        await fetch(`${url}/api/webshopuser`, init)
          .then((answer) => answer.arrayBuffer())
          .catch(() => undefined)
        tried += 1
      }
    })
    const under = await median()
    end.abort()
    await attack
    const after = await median()
    // Other work of the machine may slow down one of the two.
    const idle = Math.min(before, after)
    console.log(`idle: ${before.toFixed(1)} and ${after.toFixed(1)} ms, under attack: ${under.toFixed(1)} ms`)
    return { tried, through: under > 2 * idle ? 1 : 0 }
  }
}

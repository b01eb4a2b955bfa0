import { authorized } from '../../testing/server/calls.ts'
import { timesBeside } from './beside.ts'
import type { Attack } from './target.ts'

const lanes = 25
/** Passwords that take long to judge: each sign stands for letters. */
const passwords = ['4@8({[6<|1!7$50zx%', 'l1|!i7t+3e4@a5$s0o', 'p4$$w0rd', '1.1.2011']

export const slowPasswords: Attack = {
  name: `Slow passwords of one login of the lowest right in ${lanes} lanes; a median of another customer's calls that is twice the idle one`,
  async run(target) {
    const { url, newCustomer } = target
    const own = await authorized(url, (await newCustomer()).shopUsers.contact)
    const headers = { ...own, 'content-type': 'application/json' }
    const { idle, median, tried } = await timesBeside(target, { lanes, seconds: 15 }, async (turn, signal) => {
      const WSU_PASSWORT = (passwords[turn % passwords.length] ?? '').repeat(5)
      const body = JSON.stringify({ data: { WSU_PASSWORT, VERSION: turn } })
      await fetch(`${url}/api/webshopuser`, { method: 'PUT', headers, body, signal })
        .then((answer) => answer.arrayBuffer())
        .catch(() => undefined)
    })
    return { tried, broken: median > 2 * idle ? 1 : 0 }
  }
}

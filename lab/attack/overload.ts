import { authorized } from '../../testing/server/calls.ts'
import { timesBeside } from './beside.ts'
import { send } from './send.ts'
import type { Attack } from './target.ts'

const lanes = 25
/** The most that a body of 1 MB can have, and about the most that a form may have. */
const bodies = [80_000, 1000].map((length) => {
  const members = Array.from({ length }, (_, index) => `"a${index}":[]`)
  return Buffer.from(`{"data":{${members.join()}}}`)
})

export const overload: Attack = {
  name: `Bodies of 80,000 and 1,000 members from one login of the lowest right in ${lanes} lanes; one without an answer, and a median of another customer's calls that is twice the idle one`,
  async run(target) {
    const { url, newCustomer } = target
    const own = await authorized(url, (await newCustomer()).shopUsers.contact)
    const headers = { ...own, 'content-type': 'application/json' }
    const answers: Record<string, number> = {}
    const { idle, median, tried } = await timesBeside(target, { lanes, seconds: 20 }, async (turn, signal) => {
      const body = bodies[turn % bodies.length] ?? Buffer.of()
      const status = await send(url, { method: 'PUT', path: '/api/webshopuser', headers, body }, signal)
      const answer = signal.aborted ? 'at the end' : String(status)
      answers[answer] = (answers[answer] ?? 0) + 1
    })
    console.log(answers)
    return { tried, broken: (answers['undefined'] ?? 0) + (median > 2 * idle ? 1 : 0) }
  }
}

import { endpoints } from '@customer-center/contract/endpoints'
import { authorized } from '../../server/src/testing/calls.ts'
import { identifiers } from '../../server/src/testing/identifiers.ts'
import { randomCalls } from '../../server/src/testing/random-calls.ts'
import { type Attack, bodiesPerSession, inLanes } from './attack.ts'

const perCall = 150
/** Texts in an answer that would tell how the server is built. */
const leak = /syntax error|\bselect\b.+\bfrom\b|node_modules|\.[tj]s:\d|at \w+ \(/i

export const malformed: Attack = {
  name: 'Injections and malformed values in each parameter and field; a failure (500), or an answer that shows code',
  async run({ url, newCompany }) {
    const own = await newCompany()
    const kinds = { addressKind: '3', evaluationType: '408', interfaceId: '1', letterNo: '1', format: 'PDF' }
    const event = { eventId: '1', no: '1', participantId: '1', const: '1:1', from: '01.01.2026', to: '31.12.2026' }
    const good = identifiers(own, { ...kinds, ...event, ASP_PVAID: String(own.users.contact.pvaid) })
    let headers = await authorized(url, own.users.admin)
    let [tried, through] = [0, 0]
    for (const schema of endpoints) {
      const { method, path, body } = schema.endpoint
      if (path === '/revokeToken') continue
      const type = body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
      await inLanes(randomCalls(schema, good, perCall), 8, async ({ query, payload }) => {
        const init = body ? { body: payload, headers: { ...headers, 'content-type': type } } : { headers }
        const answer = await fetch(`${url}/api${path}?${query}`, { method, ...init })
        const text = await answer.text()
        tried += 1
        if (answer.status === 500 || leak.test(text)) through += 1
        const isSpent = tried % bodiesPerSession === 0 || (answer.status === 401 && path !== '/getToken')
        if (isSpent) headers = await authorized(url, own.users.admin)
      })
    }
    return { tried, through }
  }
}

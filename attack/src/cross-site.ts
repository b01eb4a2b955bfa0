import { endpoints } from '@customer-center/contract/endpoints'
import { getToken, loginForm } from '../../server/src/testing/calls.ts'
import type { Attack } from './attack.ts'

const origins = [
  'https://evil.example',
  'null',
  'https://center.example.evil.example',
  'https://evil-center.example',
  'http://center.example:8080',
  'https://shop.center.example',
  ''
]

/** Proofs that a page of another origin can send with the cookies that the browser adds. */
const proofs = [{}, { 'x-xsrf-token': '' }, { 'x-xsrf-token': 'A'.repeat(32) }, { 'content-version': '1.0' }]

export const crossSite: Attack = {
  name: "Calls of other pages with the person's cookies; a change without the proof, or an answer that the page may read",
  async run({ url, newCompany }) {
    const { users } = await newCompany()
    const login = await getToken(url, loginForm(users.admin), { origin: 'https://center.example' })
    const cookie = login.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    let [tried, through] = [0, 0]
    for (const { endpoint } of endpoints) {
      const { method, path } = endpoint
      for (const origin of origins) {
        for (const proof of proofs) {
          const headers = { cookie, ...(origin !== '' && { origin, 'sec-fetch-site': 'cross-site' }), ...proof }
          const answer = await fetch(`${url}/api${path}`, { method, headers })
          tried += 1
          const readable = origin !== '' && answer.headers.get('access-control-allow-origin') !== null
          const changed = method !== 'GET' && ![401, 403, 404].includes(answer.status)
          if (readable || changed) through += 1
        }
      }
    }
    return { tried, through }
  }
}

import { everyRight, Right } from '@customer-center/contract/rights'
import { authorized } from '../../server/src/testing/calls.ts'
import { save } from '../../server/src/testing/saves.ts'
import type { Attack } from './attack.ts'

const password = 'Neu-4711-Herbst'
let last = 0
/** A new contact with an address that nobody has. */
const colleague = () => ({ ASP_ANREDE: 1, ASP_NACHNAME: 'Neu', ASP_SHOPEMAIL: `stale${++last}@evil.example` })

export const staleLogins: Attack = {
  name: 'What gives access, with each right, in a login two hours old; one that is done',
  async run({ url, newCompany, database }) {
    let [tried, through] = [0, 0]
    for (const right of everyRight) {
      const { users, id } = await newCompany()
      const headers = await authorized(url, users[right])
      await database.pool.query(`update sessions set logged_in_at = logged_in_at - interval '2 hours' where id = $1`, [
        id
      ])
      const other = users[right === 'contact' ? 'shoplight' : 'contact']
      const ofOther = { ASP_PVAID: other.pvaid }
      const calls: [method: string, path: string, data: object][] = [
        ['POST', '/contact', { ...colleague(), ASP_SHOPRECHTE: Right.admin, ASP_PASSWORT: password }],
        ['POST', '/contact', { ...colleague(), ASP_SHOPRECHTE: Right.contact }],
        ['PUT', '/contact', { ...ofOther, ASP_SHOPRECHTE: Right.admin }],
        ['PUT', '/contact', { ASP_PVAID: users.none.pvaid, ASP_SHOPRECHTE: Right.contact }],
        ['PUT', '/contact', { ...ofOther, ASP_PASSWORT: password }],
        ['PUT', '/contact', { ...ofOther, ASP_SHOPEMAIL: `stale${++last}@evil.example` }],
        ['PUT', '/webshopuser', { WSU_PASSWORT: password }],
        ['PUT', '/webshopuser', { WSU_EMAIL: `stale${++last}@evil.example` }],
        ['POST', '/passkeys/options', {}],
        ['POST', '/passkeys/delete', { passkeyId: '1' }],
        ['POST', '/calendar/feed/renew', {}],
        ['POST', '/sessions/endothers', {}],
        ['POST', '/sessions/end', { sessionId: '00000000-0000-4000-8000-000000000000' }]
      ]
      for (const [method, path, data] of calls) {
        tried += 1
        if ((await save(url, headers, [method, path], data)).code === 0) through += 1
      }
      tried += 1
      if ((await fetch(`${url}/api/csv/contacts`, { headers })).status === 200) through += 1
    }
    return { tried, through }
  }
}

import { endpoints } from '@customer-center/contract/endpoints'
import { loginTooOld } from '@customer-center/contract/envelope'
import { everyRight, Right } from '@customer-center/contract/rights'
import { authorized } from '../../testing/server/calls.ts'
import type { TestUser } from '../../testing/server/company.ts'
import { save } from '../../testing/server/saves.ts'
import type { Attack } from './attack.ts'

const password = 'Neu-4711-Herbst'
let last = 0
/** Returns an address that nobody has. */
const address = () => `stale${++last}@evil.example`
const colleague = () => ({ ASP_ANREDE: 1, ASP_NACHNAME: 'Neu', ASP_SHOPEMAIL: address() })

/** The people whom calls concern. */
interface People {
  /** Another person, with a right. */
  readonly other: TestUser
  /** A person without a right now. */
  readonly former: TestUser
  /** A person without a right, whose address was emptied. */
  readonly nameless: TestUser
  /** A person with an access that nobody has used. */
  readonly pending: TestUser
}

/** Bodies with which each call that may give or take access would do so. */
const giving: Readonly<Record<string, (people: People) => readonly object[]>> = {
  'POST /contact': () => [
    { ...colleague(), ASP_SHOPRECHTE: Right.admin, ASP_PASSWORT: password },
    { ...colleague(), ASP_SHOPRECHTE: Right.contact }
  ],
  'PUT /contact': ({ other, former, nameless }) => [
    { ASP_PVAID: other.pvaid, ASP_SHOPRECHTE: Right.admin },
    { ASP_PVAID: other.pvaid, ASP_PASSWORT: password },
    { ASP_PVAID: other.pvaid, ASP_SHOPEMAIL: address() },
    { ASP_PVAID: former.pvaid, ASP_SHOPRECHTE: Right.contact },
    { ASP_PVAID: other.pvaid, ASP_SHOPRECHTE: Right.none },
    { ASP_PVAID: other.pvaid, ASP_AKTIV: false },
    { ASP_PVAID: other.pvaid, ASP_SHOPRECHTE: Right.none, ASP_SHOPEMAIL: null },
    { ASP_PVAID: former.pvaid, ASP_SHOPEMAIL: null },
    { ASP_PVAID: former.pvaid, ASP_SHOPEMAIL: address() },
    { ASP_PVAID: nameless.pvaid, ASP_SHOPEMAIL: address() }
  ],
  'POST /contactaccess/send': ({ pending }) => [{ pvaid: pending.pvaid }],
  'PUT /webshopuser': () => [{ WSU_PASSWORT: password }, { WSU_EMAIL: address() }],
  'POST /passkeys/options': () => [{}],
  'POST /passkeys/delete': () => [{ passkeyId: '1' }],
  'POST /calendar/feed/renew': () => [{}],
  'POST /calendar/feed/show': () => [{}],
  'POST /sessions/endothers': () => [{}],
  'POST /sessions/end': () => [{ sessionId: '00000000-0000-4000-8000-000000000000' }],
  'POST /function/start': () => [{ functionName: 'DataCopy', parameter: 'format=JSON', async: true }]
}

/** Reasons why each other call that writes gives nobody access. */
const harmless: Readonly<Record<string, string>> = {
  'POST /getToken': 'is the login',
  'POST /passkeys/loginoptions': 'is half of a login',
  'POST /passwordreset': 'mails the owner, and needs no session',
  'PUT /webshopuser/setcurrentwebshopuser': 'is a login with the password of the other one',
  'POST /passkeys': 'answers what /passkeys/options gave to a fresh login',
  'PUT /passkeys': 'writes a name',
  'POST /emailchange/resend': 'mails the address that a fresh login has named',
  'POST /emailchange/cancel': 'keeps the address',
  'POST /calendar/feed/delete': 'closes an address',
  'POST /revokeToken': 'ends the own session',
  'POST /function/remove': 'takes a failed job out of the own list',
  'POST /dms/zip': 'packs what the session may read',
  'POST /eventmanager/invoicemail': 'mails a number and a date to people who may see the invoice, without the file',
  'PUT /customer': 'writes no login',
  'PUT /address': 'writes no login'
}

const writing = endpoints.map(({ endpoint }) => endpoint).filter(({ method }) => method !== 'GET')

/** @throws Error where a call is in neither table, or a table names a call that does not exist */
function checkTables(): void {
  const calls = writing.map(({ method, path }) => `${method} ${path}`)
  const known = [...Object.keys(giving), ...Object.keys(harmless)]
  const wrong = [...calls.filter((call) => !known.includes(call)), ...known.filter((call) => !calls.includes(call))]
  if (wrong.length > 0) throw new Error(`Does it give access? ${wrong.join(', ')}`)
}

export const staleLogins: Attack = {
  name: 'Calls that may give access, with each right, in a login two hours old; one that is done',
  async run({ url, newCompany, database }) {
    checkTables()
    let [tried, through] = [0, 0]
    for (const right of everyRight) {
      const { users, id } = await newCompany()
      const { pvaid: nameless } = users.none
      // This login comes before a fresh one empties its address.
      const admin = await authorized(url, users.admin)
      const colleagues = everyRight.filter((one) => one !== right && one !== 'admin').map((one) => users[one])
      const [other = users.admin, former = users.admin, pending] = colleagues
      for (const data of [
        { ASP_PVAID: nameless, ASP_SHOPEMAIL: null },
        { ASP_PVAID: former.pvaid, ASP_SHOPRECHTE: Right.none }
      ])
        if ((await save(url, admin, ['PUT', '/contact'], data)).code !== 0) throw new Error('Nothing is prepared.')
      // Within 15 seconds giving the right back would be an undo, which needs no fresh login.
      await database.pool.query(`update audit_entries set at = at - interval '1 minute' where customer_id = $1`, [id])
      const people = { other, former, nameless: users.none, pending: pending ?? other }
      await database.pool.query('update shop_users set password_hash = null where pvaid = $1', [people.pending.pvaid])
      const headers = await authorized(url, users[right])
      await database.pool.query(`update sessions set logged_in_at = logged_in_at - interval '2 hours' where id = $1`, [
        id
      ])
      for (const [call, bodies] of Object.entries(giving))
        for (const data of bodies(people)) {
          const [method = '', path = ''] = call.split(' ')
          const { code } = await save(url, headers, [method, path], data)
          tried += 1
          // An admin may do all of it: a call that is refused for another reason was not tried.
          if (code === 0 || (right === 'admin' && code !== loginTooOld)) {
            console.log(`  ${right}: ${call} ${JSON.stringify(data)} answers ${code}`)
            through += 1
          }
        }
      tried += 1
      if ((await fetch(`${url}/api/csv/contacts`, { headers })).status === 200) through += 1
    }
    return { tried, through }
  }
}

import type { PasskeyOptions } from '@customer-center/contract/passkey'
import { authenticator } from '../../server/src/testing/authenticator.ts'
import { authorized } from '../../server/src/testing/calls.ts'
import type { TestCompany, TestUser } from '../../server/src/testing/company.ts'
import { save } from '../../server/src/testing/saves.ts'
import type { Attack } from './attack.ts'
import { allMails } from './mails.ts'
import type { Target } from './target.ts'

const origin = 'https://center.example'
/** Of each purpose in a day. */
const allowed = 10

/** Has mails sent to one address in one way; returns how often it was asked for, and the address. */
type Way = (target: Target, company: TestCompany) => Promise<{ readonly asked: number; readonly to: string }>

async function repeat(asked: number, to: string, ask: (turn: number) => Promise<unknown>) {
  for (let turn = 0; turn < asked; turn += 1) await ask(turn)
  return { asked, to }
}

const keyOf = ({ company, pvaid }: TestUser) => ({ ASP_FIRMA: company, ASP_PVAID: pvaid })

const ways: readonly Way[] = [
  async function ownPasswords({ url }, { users: { contact } }) {
    const headers = await authorized(url, contact)
    return repeat(60, contact.userName, (turn) =>
      save(url, headers, ['PUT', '/webshopuser'], { WSU_PASSWORT: `Losung-der-Woche-${turn}` })
    )
  },
  async function passwordsByAnAdmin({ url }, { users: { contact, admin } }) {
    const headers = await authorized(url, admin)
    return repeat(30, contact.userName, (turn) =>
      save(url, headers, ['PUT', '/contact'], { ...keyOf(contact), ASP_PASSWORT: `Losung-der-Woche-${turn}` })
    )
  },
  async function passkeys({ url }, { users: { contact } }) {
    const headers = await authorized(url, contact)
    return repeat(30, contact.userName, async () => {
      const options = (await save(url, headers, ['POST', '/passkeys/options'], {})).data as unknown as PasskeyOptions
      const response = authenticator(origin, 'center.example').create(options)
      const made = (await save(url, headers, ['POST', '/passkeys'], { response })).data as { passkeyId?: string } | null
      await save(url, headers, ['POST', '/passkeys/delete'], { passkeyId: made?.passkeyId ?? '' })
    })
  },
  async function resets({ url }, { users: { contact } }) {
    return repeat(60, contact.userName, (turn) => {
      const from = { 'x-forwarded-for': `10.80.${turn}.1` }
      return save(url, from, ['POST', '/passwordreset'], { emailAddress: contact.userName })
    })
  },
  async function confirmations({ url, newCompany }) {
    const to = 'confirmed@elsewhere.example'
    return repeat(6, to, async () => {
      const headers = await authorized(url, (await newCompany()).users.contact)
      await save(url, headers, ['PUT', '/webshopuser'], { WSU_EMAIL: to })
      for (let turn = 0; turn < 5; turn += 1) await save(url, headers, ['POST', '/emailchange/resend'], {})
    })
  },
  async function accesses({ url, database }, { users: { contact, admin } }) {
    const { pvaid } = contact
    await database.db.updateTable('shop_users').set({ password_hash: null }).where('pvaid', '=', pvaid).execute()
    const headers = await authorized(url, admin)
    return repeat(30, contact.userName, () => save(url, headers, ['POST', '/contactaccess/send'], { pvaid }))
  },
  async function changedAddresses({ url }, { users: { contact, admin } }) {
    const headers = await authorized(url, admin)
    const to = 'changed@elsewhere.example'
    return repeat(60, to, (turn) => {
      const address = turn % 2 === 0 ? to : `other-${turn}@elsewhere.example`
      return save(url, headers, ['PUT', '/contact'], { ...keyOf(contact), ASP_SHOPEMAIL: address })
    })
  }
]

export const mailsToOne: Attack = {
  name: `Everything that mails one address, again and again; more than ${allowed} mails of a purpose to it`,
  async run(target) {
    let [tried, through] = [0, 0]
    for (const way of ways) {
      const { asked, to } = await way(target, await target.newCompany())
      await allMails(target)
      const sent = target.mails.arrived.filter(({ recipients }) => recipients.includes(to)).length
      // What sends nothing was not tried.
      if (sent === 0) throw new Error(`No mail was sent: ${way.name}.`)
      tried += asked
      through += Math.max(0, sent - allowed)
    }
    return { tried, through }
  }
}

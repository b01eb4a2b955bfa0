import type { PasskeyOptions } from '@customer-center/contract/passkey'
import { Right } from '@customer-center/contract/rights'
import { jobs } from '../../server/src/features.ts'
import { authenticator } from '../../testing/server/authenticator.ts'
import { authorized } from '../../testing/server/calls.ts'
import type { TestCompany, TestUser } from '../../testing/server/company.ts'
import type { Arrived } from '../../testing/server/mail-server.ts'
import { queuePasswordMail } from '../../testing/server/queue-mails.ts'
import { save } from '../../testing/server/saves.ts'
import type { Attack } from './attack.ts'
import { ways as changes } from './changed-addresses.ts'
import { allMails } from './mails.ts'
import type { Target } from './target.ts'

const origin = 'https://center.example'
/** Limit for each purpose in a day. */
const allowed = 10

/** A way to have mails sent to one address; returns the number of requests, and the address. */
type Way = (target: Target, company: TestCompany) => Promise<{ readonly asked: number; readonly to: string }>

async function repeat(asked: number, to: string, ask: (turn: number) => Promise<unknown>) {
  for (let turn = 0; turn < asked; turn += 1) await ask(turn)
  return { asked, to }
}

const keyOf = ({ company, pvaid }: TestUser) => ({ ASP_FIRMA: company, ASP_PVAID: pvaid })

/** Corrects the address of an access that nobody has used, to and fro. */
const corrections = (by: 'api' | 'import'): Way =>
  async function correctedAddresses(target, { users }) {
    const { contact } = users
    const { db } = target.database
    await db.updateTable('shop_users').set({ password_hash: null }).where('pvaid', '=', contact.pvaid).execute()
    await db.transaction().execute((trx) => queuePasswordMail(trx, contact))
    const address = (of: string | number) => `corrected-${by}-${of}@elsewhere.example`
    return repeat(30, address('to'), (turn) => changes[by](target, users, address(turn % 2 === 0 ? 'to' : turn)))
  }

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
  },
  async function loginsWithoutAMark({ url }, { users: { contact } }) {
    return repeat(30, contact.userName, () => authorized(url, contact))
  },
  async function calendars({ url }, { users: { contact } }) {
    const headers = await authorized(url, contact)
    return repeat(30, contact.userName, () => save(url, headers, ['POST', '/calendar/feed/renew'], {}))
  },
  async function invoices({ url, database }, { id, users: { shopfull, admin } }) {
    const invoice = { company: 1, control_no: 900_000 + id, id, no: `R-${id}`, date: '2026-03-31' }
    await database.db.insertInto('invoices').values(invoice).execute()
    const headers = await authorized(url, admin)
    const data = { companyNo: 1, controlNo: invoice.control_no, recipients: [shopfull.pvaid], toCompany: false }
    return repeat(30, shopfull.userName, () => save(url, headers, ['POST', '/eventmanager/invoicemail'], data))
  },
  async function announcements(target, { users: { contact } }) {
    const headers = await authorized(target.url, contact)
    return repeat(30, contact.userName, async (turn) => {
      const WSU_EMAIL = `wanted-${turn}@elsewhere.example`
      await save(target.url, headers, ['PUT', '/webshopuser'], { WSU_EMAIL })
      // The next request replaces one whose mails have not left.
      if (turn < 3) await allMails(target)
    })
  },
  async function adminsMadeAndUnmade({ url }, { users: { contact, admin } }) {
    const headers = await authorized(url, admin)
    return repeat(30, admin.userName, (turn) =>
      save(url, headers, ['PUT', '/contact'], {
        ...keyOf(contact),
        ASP_SHOPRECHTE: turn % 2 === 0 ? Right.admin : Right.contact
      })
    )
  },
  corrections('api'),
  corrections('import')
]

/** Reads the name of the mail's definition, with which its Message-ID begins. */
const nameOf = ({ mail }: Arrived) => /^<([\w-]+)\./.exec(mail.messageId ?? '')?.[1] ?? ''

/** Lists every mail of the server. */
const definitions = jobs.flatMap((job) => ('purpose' in job ? [job as { name: string; purpose: string }] : []))

export const mailsToOne: Attack = {
  name: `Everything that mails one address, again and again; more than ${allowed} mails of a purpose to it`,
  async run(target) {
    const before = target.mails.arrived.length
    let [tried, through] = [0, 0]
    for (const way of ways) {
      const { asked, to } = await way(target, await target.newCompany())
      await allMails(target)
      const sent = target.mails.arrived.filter(({ recipients }) => recipients.includes(to)).map(nameOf)
      // A way that sends nothing was not tried.
      if (sent.length === 0) throw new Error(`No mail was sent: ${way.name}.`)
      tried += asked
      for (const purpose of new Set(definitions.map((one) => one.purpose))) {
        const names = definitions.filter((one) => one.purpose === purpose).map(({ name }) => name)
        through += Math.max(0, sent.filter((name) => names.includes(name)).length - allowed)
      }
    }
    // What was collected would come in hours.
    await target.database.pool.query(`update jobs set due_at = now() where kind = 'collected-mail'`)
    await allMails(target)
    const seen = new Set(target.mails.arrived.slice(before).map(nameOf))
    const untried = definitions.filter(({ name }) => !seen.has(name)).map(({ name }) => name)
    if (untried.length > 0) throw new Error(`No way here sends ${untried.join(', ')}.`)
    return { tried, through }
  }
}

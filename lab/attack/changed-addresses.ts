import { setTimeout as wait } from 'node:timers/promises'
import { Right } from '@customer-center/contract/rights'
import { authorized, getToken, loginForm } from '../../testing/server/calls.ts'
import type { TestUser } from '../../testing/server/company.ts'
import { importer } from '../../testing/server/imports.ts'
import { addProviderKey } from '../../testing/server/provider-keys.ts'
import { queuePasswordMail } from '../../testing/server/queue-mails.ts'
import { save } from '../../testing/server/saves.ts'
import { visitor } from '../../testing/server/verification.ts'
import type { Attack } from './attack.ts'
import type { Target } from './target.ts'

const linkIn = (text: string) => /^https:\/\/center\.example(\/(?:passwort|e-mail)\/[\w-]{43})$/m.exec(text)?.[1] ?? ''
const passwordIn = (text: string) => /^Passwort: (\S+)$/m.exec(text)?.[1] ?? ''

async function mailTo({ mails }: Target, address: string): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = mails.arrived.findLast(({ recipients }) => recipients.includes(address))
    if (found) return found.mail.text ?? ''
    await wait(100)
  }
  throw new Error(`No mail to ${address}.`)
}

type Change = (target: Target, users: { contact: TestUser; admin: TestUser }, to: string) => Promise<unknown>

async function nameContact({ database }: Target, { pvaid }: TestUser): Promise<string> {
  const external_id = `U-${pvaid}`
  await database.db.updateTable('contacts').set({ external_id }).where('pvaid', '=', pvaid).execute()
  return external_id
}

/** Ways in which an address changes. */
export const ways = {
  async own(target, { contact }, to) {
    await save(target.url, await authorized(target.url, contact), ['PUT', '/webshopuser'], { WSU_EMAIL: to })
    await fetch(target.url + linkIn(await mailTo(target, to)), { method: 'POST', redirect: 'manual' })
  },
  async admin({ url }, { contact: { company, pvaid }, admin }, to) {
    const data = { ASP_FIRMA: company, ASP_PVAID: pvaid, ASP_SHOPEMAIL: to }
    await save(url, await authorized(url, admin), ['PUT', '/contact'], data)
  },
  async api(target, { contact }, to) {
    const { key } = await addProviderKey(target.database.db, { company: contact.company, scopes: ['write'] })
    await fetch(`${target.url}/provider/v1/shop-users/${await nameContact(target, contact)}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ emailAddress: to })
    })
  },
  async import(target, { contact }, to) {
    const row = { contact: await nameContact(target, contact), emailAddress: to, rights: Right.contact }
    await importer(target.database.db, contact.company)('shop-users', [row])
  }
} satisfies Readonly<Record<string, Change>>

/** Uses the mail to the old address, and tells whether it still lets somebody in. */
type Proof = (target: Target, user: TestUser) => Promise<(to: string) => Promise<boolean>>

async function opens({ url }: Target, link: string): Promise<boolean> {
  const body = new URLSearchParams({ password: 'Fremde-Losung-1', repeat: 'Fremde-Losung-1' })
  const page = await fetch(url + link)
  const posted = await fetch(url + link, { method: 'POST', body, redirect: 'manual' })
  return page.status !== 404 || posted.status !== 404
}

const access =
  (asLink: boolean): Proof =>
  async (target, user) => {
    const { company, pvaid, userName } = user
    const { db } = target.database
    await db.updateTable('shop_users').set({ password_hash: null }).where('pvaid', '=', pvaid).execute()
    await db.transaction().execute((trx) => queuePasswordMail(trx, { company, pvaid, ...(asLink && { asLink }) }))
    const text = await mailTo(target, userName)
    if (asLink) return () => opens(target, linkIn(text))
    return async (to) =>
      (await getToken(target.url, { ...loginForm(user, passwordIn(text)), userName: to })).status === 200
  }

const proofs: Readonly<Record<string, Proof>> = {
  async reset(target, { userName, customerNumber }) {
    const data = { emailAddress: userName, customerNumber }
    // Other attacks use up the limits of one address.
    await save(target.url, visitor(), ['POST', '/passwordreset'], data)
    const link = linkIn(await mailTo(target, userName))
    return () => opens(target, link)
  },
  invitation: access(true),
  password: access(false)
}

export const changedAddresses: Attack = {
  name: 'Links and passwords that were mailed to an address which is another one now; one that lets somebody in',
  async run(target) {
    let [tried, through] = [0, 0]
    for (const [way, change] of Object.entries(ways))
      for (const [kind, mail] of Object.entries(proofs)) {
        // A person without a password cannot change the own address.
        if (way === 'own' && kind !== 'reset') continue
        const { users } = await target.newCompany()
        const isGood = await mail(target, users.contact)
        const to = `right-${way}-${kind}@elsewhere.example`
        await change(target, users, to)
        // A change that did not take place proves nothing.
        const login = target.database.db.selectFrom('shop_users').select('email_address')
        const { email_address } = await login.where('pvaid', '=', users.contact.pvaid).executeTakeFirstOrThrow()
        if (email_address !== to) throw new Error(`The address did not change: ${way}, ${kind}.`)
        tried += 1
        if (await isGood(to)) through += 1
      }
    return { tried, through }
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import { Right } from '@customer-center/contract/rights'
import { authorized } from '../../testing/server/calls.ts'
import { save } from '../../testing/server/saves.ts'
import type { Attack } from './attack.ts'
import type { Target } from './target.ts'

const contacts = 300
/** Limit of mails that one customer's admins may cause at once. */
const allowed = 200
const names = ['www.evil.example', 'https://evil.example/x', 'evil.example', 'Gewinn: evil.example/a', 'x@evil.example']

/** Resolves when no more mails come. */
export async function allMails({ mails: { arrived } }: Pick<Target, 'mails'>): Promise<void> {
  for (let seen = -1; seen !== arrived.length; await wait(3000)) seen = arrived.length
}

export const mails: Attack = {
  name: `Contacts at strangers' addresses with links for names; a mail that shows one, or more than ${allowed} mails`,
  async run({ url, newCompany, mails: server }) {
    const { id, users } = await newCompany()
    const headers = await authorized(url, users.admin)
    const before = server.arrived.length
    let [tried, created] = [0, 0]
    for (let index = 0; index < contacts; index += 1) {
      const name = names[index % names.length] ?? ''
      const row = {
        ASP_FIRMA: 1,
        ASP_ID: id,
        ASP_KONTAKTFIRMA: 1,
        ASP_ANREDE: 1,
        ASP_VORNAME: 'Eva',
        ASP_NACHNAME: name,
        ASP_SHOPEMAIL: `stranger-${index}@elsewhere.example`,
        ASP_SHOPRECHTE: Right.contact
      }
      const { code } = await save(url, headers, ['POST', '/contact'], row)
      if (code === 0) created += 1
      tried += 1
    }
    // A mail that was refused here guards nothing.
    if (created === 0) throw new Error('No contact was created.')
    await allMails({ mails: server })
    const sent = server.arrived.slice(before)
    const linked = sent.filter(({ raw, mail }) => /evil\.example/.test(raw) || /evil\.example/.test(mail.text ?? ''))
    return { tried, through: linked.length + Math.max(0, sent.length - allowed) }
  }
}

import {
  type About,
  afterUndo,
  defineMail,
  dropMails,
  findOwner,
  type MailData,
  personName,
  queueMail
} from '../../mails/index.ts'
import { defineTexts } from '../../platform/config/own-texts.ts'
import type { Place } from '../../platform/config/shops.ts'
import type { Db } from '../../platform/database/query.ts'
import { findOtherAdmins } from './shop-user.repository.ts'
import shippedTexts from './texts.json' with { type: 'json' }

interface AdminMailData extends MailData {
  /** The numbers of the contacts that the mail is about. */
  readonly person: number | readonly number[]
  /** Whether they became admins; left out if they have another user name. */
  readonly isAdmin?: boolean | undefined
}

type Labels = Pick<typeof shippedTexts, 'person' | 'userName' | 'gone'>

const adminMailTexts = defineTexts('admin-mail', shippedTexts)

/** Tells an admin that a colleague is one now, or no longer, or that the provider has changed user names. */
export const adminMail = defineMail({
  name: 'admin-mail',
  purpose: 'notice',
  texts(config, { isAdmin }: AdminMailData) {
    const { became, lost, renamed, ...labels } = adminMailTexts(config)
    const said = isAdmin ? became : lost
    return { ...(isAdmin === undefined ? renamed : said), ...labels }
  },
  async say({ db, data, texts }: About<AdminMailData, Labels & typeof shippedTexts.lost>) {
    const facts: [string, string][] = []
    for (const contact of [data.person].flat()) {
      const about = await findOwner(db, { provider: data.provider, contact })
      facts.push([texts.person, about ? personName(about) : texts.gone])
      if (about?.emailAddress) facts.push([texts.userName, about.emailAddress])
    }
    return { facts }
  }
})

/**
 * Tells the customer's other admins that contacts have become admins, or are none any more, also if the session of one
 * of them did that. An import before anybody was mailed an access tells nobody. Without `isAdmin` the mail says that
 * the provider has changed their user names.
 * @param canUndo whether a person can take the change back: then nobody is told of a lost admin before that is over,
 * and of neither change if it was taken back
 */
export async function tellAdmins(
  trx: Db,
  { provider, shop }: Place,
  contacts: readonly number[],
  isAdmin?: boolean,
  canUndo = false
): Promise<void> {
  if (contacts.length === 0) return
  for (const { contact, persons } of await findOtherAdmins(trx, provider, contacts))
    // An import may change all user names of a customer.
    for (const person of isAdmin === undefined ? [persons] : persons) {
      const about = { provider, contact, person }
      if (canUndo && isAdmin === true && (await dropMails(trx, adminMail, [{ ...about, isAdmin: false }]))) continue
      const startAfter = canUndo && isAdmin === false ? afterUndo() : undefined
      await queueMail(trx, adminMail, { ...about, shop, isAdmin }, { startAfter })
    }
}

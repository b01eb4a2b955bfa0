import {
  type MailContext,
  defineMail,
  deleteWaitingMails,
  findOwner,
  type MailData,
  personName,
  queueMail
} from '../../mails/index.ts'
import { changeableTexts } from '../../platform/config/own-texts.ts'
import type { ShopKey } from '../../platform/config/shops.ts'
import type { Db } from '../../platform/database/query.ts'
import { undoDeadline } from '../../records/saving/undo.ts'
import { findOtherAdmins } from './shop-user.repository.ts'
import shippedTexts from './texts.json' with { type: 'json' }

/** The change of the contacts: they became admins, lost that right, or have new user names from the provider. */
type AdminNews = 'became' | 'lost' | 'renamed'

interface AdminMailData extends MailData {
  /** The numbers of the contacts that the mail is about. */
  readonly person: number | readonly number[]
  readonly news: AdminNews
}

type Labels = Pick<typeof shippedTexts, 'person' | 'userName' | 'gone'>

const adminMailTexts = changeableTexts('admin-mail', shippedTexts)

/** Tells an admin that a colleague became an admin or lost that right, or that the provider changed user names. */
export const adminMail = defineMail({
  name: 'admin-mail',
  purpose: 'notice',
  texts(config, { news }: AdminMailData) {
    const { became, lost, renamed, ...labels } = adminMailTexts(config)
    return { ...{ became, lost, renamed }[news], ...labels }
  },
  async say({ db, data, owner, texts }: MailContext<AdminMailData, Labels & typeof shippedTexts.lost>) {
    const facts: [string, string][] = []
    for (const contactId of [data.person].flat()) {
      const about = await findOwner(db, { providerId: data.providerId, contactId })
      // A contact may have gone to another customer since the mail was queued.
      if (about && about.customerNumber !== owner.customerNumber) continue
      facts.push([texts.person, about ? personName(about) : texts.gone])
      if (about?.emailAddress) facts.push([texts.userName, about.emailAddress])
    }
    return facts.length === 0 ? undefined : { facts }
  }
})

/**
 * Tells the customer's other admins the news of contacts, including an admin who made the change. Before the first
 * access is mailed, an import tells nobody.
 * @param canUndo whether a person can undo the change: then the mail about a lost right waits until the time to undo is
 * over, and an undone change is not reported at all
 */
export async function tellAdmins(
  trx: Db,
  { providerId, shop }: ShopKey,
  contacts: readonly number[],
  news: AdminNews,
  canUndo = false
): Promise<void> {
  if (contacts.length === 0) return
  for (const { contactId, persons } of await findOtherAdmins(trx, providerId, contacts))
    // An import may change all user names of a customer.
    for (const person of news === 'renamed' ? [persons] : persons) {
      const about = { providerId, contactId, person }
      if (canUndo && news === 'became' && (await deleteWaitingMails(trx, adminMail, [{ ...about, news: 'lost' }])))
        continue
      const startAfter = canUndo && news === 'lost' ? undoDeadline() : undefined
      await queueMail(trx, adminMail, { ...about, shop, news }, { startAfter })
    }
}

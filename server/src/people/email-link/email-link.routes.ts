import type { FastifyInstance } from 'fastify'
import { noteLoginChange } from '../access/login-change.ts'
import { type ChangedContact, changeLockedContact } from '../contact/change-contact.ts'
import { inLoginTransaction } from '../contact/contact.repository.ts'
import {
  deleteEmailChanges,
  findLinkedChange,
  type LinkedEmailChange
} from '../email-change/email-change.repository.ts'
import { type LinkServices, registerLinkPages } from '../link-pages.ts'
import type { Db } from '../../platform/database/db.ts'
import { webshopUserChange } from '../webshop-user/webshop-user-change.ts'
import { emailChangePageTexts, questionPage, resultPage } from './page.ts'

const base = '/e-mail'
const donePaths = { confirm: 'bestaetigt', stop: 'verhindert' } as const

/**
 * Confirms or stops a change, once.
 * @returns the changes, if the link was still good
 * @throws Refusal `emailTaken`, with nothing written
 */
function followLink(
  db: Db,
  owner: LinkedEmailChange,
  linkHash: Buffer
): Promise<Pick<ChangedContact, 'login'> | undefined> {
  return inLoginTransaction(db, owner, async (trx) => {
    // A faster request, with this link or with another change of the login, is done by now.
    const change = await findLinkedChange(trx, linkHash)
    if (!change) return undefined
    await deleteEmailChanges(trx, change.provider, [change.contact])
    if (change.purpose === 'stop') return { login: null }
    const sent = { values: { emailAddress: change.newAddress }, keys: {}, version: null, passwordHash: null }
    return changeLockedContact(trx, { ...change, shop: owner.shop }, webshopUserChange(change, sent))
  })
}

/** The public pages on which the owner of a mailed link confirms a new e-mail address, or stops that change. */
export async function emailChangePages(part: FastifyInstance, services: LinkServices): Promise<void> {
  const { config, db } = services
  const texts = emailChangePageTexts(config)
  const shopUrl = config.shopUrl || config.publicUrl
  const sendPage = await registerLinkPages<LinkedEmailChange>(part, services, {
    base,
    failedTitle: texts.failedTitle,
    find: findLinkedChange,
    invalidPage: resultPage(texts, 'invalid', shopUrl),
    formPage: (change) => questionPage(texts, change),
    async follow(change, linkHash, request) {
      const followed = await followLink(db, change, linkHash)
      if (followed?.login) noteLoginChange(request, change, followed.login)
      return followed && donePaths[change.purpose]
    }
  })
  for (const [path, result] of [[donePaths.confirm, 'confirmed'] as const, [donePaths.stop, 'stopped'] as const])
    part.get(`${base}/${path}`, { schema: { hide: true } }, async (_request, reply) =>
      sendPage(reply, 200, resultPage(texts, result, shopUrl))
    )
}

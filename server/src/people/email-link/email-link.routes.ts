import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import {
  deleteEmailChanges,
  findLinkedChange,
  type LinkedEmailChange
} from '../email-change/email-change.repository.ts'
import { noteLoginChange } from '../access/login-change.ts'
import { throttleAttempts } from '../../account/index.ts'
import { tokenHash } from '../../platform/lib/tokens.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { networksOf } from '../../platform/http/client-address.ts'
import { setUpCardPages } from '../../platform/http/card-page.ts'
import type { Services } from '../../platform/services.ts'
import { type ChangedContact, changeLockedContact } from '../contact/change-contact.ts'
import { inLoginTransaction } from '../contact/contact.repository.ts'
import { webshopUserChange } from '../webshop-user/webshop-user-change.ts'
import { confirmedPage, emailChangePageTexts, invalidPage, questionPage, stoppedPage } from './page.ts'

/** Path of the pages; a link adds its token. */
const base = '/e-mail'
const donePaths = { confirm: 'bestaetigt', stop: 'verhindert' } as const

interface LinkParams {
  readonly token: string
}

/**
 * Confirms or stops a change, once.
 * @returns the changes, if the link was still good
 * @throws Refusal `emailTaken`, with nothing written
 */
function followLink(
  db: Kysely<Tables>,
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

/**
 * The public pages on which the owner of a mailed link confirms a new e-mail address, or stops that change. A wrong, a used and an
 * old link get the same answer, and too many of them from one address none.
 */
export async function emailChangePages(
  part: FastifyInstance,
  services: Pick<Services, 'db' | 'config' | 'branding'>
): Promise<void> {
  const { config, db } = services
  const texts = emailChangePageTexts(config)
  const sendPage = await setUpCardPages(part, services, base, texts.failedTitle)
  const schema = { hide: true }
  const shopUrl = config.shopUrl || config.publicUrl

  const changeOf = (linkHash: Buffer, request: FastifyRequest) =>
    throttleAttempts(db, { account: linkHash.toString('hex'), networks: networksOf(request.ip) }, async () => {
      const change = await findLinkedChange(db, linkHash, config.company)
      return change && { ...change, shop: config.shop }
    })

  part.get(`${base}/${donePaths.confirm}`, { schema }, async (_request, reply) =>
    sendPage(reply, 200, confirmedPage(texts, shopUrl))
  )
  part.get(`${base}/${donePaths.stop}`, { schema }, async (_request, reply) =>
    sendPage(reply, 200, stoppedPage(texts, shopUrl))
  )

  part.get<{ Params: LinkParams }>(`${base}/:token`, { schema }, async (request, reply) => {
    const change = await changeOf(tokenHash(request.params.token), request)
    return change
      ? sendPage(reply, 200, questionPage(texts, change))
      : sendPage(reply, 404, invalidPage(texts, shopUrl))
  })

  part.post<{ Params: LinkParams }>(`${base}/:token`, { schema }, async (request, reply) => {
    const linkHash = tokenHash(request.params.token)
    const change = await changeOf(linkHash, request)
    const followed = change && (await followLink(db, change, linkHash))
    if (!followed) return sendPage(reply, 404, invalidPage(texts, shopUrl))
    if (followed.login) noteLoginChange(request, change, followed.login)
    return reply.redirect(donePaths[change.purpose], 303)
  })
}

import type { FastifyInstance } from 'fastify'
import { emailPattern } from '@customer-center/contract/input-patterns'
import { findMistake, hashPassword, trustAddress } from '../../../account/index.ts'
import type { Services } from '../../../feature/services.ts'
import { homeOf } from '../../../platform/config/public-url.ts'
import type { Db } from '../../../platform/database/query.ts'
import { isCleanText } from '../../../platform/http/clean-text.ts'
import { networksOf } from '../../../platform/http/client-address.ts'
import { setUpCardPages } from '../../../platform/http/page/page.ts'
import { noteSecurityEvent } from '../../../platform/http/security-event.ts'
import { noteLoginChange } from '../../access/index.ts'
import { changeLockedContact, inLoginTransaction, type WrittenContact } from '../../customer/index.ts'
import { findLinkOwner, type LinkOwner, requestPasswordReset } from '../../mail/index.ts'
import { shopUserChange } from '../save-shop-user.ts'
import { findLinked, type LinkRequest } from './find-linked.ts'
import { rememberedLogin, rememberLogin } from './known-login.ts'
import { donePage, formPage, invalidPage, pageScript, passwordPageTexts, requestedPage } from './page.ts'

/** Path of the pages; a link adds its token. */
const base = '/passwort'
const donePath = 'gespeichert'
const newLinkPath = 'neu'
const requestedPath = 'angefordert'

function typed(form: unknown, name: string): string {
  const value = (form as Partial<Record<string, unknown>> | undefined)?.[name]
  return typeof value === 'string' && isCleanText(value) ? value : ''
}

/**
 * Sets the password, consumes the link, and ends the person's sessions.
 * @returns the change; undefined if the link is no longer valid
 */
function savePassword(
  db: Db,
  { linkHash, ...owner }: LinkOwner & { readonly linkHash: Buffer },
  passwordHash: string
): Promise<WrittenContact | undefined> {
  return inLoginTransaction(db, owner, async (trx) => {
    // The second of two simultaneous requests waited for the lock, and now finds the link used.
    const found = await findLinkOwner(trx, linkHash)
    if (!found) return undefined
    const sent = { values: { password: passwordHash }, keys: {}, version: null, passwordHash }
    return changeLockedContact(trx, { ...found, shop: owner.shop }, shopUserChange(found, sent))
  })
}

/**
 * The public page on which the owner of a mailed link sets a password. To open the page does not use up the link,
 * because mail servers open links, too. Wrong, used and expired links get the same answer; an address that sends too
 * many of them is refused.
 */
export async function passwordLinkRoutes(
  part: FastifyInstance,
  services: Pick<Services, 'db' | 'config' | 'branding'>
): Promise<void> {
  const { config, db } = services
  const least = config.minimumPasswordLength
  const texts = passwordPageTexts(config)
  const sendPage = await setUpCardPages(part, services, base, texts.failedTitle, 'scripted')
  const schema = { hide: true }

  part.get(`${base}/page.js`, { schema }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(pageScript)
  )

  part.get(`${base}/${donePath}`, { schema }, async (request, reply) => {
    const { doneTitle: title, done: sentence, toShop } = texts
    const login = rememberedLogin(request, config)
    return sendPage(reply, 200, donePage({ title, sentence, toShop, shopUrl: homeOf(config), login, done: 'password' }))
  })

  part.get(`${base}/${requestedPath}`, { schema }, async (_request, reply) =>
    sendPage(reply, 200, requestedPage(texts))
  )

  part.post(`${base}/${newLinkPath}`, { schema }, async (request, reply) => {
    const emailAddress = typed(request.body, 'emailAddress').trim()
    // Without PUBLIC_URL no link was ever mailed, and none can be.
    if (config.publicUrl === '') return sendPage(reply, 422, invalidPage(texts))
    if (!emailPattern.test(emailAddress)) return sendPage(reply, 422, invalidPage(texts, emailAddress))
    await requestPasswordReset(
      db,
      { emailAddress, customerNumber: null, providerId: config.providerId, shop: config.shop },
      networksOf(request.ip)
    )
    noteSecurityEvent(request, 'password-reset-asked')
    return reply.redirect(requestedPath, 303)
  })

  part.get<LinkRequest>(`${base}/:token`, { schema }, async (request, reply) => {
    const owner = await findLinked(services, request, findLinkOwner)
    return owner ? sendPage(reply, 200, formPage(texts, owner, least)) : sendPage(reply, 404, invalidPage(texts))
  })

  part.post<LinkRequest>(`${base}/:token`, { schema }, async (request, reply) => {
    const owner = await findLinked(services, request, findLinkOwner)
    if (!owner) return sendPage(reply, 404, invalidPage(texts))
    const password = typed(request.body, 'password')
    const judge = () => findMistake(services, password, owner, owner)
    const mistakes = {
      password: await part.admission.withoutTurn({ request, reply }, judge),
      repeat: password === typed(request.body, 'repeat') ? undefined : ('different' as const)
    }
    if (mistakes.password || mistakes.repeat) return sendPage(reply, 422, formPage(texts, owner, least, mistakes))
    const saved = await savePassword(db, owner, await hashPassword(password))
    if (!saved) return sendPage(reply, 404, invalidPage(texts))
    const login = { customerNumber: owner.customerNumber, userName: owner.emailAddress }
    noteSecurityEvent(request, 'password-link-used', { person: owner })
    if (saved.login) noteLoginChange(request, owner, saved.login)
    // A person with access to the mailbox is the owner, and may log in from here even while others guess the password.
    await trustAddress(db, owner, networksOf(request.ip))
    rememberLogin(request, reply, { config, path: `${base}/${donePath}`, login })
    return reply.redirect(donePath, 303)
  })
}

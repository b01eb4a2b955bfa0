import type { FastifyInstance } from 'fastify'
import { emailPattern } from '@customer-center/contract/input-patterns'
import { isCleanText } from '../../platform/http/clean-text.ts'
import { type LinkServices, registerLinkPages } from '../link-pages.ts'
import { noteSecurityEvent } from '../../platform/http/security-event.ts'
import { type ChangedContact, changeLockedContact } from '../contact/change-contact.ts'
import { inLoginTransaction } from '../contact/contact.repository.ts'
import { webshopUserChange } from '../webshop-user/webshop-user-change.ts'
import type { Db } from '../../platform/database/db.ts'
import { networksOf } from '../../platform/http/client-address.ts'
import { findWeakness, hashPassword, trustAddress } from '../../account/index.ts'
import { noteLoginChange } from '../access/login-change.ts'
import { requestPasswordReset } from '../password-reset/request-password-reset.ts'
import { rememberedLogin, rememberLogin } from './known-login.ts'
import {
  donePage,
  formPage,
  invalidPage,
  longestPassword,
  type Mistake,
  passwordPageTexts,
  requestedPage
} from './page.ts'
import { findLinkOwner, type LinkOwner } from './password-link.repository.ts'

const base = '/passwort'
const donePath = 'gespeichert'
const newLinkPath = 'neu'
const requestedPath = 'angefordert'

function typed(form: unknown, name: string): string {
  const value = (form as Partial<Record<string, unknown>> | undefined)?.[name]
  return typeof value === 'string' && isCleanText(value) ? value : ''
}

function mistakeOf(password: string, repeat: string, least: number): Mistake | undefined {
  if (password.length < least) return 'tooShort'
  if (password.length > longestPassword) return 'tooLong'
  return password === repeat ? undefined : 'different'
}

/**
 * Sets the password and uses the link up; sessions of the person end.
 * @returns the change; undefined when the link was no longer good
 */
function savePassword(
  db: Db,
  owner: LinkOwner,
  linkHash: Buffer,
  passwordHash: string
): Promise<ChangedContact | undefined> {
  return inLoginTransaction(db, owner, async (trx) => {
    // Of two simultaneous requests the second one waited for the lock, and finds the link used up.
    const found = await findLinkOwner(trx, linkHash)
    if (!found) return undefined
    const sent = { values: { password: passwordHash }, keys: {}, version: null, passwordHash }
    return changeLockedContact(trx, { ...found, shop: owner.shop }, webshopUserChange(found, sent))
  })
}

/**
 * The public page on which the owner of a mailed link sets a password, and the form for a new link in the place of one
 * that opens nothing.
 */
export async function passwordLinkRoutes(part: FastifyInstance, services: LinkServices): Promise<void> {
  const { config, db } = services
  const least = config.minimumPasswordLength
  const texts = passwordPageTexts(config)
  const schema = { hide: true }
  const sendPage = await registerLinkPages<LinkOwner>(part, services, {
    base,
    failedTitle: texts.failedTitle,
    find: findLinkOwner,
    invalidPage: invalidPage(texts),
    formPage: (owner) => formPage(texts, owner, least),
    async follow(owner, linkHash, request, reply) {
      const password = typed(request.body, 'password')
      const mistake =
        mistakeOf(password, typed(request.body, 'repeat'), least) ?? (await findWeakness(db, password, owner, owner))
      if (mistake) return formPage(texts, owner, least, mistake)
      const saved = await savePassword(db, owner, linkHash, await hashPassword(password))
      if (!saved) return undefined
      const login = { customerNumber: owner.customerNumber, userName: owner.emailAddress }
      noteSecurityEvent(request, 'password-link-used', { person: owner })
      if (saved.login) noteLoginChange(request, owner, saved.login)
      // A person with the mailbox is the owner, and gets in here even while others guess the password.
      await trustAddress(db, owner, networksOf(request.ip))
      rememberLogin(request, reply, { config, path: `${base}/${donePath}`, login })
      return donePath
    }
  })

  part.get(`${base}/${donePath}`, { schema }, async (request, reply) =>
    sendPage(reply, 200, donePage(texts, config.shopUrl || config.publicUrl, rememberedLogin(request, config)))
  )

  part.get(`${base}/${requestedPath}`, { schema }, async (_request, reply) =>
    sendPage(reply, 200, requestedPage(texts))
  )

  part.post(`${base}/${newLinkPath}`, { schema }, async (request, reply) => {
    const emailAddress = typed(request.body, 'emailAddress').trim()
    // Without PUBLIC_URL no link was ever mailed, and none can be.
    if (config.publicUrl === '' || !emailPattern.test(emailAddress)) return sendPage(reply, 422, invalidPage(texts))
    await requestPasswordReset(
      db,
      { emailAddress, customerNumber: null, company: config.company, shop: config.shop },
      networksOf(request.ip)
    )
    noteSecurityEvent(request, 'password-reset-asked')
    return reply.redirect(requestedPath, 303)
  })
}

import type { FastifyInstance } from 'fastify'
import type { Services } from '../../../feature/services.ts'
import { changeableTexts } from '../../../platform/config/own-texts.ts'
import { homeOf } from '../../../platform/config/public-url.ts'
import type { Db } from '../../../platform/database/query.ts'
import { type Page, cardPage, sentencePage, setUpCardPages } from '../../../platform/http/page/page.ts'
import { html, type Html } from '../../../platform/lib/html.ts'
import { maskedAddress } from '../../../platform/mail/mail-text.ts'
import { noteLoginChange } from '../../access/index.ts'
import { changeLockedContact, inLoginTransaction, type WrittenContact } from '../../customer/index.ts'
import { deleteEmailChanges, findLinkedChange, type LinkedEmailChange } from '../../mail/index.ts'
import { findLinked, type LinkRequest } from '../password-link/find-linked.ts'
import { rememberedLogin, rememberLogin } from '../password-link/known-login.ts'
import { donePage, shopLink } from '../password-link/page.ts'
import { shopUserChange } from '../save-shop-user.ts'
import shippedTexts from './texts.json' with { type: 'json' }

const emailChangePageTexts = changeableTexts('email-change-page', shippedTexts)

type Texts = ReturnType<typeof emailChangePageTexts>

function fact(name: string, value: string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

/**
 * Renders the page that asks for confirmation, because mail servers open links, too. It works without script, and tells
 * each mailbox no more than its mail did.
 */
function questionPage(texts: Texts, { purpose, oldAddress, newAddress }: LinkedEmailChange): Page {
  const title = texts[`${purpose}Title`]
  const facts =
    purpose === 'confirm'
      ? fact(texts.newAddress, newAddress)
      : [fact(texts.oldAddress, oldAddress), fact(texts.newAddress, maskedAddress(newAddress))]
  return cardPage(
    title,
    html`<h1>${title}</h1>
      <p>${texts[purpose]}</p>
      <form method="post">
        <dl>${facts}</dl>
        <button>${texts[`${purpose}Button`]}</button>
      </form>`
  )
}

/**
 * Renders the result of a link that leads to no login. All invalid links get the same page, so that visitors learn no
 * reason.
 */
function resultPage(texts: Texts, result: 'invalid' | 'stopped', shopUrl: string): Page {
  return sentencePage(texts[`${result}Title`], texts[result], shopLink(texts.toShop, shopUrl))
}

/** Path of the pages; a link adds its token. */
const base = '/e-mail'
const donePaths = { confirm: 'bestaetigt', stop: 'verhindert' } as const

/**
 * Confirms or stops a change; a link works only once.
 * @returns the changes, if the link was valid
 * @throws Refusal `emailTaken`, with nothing written
 */
function followLink(
  db: Db,
  { linkHash, ...owner }: LinkedEmailChange & { readonly linkHash: Buffer }
): Promise<Pick<WrittenContact, 'login'> | undefined> {
  return inLoginTransaction(db, owner, async (trx) => {
    // A concurrent request with this link, or another change of the login, has committed by now.
    const change = await findLinkedChange(trx, linkHash)
    if (!change) return undefined
    await deleteEmailChanges(trx, change.providerId, [change.contactId])
    if (change.purpose === 'stop') return { login: null }
    const sent = { values: { emailAddress: change.newAddress }, keys: {}, version: null, passwordHash: null }
    return changeLockedContact(trx, { ...change, shop: owner.shop }, shopUserChange(change, sent))
  })
}

/**
 * Public pages on which the owner of a mailed link confirms a new e-mail address or stops the change. Wrong, used and
 * expired links get the same answer; an address that sends too many of them is refused.
 */
export async function emailChangePages(
  part: FastifyInstance,
  services: Pick<Services, 'db' | 'config' | 'branding'>
): Promise<void> {
  const { config, db } = services
  const texts = emailChangePageTexts(config)
  const sendPage = await setUpCardPages(part, services, base, texts.failedTitle)
  const schema = { hide: true }
  const shopUrl = homeOf(config)

  const invalidPage = resultPage(texts, 'invalid', shopUrl)

  part.get(`${base}/${donePaths.confirm}`, { schema }, async (request, reply) => {
    const { confirmedTitle: title, confirmed: sentence, toShop } = texts
    const login = rememberedLogin(request, config)
    return sendPage(reply, 200, donePage({ title, sentence, toShop, shopUrl, login, done: 'email' }))
  })

  part.get(`${base}/${donePaths.stop}`, { schema }, async (_request, reply) =>
    sendPage(reply, 200, resultPage(texts, 'stopped', shopUrl))
  )

  part.get<LinkRequest>(`${base}/:token`, { schema }, async (request, reply) => {
    const change = await findLinked(services, request, findLinkedChange)
    return change ? sendPage(reply, 200, questionPage(texts, change)) : sendPage(reply, 404, invalidPage)
  })

  part.post<LinkRequest>(`${base}/:token`, { schema }, async (request, reply) => {
    const change = await findLinked(services, request, findLinkedChange)
    const followed = change && (await followLink(db, change))
    if (!followed) return sendPage(reply, 404, invalidPage)
    if (followed.login) noteLoginChange(request, change, followed.login)
    if (change.purpose === 'confirm') {
      const login = { customerNumber: change.customerNumber, userName: change.newAddress }
      rememberLogin(request, reply, { config, path: `${base}/${donePaths.confirm}`, login })
    }
    return reply.redirect(donePaths[change.purpose], 303)
  })
}

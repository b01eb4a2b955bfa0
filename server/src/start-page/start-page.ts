import type { FastifyInstance } from 'fastify'
import type { Services } from '../feature/services.ts'
import { changeableTexts } from '../platform/config/own-texts.ts'
import { publicPath } from '../platform/config/public-url.ts'
import { isShop } from '../platform/config/shops.ts'
import { refuseInWords, wantsPage } from '../platform/http/error-handler.ts'
import { type Page, setUpPages } from '../platform/http/page/page.ts'
import { replaceSecurityHeaders } from '../platform/http/security-headers.ts'
import { html } from '../platform/lib/html.ts'
import shippedTexts from './texts.json' with { type: 'json' }

const startPageTexts = changeableTexts('start-page', shippedTexts)

/**
 * The page at `/` of a server without the demo: the provider's name, logo and links, and the customer center itself
 * unless another page (SHOP_URL) has it. The links in mails lead to one of the two.
 */
export async function startPage(
  part: FastifyInstance,
  { config, branding }: Pick<Services, 'config' | 'branding'>
): Promise<void> {
  const base = '/start'
  const path = publicPath(config)
  const texts = startPageTexts(config)
  const pageOf = (name: string, main: Page['main'], head?: Page['head']): Page => ({
    title: name === '' ? texts.title : `${texts.title} – ${name}`,
    stylesheet: `${path}${base}/page.css`,
    ...(head && { head }),
    main
  })
  const sendPage = await setUpPages(
    part,
    { config, branding },
    {
      base,
      headers: 'host',
      failurePage: (sentence) =>
        pageOf(
          '',
          html`<h1>${texts.failed}</h1>
            <p>${sentence}</p>`
        )
    }
  )
  const script = html`<script type="module" src="${path}/elements/customer-center.js"></script>`
  const center = html`<customer-center
    config-url="${path}/assets/config.prod.json"
    texts-url="${path}/elements/assets/"
  ></customer-center>`
  const toShop = html`<p><a class="button" href="${config.shopUrl}">${texts.toShop}</a></p>`
  const verify = html`<p class="quiet"><a href="${path}/verify">${texts.verify}</a></p>`

  part.get('/', { schema: { hide: true } }, async (_request, reply) => {
    const { name } = await branding.read()
    if (config.shopUrl !== '' || !isShop(config))
      return sendPage(
        reply,
        200,
        pageOf(
          name,
          html`<h1>${texts.title}</h1>
            ${isShop(config) ? toShop : ''}${verify}`
        )
      )
    return sendPage(reply, 200, { ...pageOf(name, html`${center}${verify}`, script), width: 'screen', hasLinks: true })
  })
}

/**
 * Answers any missing address below the prefix of `part` with a page; programs, and requests for parts of a page, get a
 * plain sentence.
 */
export async function missingPage(
  part: FastifyInstance,
  services: Pick<Services, 'config' | 'branding'>
): Promise<void> {
  const base = '/missing'
  const headers = 'form'
  const path = publicPath(services.config)
  const texts = startPageTexts(services.config)
  const pageOf = (title: string, sentence: string) => ({
    title,
    stylesheet: `${path}${base}/page.css`,
    main: html`<h1>${title}</h1>
      <p>${sentence}</p>
      <p><a class="button" href="${path}/">${texts.toStart}</a></p>`
  })
  const sendPage = await setUpPages(part, services, {
    base,
    headers,
    failurePage: (sentence) => pageOf(texts.failed, sentence)
  })

  part.setNotFoundHandler(async (request, reply) => {
    // A cached answer to a program is not for a person.
    void reply.headers({ 'cache-control': 'no-store', vary: 'accept' })
    if (!wantsPage(request)) return refuseInWords(reply, 'pageNotFound')
    // The part that looked for a file may allow its answers nothing.
    replaceSecurityHeaders(reply, headers)
    // Unlike a file, this page asks the database.
    await part.admission.admit(request, reply)
    return sendPage(reply, 404, pageOf(texts.missingTitle, texts.missing))
  })
}

import type { FastifyInstance } from 'fastify'
import { publicPath } from '../platform/config/public-url.ts'
import { isShop } from '../platform/config/shops.ts'
import { type Page, setUpPages } from '../platform/http/page.ts'
import { type Html, html } from '../platform/lib/html.ts'
import type { Services } from '../platform/services.ts'
import { startPageTexts } from './missing-page.ts'

const base = '/start'

const card = (content: Html): Html => html`<div class="card">${content}</div>`

/**
 * The page at `/` of a server without the demo: the provider's name, logo and links, and the customer center itself
 * unless another page (SHOP_URL) has it. The links in mails lead to one of the two.
 */
export async function startPage(
  part: FastifyInstance,
  { config, branding }: Pick<Services, 'config' | 'branding'>
): Promise<void> {
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
      folder: 'start-page',
      headers: 'host',
      failurePage: (sentence) =>
        pageOf(
          '',
          card(
            html`<h1>${texts.failed}</h1>
              <p>${sentence}</p>`
          )
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
          card(
            html`<h1>${texts.title}</h1>
              ${isShop(config) ? toShop : ''}${verify}`
          )
        )
      )
    return sendPage(reply, 200, { ...pageOf(name, html`${center}${verify}`, script), hasLinks: true })
  })
}

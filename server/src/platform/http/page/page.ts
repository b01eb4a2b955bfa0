import { readFileSync } from 'node:fs'
import formbody from '@fastify/formbody'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../../config/config.ts'
import { linkTexts, providerLinks } from '../../config/provider-links.ts'
import { homeOf } from '../../config/public-url.ts'
import { onDarkGround } from '../../lib/colour.ts'
import { type Html, html } from '../../lib/html.ts'
import { limits } from '../../limits/limits.ts'
import { admitRequests } from '../admission.ts'
import { toRefusal } from '../error-handler.ts'
import { registerSecurityHeaders } from '../security-headers.ts'

/** A page of the server itself, without the parts that all pages share. */
export interface Page {
  readonly title: string | Html
  readonly stylesheet: string
  /** Further elements of the head. */
  readonly head?: Html
  readonly main: Html
  /** The width of the page: that of a form, of a document or of a screen; missing: of a form. */
  readonly width?: 'form' | 'document' | 'screen'
  /** Whether an element on the page shows the provider's links. */
  readonly hasLinks?: boolean
}

/** The provider's brand on pages; empty if none is set. */
export interface Brand {
  readonly name: string
  /** The colour as `#rrggbb` that can be read on white; empty for the standard one. */
  readonly colour: string
  readonly hasLogo: boolean
}

export interface Branding {
  readonly read: () => Promise<Brand>
  readonly readLogo: () => Promise<{ readonly mediaType: string; readonly bytes: Buffer } | undefined>
}

const logoBeside = (stylesheet: string): string => stylesheet.replace('page.css', 'logo')

/** Renders the name, beside the logo, as the way to the customer center. */
function headOf({ name, hasLogo }: Brand, stylesheet: string, home: string): Html | '' {
  if (name === '') return ''
  const logo = html`<img src="${logoBeside(stylesheet)}" alt="" height="40" />`
  return html`<header>
    <a href="${home}">${hasLogo ? logo : ''}<span>${name}</span></a>
  </header>`
}

/**
 * Returns the provider's colours of a page, which elements on it share. On a dark background the colour is mixed with white until
 * it can be read.
 */
function coloursOf({ colour }: Brand): string {
  if (colour === '') return ''
  const rules = (accent: string, onAccent: string) => `:root { --kc-accent: ${accent}; --kc-on-accent: ${onAccent} }`
  return `${rules(colour, '#fff')}\n@media (prefers-color-scheme: dark) { ${rules(onDarkGround(colour), '#0b1012')} }`
}

function footOf(config: Pick<Config, 'links' | 'own'>): Html | '' {
  const links = providerLinks(config)
  if (links.length === 0) return ''
  return html`<footer>
    <nav aria-label="${linkTexts(config).heading}">
      <ul>
        ${links.map(({ label, url }) => html`<li><a href="${url}">${label}</a></li>`)}
      </ul>
    </nav>
  </footer>`
}

interface Frame {
  readonly brand: Brand
  /** The page that the brand links to. */
  readonly home: string
  readonly foot: Html | ''
}

function htmlOf(page: Page, { brand, home, foot }: Frame): string {
  const { title, stylesheet, head, main, width = 'form', hasLinks = false } = page
  return html`<!doctype html>
    <html lang="de" class="kc-root">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="${logoBeside(stylesheet)}" />
        <link rel="stylesheet" href="${stylesheet}" />
        ${head ?? ''}
      </head>
      <body class="${width}">
        ${headOf(brand, stylesheet, home)}
        <main>${main}</main>
        ${hasLinks ? '' : foot}
      </body>
    </html> `.text
}

type SendPage = (reply: FastifyReply, status: number, page: Page) => Promise<FastifyReply>

// The built file (dist/) is as deep in the tree as its source (src/), and both read the sources' style sheets.
const cssOf = (path: string): string => readFileSync(new URL(`../../../../../${path}.css`, import.meta.url), 'utf8')

const theme = ['tokens', 'later-tokens'].map((name) => cssOf(`elements/src/theme/${name}`)).join('\n')
const rules = ['page', 'page-controls', 'page-content', 'page-mails'].map((name) =>
  cssOf(`server/src/platform/http/page/${name}`)
)

/** Returns the custom properties of the elements in one scheme, for browsers without `light-dark()`, too. */
const themeIn = (scheme: 'light' | 'dark'): string =>
  theme.replaceAll(/light-dark\(([^,()]+),([^,()]+)\)/g, (_, light: string, dark: string) =>
    (scheme === 'light' ? light : dark).trim()
  )

const style = `${themeIn('light')}
@media (prefers-color-scheme: dark) {
${themeIn('dark')}
}
${rules.join('\n')}`

interface PageOptions {
  /** The path below which the pages are. */
  readonly base: string
  readonly headers: 'form' | 'scripted' | 'mailbox' | 'host'
  readonly failurePage: (sentence: string) => Page
}

/**
 * Sets up everything that pages of the server share: headers, limits, forms, failures as pages, the style sheet, the
 * provider's links.
 * @returns sends a page with all of that
 */
export async function setUpPages(
  app: FastifyInstance,
  {
    config,
    branding
  }: { readonly config: Pick<Config, 'links' | 'own' | 'shopUrl' | 'publicUrl'>; readonly branding: Branding },
  { base, headers, failurePage }: PageOptions
): Promise<SendPage> {
  const foot = footOf(config)
  const home = homeOf(config)
  // A page without the brand is better than none, when the database does not answer.
  let known: Brand = { name: '', colour: '', hasLogo: false }
  const readBrand = async () => (known = await branding.read().catch(() => known))
  const send = (reply: FastifyReply, status: number, page: Page, brand: Brand) =>
    reply.code(status).type('text/html; charset=utf-8').send(htmlOf(page, { brand, home, foot }))
  const sendPage: SendPage = async (reply, status, page) => send(reply, status, page, await readBrand())
  registerSecurityHeaders(app, headers)
  admitRequests(app)
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refusal = toRefusal(error, request)
    if (refusal.retryAfter !== undefined) void reply.header('retry-after', refusal.retryAfter)
    // The next request would begin with the unread rest of the body.
    if (refusal.status === 413) void reply.header('connection', 'close')
    // A broken business rule has HTTP status 200 only in the API.
    const status = refusal.status === 200 ? 422 : refusal.status
    // From 429 on, the page does not query the database, which may have failed or be overloaded.
    return send(reply, status, failurePage(refusal.sentence), status < 429 ? await readBrand() : known)
  })
  await app.register(formbody, { bodyLimit: limits.publicBody.most })
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  app.get(`${base}/page.css`, { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(`${style}\n${coloursOf(await readBrand())}`)
  )
  app.get(`${base}/logo`, { schema: { hide: true } }, async (_request, reply) => {
    const logo = await branding.readLogo()
    // Each page names the logo as its icon: a 404 would be an error in the browser's console.
    return logo ? reply.type(logo.mediaType).send(logo.bytes) : reply.code(204).send()
  })
  return sendPage
}

/** A page with one message or form. The style sheet's address is relative: a proxy may serve this server below a path. */
export const cardPage = (title: string, main: Html): Page => ({ title, stylesheet: 'page.css', main })

/** Makes a page with a message and a link to continue. */
export function sentencePage(title: string, sentence: string, more: Html | '' = ''): Page {
  return cardPage(
    title,
    html`<h1>${title}</h1>
      <p>${sentence}</p>
      ${more}`
  )
}

/** @param failedTitle title of the page with the reason of a failure */
export function setUpCardPages(
  app: FastifyInstance,
  services: Parameters<typeof setUpPages>[1],
  base: string,
  failedTitle: string,
  headers: PageOptions['headers'] = 'form'
): Promise<SendPage> {
  const failurePage = (sentence: string) => sentencePage(failedTitle, sentence)
  return setUpPages(app, services, { base, headers, failurePage })
}

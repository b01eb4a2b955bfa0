import { createHash } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

type Policy = Record<string, string[]>

/**
 * Style attributes of the page that WebKit's PDF viewer puts around a document; without them that page is
 * 304 pixels wide.
 */
const pdfViewerStyles = ['margin: 0px;height: 100vh;', 'width: 100%; height: 100%; border: 0; display: block;']

const hashOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`

const formPolicy = (more: Policy = {}): Policy => ({
  'default-src': ["'none'"],
  'img-src': ["'self'"],
  'style-src': ["'self'"],
  ...more,
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"]
})

const kinds = {
  /** Answers of the API are data: nothing in them may load, run or be framed. */
  api: { policy: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }, reach: 'same-origin' },
  /** Files of the elements, which pages of any origin load. */
  elements: { policy: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }, reach: 'cross-origin' },
  /** A public form with a style sheet and no script. */
  form: { policy: formPolicy(), reach: 'same-origin' },
  /** A public page with forms, a style sheet and a script of its own. */
  scripted: { policy: formPolicy({ 'script-src': ["'self'"] }), reach: 'same-origin' },
  /** Pages of the demo's mails, which show each in a frame. */
  mailbox: { policy: formPolicy({ 'frame-src': ["'self'"] }), reach: 'same-origin' },
  /** A mail of the demo in that frame, or alone in a tab: its style applies, and its links open tabs of their own. */
  mail: {
    policy: {
      'default-src': ["'none'"],
      'img-src': ['data:'],
      'style-src': ["'unsafe-inline'"],
      sandbox: ['allow-popups', 'allow-popups-to-escape-sandbox'],
      'form-action': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'self'"]
    },
    reach: 'same-origin'
  },
  /**
   * The shop page. The elements' styles are constructed by script, which no policy forbids; fetched documents open as
   * blob: pages, which inherit the policy, and the browser shows a PDF as an object in them.
   */
  host: {
    policy: {
      'default-src': ["'self'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'", 'data:'],
      'style-src': ["'self'"],
      'style-src-attr': ["'unsafe-hashes'", ...pdfViewerStyles.map(hashOf)],
      'object-src': ["'self'", 'blob:'],
      'frame-src': ["'self'", 'blob:'],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'self'"]
    },
    reach: 'same-origin'
  }
} satisfies Record<string, { policy: Policy; reach: 'cross-origin' | 'same-origin' | 'same-site' }>

/**
 * Switches off headers that matter only to pages, not to data or the elements' files. A first visit fetches some ten
 * files over a slow line, and these headers weigh as much as the smaller files.
 */
const noPage = {
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false
} as const satisfies HelmetOptions

type PageKind = keyof typeof kinds

function optionsOf(kind: PageKind) {
  const { policy, reach } = kinds[kind]
  return {
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    crossOriginResourcePolicy: { policy: reach },
    // The page has to keep a reference to the tab that it opens for a document.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // HSTS leaves out the provider's other subdomains, which this server does not control.
    strictTransportSecurity: { includeSubDomains: false },
    xFrameOptions: { action: kind === 'host' || kind === 'mail' ? 'sameorigin' : 'deny' },
    ...((kind === 'elements' || kind === 'api') && noPage),
    // `frame-ancestors` has the same effect; some scanners look for the older header on private pages.
    ...(kind === 'elements' && ({ referrerPolicy: false, xFrameOptions: false } as const))
  } satisfies HelmetOptions
}

/**
 * Returns the headers of a kind, which Helmet makes once, since they are the same in each answer. @fastify/helmet makes
 * its middlewares anew for each request: that took 40 % of a call's time before its handler, and kept most answers
 * until the next full garbage collection.
 */
function headersOf(kind: PageKind): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(optionsOf(kind))(request, response, (error) => {
    if (error) throw error
  })
  return response.getHeaders() as Record<string, string>
}

const headers = Object.fromEntries((Object.keys(kinds) as PageKind[]).map((kind) => [kind, headersOf(kind)])) as Record<
  PageKind,
  Record<string, string>
>

/** Returns the headers of a kind, for an answer that Fastify does not see. */
export const securityHeaders = (kind: PageKind): Readonly<Record<string, string>> => headers[kind]

export function registerSecurityHeaders(app: FastifyInstance, kind: PageKind): void {
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers[kind]))
}

/**
 * Gives one answer the headers of another kind than those of its part of the server, whose hooks must have run before.
 */
export function replaceSecurityHeaders(reply: FastifyReply, kind: PageKind): void {
  void reply.headers(headers[kind])
}

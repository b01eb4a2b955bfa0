import { readFileSync } from 'node:fs'
import formbody from '@fastify/formbody'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config/config.ts'
import { html, type Html } from '../lib/html.ts'
import { toRefusal } from './error-handler.ts'
import { limitConcurrency } from './concurrency.ts'
import { registerSecurityHeaders } from './security-headers.ts'

interface PageParts {
  readonly title: string | Html
  readonly stylesheet: string
  /** More elements of the head. */
  readonly head?: Html
  readonly main: Html
}

/** A page of the server itself. */
export function htmlPage({ title, stylesheet, head, main }: PageParts): string {
  return html`<!doctype html>
    <html lang="de">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="${stylesheet}" />
        ${head ?? ''}
      </head>
      <body>
        <main>${main}</main>
      </body>
    </html> `.text
}

export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page)
}

// The build (dist/) is as deep as the sources (src/), and both read it from the sources.
const styleSheetOf = (folder: string): string =>
  readFileSync(new URL(`../../../src/${folder}/page.css`, import.meta.url), 'utf8')

export interface PageOptions {
  /** Path below which the pages are. */
  readonly base: string
  /** Folder below `src` whose `page.css` is added to the style sheet that all pages share. */
  readonly folder: string
  readonly headers: 'form' | 'verify'
  /** The page for a failure, with a sentence for people. */
  readonly failurePage: (sentence: string) => string
}

/** What pages of the server share: headers, limits, forms, failures as pages, the style sheet. */
export async function setUpPages(
  app: FastifyInstance,
  config: Pick<Config, 'maxPendingRequests'>,
  { base, folder, headers, failurePage }: PageOptions
): Promise<void> {
  const style = ['platform/http', folder].map(styleSheetOf).join('\n')
  await registerSecurityHeaders(app, headers)
  limitConcurrency(app, config.maxPendingRequests)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefusal(error, request)
    if (refusal.retryAfter !== undefined) void reply.header('retry-after', refusal.retryAfter)
    // The unread rest of the body would be taken for the next request.
    if (refusal.status === 413) void reply.header('connection', 'close')
    // A broken business rule is a success of the API's transport alone.
    return sendPage(reply, refusal.status === 200 ? 422 : refusal.status, failurePage(refusal.sentence))
  })
  await app.register(formbody, { bodyLimit: 16_384 })
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  app.get(`${base}/page.css`, { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(style)
  )
}

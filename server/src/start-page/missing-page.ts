import type { FastifyInstance } from 'fastify'
import { defineTexts } from '../platform/config/own-texts.ts'
import { publicPath } from '../platform/config/public-url.ts'
import { refuseInWords, wantsPage } from '../platform/http/error-handler.ts'
import { setUpPages } from '../platform/http/page.ts'
import { replaceSecurityHeaders } from '../platform/http/security-headers.ts'
import { html } from '../platform/lib/html.ts'
import type { Services } from '../platform/services.ts'
import shippedTexts from './texts.json' with { type: 'json' }

export const startPageTexts = defineTexts('start-page', shippedTexts)

const base = '/missing'
const headers = 'form'

/**
 * Answers any missing address below the prefix of `part` with a page; programs, and requests for parts of a page, get a
 * plain sentence.
 */
export async function missingPage(
  part: FastifyInstance,
  services: Pick<Services, 'config' | 'branding'>
): Promise<void> {
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
    folder: 'platform/http/card',
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

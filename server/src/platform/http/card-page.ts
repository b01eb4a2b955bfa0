import type { FastifyInstance } from 'fastify'
import { html, type Html } from '../lib/html.ts'
import { type Page, type SendPage, setUpPages } from './page.ts'

/** A page of one card. The style sheet's address is relative: a proxy may serve this server below a path. */
export const cardPage = (title: string, main: Html): Page => ({ title, stylesheet: 'page.css', main })

/** A card that says something, and where to go on. */
export function sentencePage(title: string, sentence: string, more: Html | '' = ''): Page {
  return cardPage(
    title,
    html`<h1>${title}</h1>
      <p>${sentence}</p>
      ${more}`
  )
}

/** @param failedTitle of the card that says why something failed */
export function setUpCardPages(
  app: FastifyInstance,
  services: Parameters<typeof setUpPages>[1],
  base: string,
  failedTitle: string
): Promise<SendPage> {
  const failurePage = (sentence: string) => sentencePage(failedTitle, sentence)
  return setUpPages(app, services, { base, folder: 'platform/http/card', headers: 'form', failurePage })
}

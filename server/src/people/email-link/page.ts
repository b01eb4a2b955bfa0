import { defineTexts } from '../../platform/config/own-texts.ts'
import { type Page, cardPage, sentencePage } from '../../platform/http/page.ts'
import { html, type Html } from '../../platform/lib/html.ts'
import { maskedAddress } from '../../platform/mail/mail-text.ts'
import type { LinkedEmailChange } from '../email-change/email-change.repository.ts'
import { shopLink } from '../password-link/page.ts'
import shippedTexts from './texts.json' with { type: 'json' }

export const emailChangePageTexts = defineTexts('email-change-page', shippedTexts)

type Texts = ReturnType<typeof emailChangePageTexts>

function fact(name: string, value: string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

/**
 * Asks before anything happens, because mail servers open links, too; works without script. Each mailbox learns no more
 * than its mail said.
 */
export function questionPage(texts: Texts, { purpose, oldAddress, newAddress }: LinkedEmailChange): Page {
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

/** Renders the result of a link that leads to no login. All links that open nothing get the same page, so that visitors learn no reason. */
export function resultPage(texts: Texts, result: 'invalid' | 'stopped', shopUrl: string): Page {
  return sentencePage(texts[`${result}Title`], texts[result], shopLink(texts.toShop, shopUrl))
}

import type { Sender } from '../company/index.ts'
import type { Config } from '../platform/config/config.ts'
import { type ProviderLink, providerLinks } from '../platform/config/provider-links.ts'
import { fillText } from '../platform/lib/fill-text.ts'
import { html, type Html } from '../platform/lib/html.ts'
import { oneLine } from '../platform/mail/mail-text.ts'
import type { MailToSend } from '../platform/mail/mailer.ts'
import { mailStyle } from './mail-style.ts'

/** A group of facts with its button. */
interface Block {
  /** Label and value. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly button?: { readonly label: string; readonly url: string }
}

/** The content of a mail; every part is plain text. */
export interface Message {
  readonly sender: Sender
  readonly subject: string
  readonly greeting: string
  /** Paragraphs before the blocks. */
  readonly before: readonly string[]
  readonly blocks: readonly Block[]
  /** Paragraphs after the blocks. */
  readonly after: readonly string[]
}

/** Fills the places such as `{name}` in a text with entered values, each on one line. */
export function fillPlaces(text: string, values: Readonly<Record<string, string>>): string {
  return fillText(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, oneLine(value)])))
}

function signature({ name, street, plz, place, phone_number, email_address, register, uid_nr }: Sender): string[] {
  const vatNumber = uid_nr === '' ? '' : `UID ${uid_nr}`
  return [name, street, `${plz} ${place}`, phone_number, email_address, register, vatNumber]
    .map(oneLine)
    .filter((line) => line !== '')
}

function textOf({ sender, greeting, before, blocks, after }: Message, links: readonly ProviderLink[]): string {
  const paragraphs = [
    greeting,
    ...before,
    ...blocks.flatMap(({ facts, button }) => [
      facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
      button ? `${button.label}:\n${button.url}` : ''
    ]),
    ...after,
    // Mail programs recognise a signature by this line.
    `-- \n${signature(sender).join('\n')}`,
    links.map(({ label, url }) => `${label}: ${url}`).join('\n')
  ]
  return `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`
}

function htmlOfBlock({ facts, button }: Block): Html {
  const rows = facts.map(
    ([label, value]) =>
      html`<tr>
        <th scope="row">${label}</th>
        <td>${value}</td>
      </tr>`
  )
  return html`${
    rows.length > 0
      ? html`<table>
          ${rows}
        </table>`
      : ''
  }
  ${button ? html`<p><a class="button" href="${button.url}">${button.label}</a></p>` : ''}`
}

function htmlOf({ sender, subject, greeting, before, blocks, after }: Message, links: readonly ProviderLink[]): string {
  const paragraphs = (texts: readonly string[]) => texts.map((text) => html`<p>${text}</p> `)
  const [name = '', ...lines] = signature(sender)
  return html`<!doctype html>
    <html lang="de">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${subject}</title>
        <style>
          ${mailStyle(sender.colour)}
        </style>
      </head>
      <body>
        <div class="sheet">
          <p class="provider">${name}</p>
          <h1>${subject}</h1>
          ${paragraphs([greeting, ...before])} ${blocks.map(htmlOfBlock)} ${paragraphs(after)}
          <p class="sender">${name}${lines.map((line) => html`<br />${line}`)}</p>
          ${links.length > 0 ? html`<p class="links">${links.map(htmlOfLink)}</p>` : ''}
        </div>
      </body>
    </html> `.text
}

const htmlOfLink = ({ label, url }: ProviderLink) => html`<a href="${url}">${label}</a> &nbsp; `

/**
 * Composes the parts of a mail from its message: text and HTML say the same, and name the provider's pages at their
 * foot.
 */
export function composeMail(
  config: Pick<Config, 'links' | 'mail' | 'own'>,
  message: Message
): Pick<MailToSend, 'from' | 'fromName' | 'replyTo' | 'subject' | 'text' | 'html'> {
  const links = providerLinks(config)
  const { sender, subject } = message
  return {
    from: config.mail.from,
    fromName: sender.name,
    replyTo: sender.email_address,
    subject: oneLine(subject),
    text: textOf(message, links),
    html: htmlOf(message, links)
  }
}

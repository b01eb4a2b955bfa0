import type { Sender } from '../company/index.ts'
import type { Config } from '../platform/config/config.ts'
import { type ProviderLink, providerLinks } from '../platform/config/provider-links.ts'
import { isLegible, onDarkGround, standardAccent } from '../platform/lib/colour.ts'
import { fillText } from '../platform/lib/fill-text.ts'
import { Html, html } from '../platform/lib/html.ts'
import { oneLine } from '../platform/mail/mail-text.ts'
import type { MailToSend } from '../platform/mail/mailer.ts'

interface Block {
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

/** Replaces placeholders such as `{name}` in a text by entered values, each on one line. */
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
 * Composes text and HTML of a mail from its message. Both have the same content, and list the provider's pages at the
 * end.
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

/**
 * Style of all mails. It uses only simple selectors, because mail programs support few, and loads nothing.
 * @param colour of the provider; ignored if it is unreadable on white
 */
function mailStyle(colour: string): Html {
  const light = isLegible(colour) ? colour : standardAccent
  const accents = { light, dark: onDarkGround(light) }
  return new Html(`
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 12px; background: #f3f6f7; color: #14252b; font: 16px/1.5 "Segoe UI", Roboto, Arial, sans-serif; }
.sheet { max-width: 560px; margin: 0 auto; padding: 32px 24px; background: #ffffff; border-radius: 12px; }
.provider { margin: 0 0 24px; color: ${accents.light}; font-weight: 500; }
h1 { margin: 0 0 16px; font-size: 20px; font-weight: 650; line-height: 28px; }
p { margin: 0 0 16px; }
table { width: 100%; margin: 0 0 24px; border-collapse: collapse; }
th, td { padding: 12px 12px 12px 0; border-bottom: 1px solid #d6e0e3; text-align: left; vertical-align: top; }
th { width: 40%; color: #4c6068; font-weight: 400; }
td { font-weight: 500; overflow-wrap: anywhere; }
.button { display: inline-block; padding: 12px 24px; border-radius: 8px; background: ${accents.light}; color: #ffffff; font-weight: 500; text-decoration: none; }
.links { margin: 0; font-size: 14px; line-height: 20px; }
.links a { color: #4c6068; }
.sender { margin: 24px 0 0; padding-top: 16px; border-top: 1px solid #d6e0e3; color: #4c6068; font-size: 14px; line-height: 20px; }
@media (prefers-color-scheme: dark) {
  body { background: #0b1215; color: #e7eef0; }
  .sheet { background: #101a1e; }
  .provider { color: ${accents.dark}; }
  th, .sender, .links a { color: #a9b9be; }
  th, td, .sender { border-color: #2d3f46; }
  .button { background: ${accents.dark}; color: #06262d; }
}
`)
}

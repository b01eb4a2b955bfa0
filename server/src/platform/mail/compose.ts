import type { Mail } from './mailer.ts'
import { mailStyle } from './mail-style.ts'
import { oneLine } from './one-line.ts'

/** Who signs a mail. */
export interface Sender {
  readonly name: string
  readonly street: string
  readonly plz: string
  readonly place: string
  readonly phone_number: string
  readonly email_address: string
}

/** What a mail says; every part is plain text. */
export interface Message {
  readonly sender: Sender
  readonly subject: string
  readonly greeting: string
  /** Paragraphs before the facts. */
  readonly before: readonly string[]
  /** Label and value. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly button?: { readonly label: string; readonly url: string }
  /** Paragraphs after facts and button. */
  readonly after: readonly string[]
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '')
}

/** A text with `{name}` in it, filled with what people entered, each value on one line. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, key: string) => oneLine(values[key] ?? ''))
}

function signature({ name, street, plz, place, phone_number, email_address }: Sender): string[] {
  return [name, street, `${plz} ${place}`, phone_number, email_address].map(oneLine).filter((line) => line !== '')
}

function textOf({ sender, greeting, before, facts, button, after }: Message): string {
  const paragraphs = [
    greeting,
    ...before,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    button ? `${button.label}:\n${button.url}` : '',
    ...after,
    // The line by which mail programs recognise a signature.
    `-- \n${signature(sender).join('\n')}`
  ]
  return `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`
}

function htmlOf({ sender, subject, greeting, before, facts, button, after }: Message): string {
  const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${escaped(text)}</p>`).join('\n')
  const rows = facts.map(
    ([label, value]) => `<tr><th scope="row">${escaped(label)}</th><td>${escaped(value)}</td></tr>`
  )
  const [name = '', ...lines] = signature(sender).map(escaped)
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${mailStyle}</style>
</head>
<body>
<div class="sheet">
<p class="provider">${name}</p>
<h1>${escaped(subject)}</h1>
${paragraphs([greeting, ...before])}
${rows.length > 0 ? `<table>${rows.join('')}</table>` : ''}
${button ? `<p><a class="button" href="${escaped(button.url)}">${escaped(button.label)}</a></p>` : ''}
${paragraphs(after)}
<p class="sender">${[name, ...lines].join('<br>')}</p>
</div>
</body>
</html>
`
}

/** The parts of a mail that follow from its message: text and HTML say the same. */
export function compose(message: Message): Pick<Mail, 'fromName' | 'replyTo' | 'subject' | 'text' | 'html'> {
  const { sender, subject } = message
  return {
    fromName: sender.name,
    replyTo: sender.email_address,
    subject: oneLine(subject),
    text: textOf(message),
    html: htmlOf(message)
  }
}

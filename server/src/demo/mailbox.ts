import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import contentDisposition from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { germanFileSize } from '@customer-center/contract/file-name'
import type { Services } from '../feature/services.ts'
import { publicBase, publicPath } from '../platform/config/public-url.ts'
import { errorCode } from '../platform/database/errors.ts'
import { type Page, sentencePage, setUpPages } from '../platform/http/page/page.ts'
import { replaceSecurityHeaders } from '../platform/http/security-headers.ts'
import { fillText } from '../platform/lib/fill-text.ts'
import { type Html, html } from '../platform/lib/html.ts'
import { formatDateTime, oneLine } from '../platform/mail/mail-text.ts'
import { mailFolder } from '../platform/mail/mailer.ts'
import texts from './texts.json' with { type: 'json' }

const base = '/demo/postfach'
/** Limit of mails in the list. */
const maxMails = 50

/** Returns the names of the mails' files, the newest first: they begin with the time. */
export async function mailNames(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder)
    return names
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .toReversed()
  } catch (error) {
    // No mail has been written yet.
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

const readMail = async (folder: string, name: string): Promise<Email> =>
  PostalMime.parse(await readFile(join(folder, name)))

/**
 * Returns the origin of the addresses with which mails lead to this server; the demo knows its port only when it
 * listens.
 */
const mailedOrigin = ({ config }: Pick<Services, 'config'>, { socket }: FastifyRequest): string =>
  new URL(publicBase(config) || `http://localhost:${socket.localPort}`).origin

/** Returns an address of this server as one under the name by which the page was opened. */
function under(origin: string, address: string): string {
  const rest = address.slice(origin.length)
  return address.startsWith(origin) && /^(?:[/#?]|$)/.test(rest) ? `/${rest.replace(/^[/\\\s]+/, '')}` : address
}

/** Has the links of a mail open a tab of their own, and those to this server under the name of the page. */
const framed = (content: string, origin: string): string =>
  content
    .replace(/<head>/i, '<head><base target="_blank">')
    .replaceAll(/ href="([^"]*)"/g, (_, address: string) => ` href="${under(origin, address)}"`)

/** Turns the addresses in a text into links. */
const linked = (text: string, origin: string): Html[] =>
  text
    .split(/(https?:\/\/\S*[^\s.,;:!?)>\]])/)
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<a href="${under(origin, part)}">${part}</a>`))

const sentAt = ({ date = '' }: Email): string => (Number.isNaN(Date.parse(date)) ? '' : formatDateTime(new Date(date)))
const addressesOf = (list: Email['to'] = []): string => list.map(({ address, name }) => address || name).join(', ')
const attachmentName = ({ filename }: Attachment): string => oneLine(filename ?? '') || texts.noName
const bytesOf = ({ content }: Attachment): Buffer => Buffer.from(content as ArrayBuffer)
const subjectOf = ({ subject }: Email): string => subject || texts.noSubject

/**
 * Adds the pages of the mails that the demo writes to files: the list, and each mail as HTML in a frame without scripts
 * and without our origin, with its text and attachments beside it. Without SMTP alone.
 */
export async function mailboxPages(part: FastifyInstance, services: Pick<Services, 'config' | 'branding'>) {
  const { config } = services
  const folder = mailFolder(config.dataFolder)
  const path = `${publicPath(config)}${base}`
  const pathOf = (name: string): string => `${path}/${encodeURIComponent(name)}`
  const stylesheet = `${path}/page.css`
  const failurePage = (sentence: string): Page => ({ ...sentencePage(texts.failed, sentence), stylesheet })
  const sendPage = await setUpPages(part, services, { base, headers: 'mailbox', failurePage })
  const missing = (): Page => {
    const back = html`<p><a class="button" href="${path}">${texts.back}</a></p>`
    return { ...sentencePage(texts.missing, texts.missingText, back), stylesheet }
  }

  function listPage(mails: readonly (readonly [name: string, mail: Email])[]): Page {
    const rows = mails.map(
      ([name, mail]) =>
        html`<li>
          <a href="${pathOf(name)}">${subjectOf(mail)}</a>
          <small>${addressesOf(mail.to)} · ${sentAt(mail)}</small>
        </li>`
    )
    const empty = html`<div class="empty">
      <p>${texts.mailboxEmpty}</p>
      <p>${texts.mailboxEmptyText}</p>
    </div>`
    const newest = html`<p class="hint">${fillText(texts.mailboxNewest, { count: maxMails })}</p>`
    return {
      title: texts.mailbox,
      stylesheet,
      width: 'document',
      main: html`<h1>${texts.mailbox}</h1>
        <p class="lead">${texts.mailboxLead} <a href="${path}">${texts.refresh}</a></p>
        ${
          mails.length === 0
            ? empty
            : html`<ol class="mails">
                ${rows}
              </ol>`
        }
        ${mails.length === maxMails ? newest : ''}`
    }
  }

  function mailPage(name: string, mail: Email, origin: string): Page {
    const files = mail.attachments.map(
      (file, index) =>
        html`<li>
          <a href="${pathOf(name)}/${index}" download
            >${fillText(texts.attachment, { name: attachmentName(file), size: germanFileSize(bytesOf(file).length) })}</a
          >
        </li>`
    )
    const facts = [
      [texts.to, addressesOf(mail.to)],
      [texts.from, mail.from?.address ?? ''],
      [texts.date, sentAt(mail)]
    ] as const
    return {
      title: `${subjectOf(mail)} – ${texts.mailbox}`,
      stylesheet,
      width: 'screen',
      main: html`<p><a href="${path}">${texts.back}</a></p>
        <h1>${subjectOf(mail)}</h1>
        <dl class="facts">
          ${facts.map(
            ([label, value]) =>
              html`<div>
                <dt>${label}</dt>
                <dd>${value}</dd>
              </div>`
          )}
        </dl>
        <div class="mail">
          <iframe
            src="${pathOf(name)}/html"
            title="${texts.frame}"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          ></iframe>
          <section>
            ${
              files.length > 0
                ? html`<h2>${texts.attachments}</h2>
                    <ul>
                      ${files}
                    </ul>`
                : ''
            }
            <h2>${texts.text}</h2>
            <pre>${linked(mail.text ?? '', origin)}</pre>
          </section>
        </div>`
    }
  }

  /** Reads a mail of the folder; undefined for a name that is not there. */
  const find = async (name: string) => ((await mailNames(folder)).includes(name) ? readMail(folder, name) : undefined)
  type Named = { Params: { name: string; index: string } }
  const options = { schema: { hide: true } }

  part.get(base, options, async (_request, reply) => {
    const names = (await mailNames(folder)).slice(0, maxMails)
    const mails = await Promise.all(names.map(async (name) => [name, await readMail(folder, name)] as const))
    return sendPage(reply, 200, listPage(mails))
  })

  part.get<Named>(`${base}/:name`, options, async (request, reply) => {
    const { name } = request.params
    const mail = await find(name)
    const origin = mailedOrigin(services, request)
    return mail ? sendPage(reply, 200, mailPage(name, mail, origin)) : sendPage(reply, 404, missing())
  })

  part.get<Named>(`${base}/:name/html`, options, async (request, reply) => {
    const mail = await find(request.params.name)
    if (!mail) return sendPage(reply, 404, missing())
    replaceSecurityHeaders(reply, 'mail')
    const content = framed(mail.html ?? '', mailedOrigin(services, request))
    return reply.type('text/html; charset=utf-8').send(content)
  })

  part.get<Named>(`${base}/:name/:index`, options, async (request, reply) => {
    const { name, index } = request.params
    const file = (await find(name))?.attachments[Number(index)]
    if (!file) return sendPage(reply, 404, missing())
    return reply
      .type('application/octet-stream')
      .header('content-disposition', contentDisposition(attachmentName(file)))
      .send(bytesOf(file))
  })
}

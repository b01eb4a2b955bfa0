import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createTransport } from 'nodemailer'
import { emailPattern } from '@customer-center/contract/input-patterns'
import type { Config } from '../config/config.ts'
import { writeWhole } from '../lib/write-whole.ts'
import { UnrecoverableJobError } from '../queue/job.ts'
import { oneLine, maskedAddress } from './mail-text.ts'
import { domainOf, openSmtp, type Transport } from './smtp.ts'

export interface MailAttachment {
  readonly filename: string
  readonly content: Buffer
}

export interface MailToSend {
  /** The recipient's address: a single one, without a name. */
  readonly to: string
  /** The sender's address; missing or empty: MAIL_FROM. */
  readonly from?: string
  /** The name shown beside the sender's address. */
  readonly fromName: string
  /** The address for replies; empty: the sender's. */
  readonly replyTo: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments?: readonly MailAttachment[]
  /** Left part of the Message-ID. Mail servers may drop a mail with a known Message-ID. */
  readonly id: string
}

/** A sender of mails by SMTP or, without SMTP_URL, into a folder. */
export interface Mailer {
  /**
   * Resolves when the mail has been accepted.
   * @throws UnrecoverableJobError when it can never be accepted, as RefusedContentError if the content is the reason; any
   * other failure may be temporary
   */
  send(mail: MailToSend, signal: AbortSignal): Promise<void>
}

/** Returns the folder below the data folder that gets the mails when there is no mail server. */
export function mailFolder(dataFolder: string): string {
  return join(resolve(dataFolder), 'mails')
}

/** Limit of kept mails; each may hold somebody's password. */
const maxMails = 500

/** Removes all but the newest files, whose names begin with the time. */
async function removeOld(folder: string): Promise<void> {
  const old = (await readdir(folder)).toSorted().slice(0, -maxMails)
  // Another process may be removing the same file.
  for (const name of old) await rm(join(folder, name), { force: true })
}

/**
 * Opens the folder of mails for a server without SMTP_URL: each mail is a file (.eml) that mail programs can open. The
 * newest 500 are kept.
 */
function openMailFolder(folder: string): Transport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (mail) => {
    const { message, messageId } = await transport.sendMail(mail)
    const time = new Date().toISOString().replaceAll(':', '-')
    const name = `${time} ${messageId.replace(/[^\w.-]/g, '')}`
    // The file appears as a whole. Only the server's user can read the passwords in it.
    await writeWhole(join(folder, `${name}.eml`), message as Buffer, join(folder, `${name}.part`))
    await removeOld(folder)
  }
}

/** Opens the mailer that SMTP_URL names; it connects with the first mail. */
export function openMailer(config: Pick<Config, 'mail' | 'mailDkimSelector' | 'dataFolder'>): Mailer {
  const { mail: settings, mailDkimSelector, dataFolder } = config
  const transport: Transport =
    settings.kind === 'smtp' ? openSmtp(settings, mailDkimSelector) : openMailFolder(mailFolder(dataFolder))

  return {
    async send({ to, from: ownFrom = '', fromName, replyTo, subject, text, html, attachments = [], id }, signal) {
      // With a comma, a bracket or a space, an address could reach other people; the pattern allows none of these.
      if (!emailPattern.test(to))
        throw new UnrecoverableJobError(`${maskedAddress(to)} is not an address that mails can be sent to.`)
      const replyAddress = emailPattern.test(replyTo) ? replyTo : undefined
      const from = ownFrom || settings.from || replyAddress || 'customer-center@localhost.invalid'
      await transport(
        {
          envelope: { from, to: [to] },
          from: { name: oneLine(fromName), address: from },
          to: { name: '', address: to },
          ...(replyAddress !== undefined && replyAddress !== from && { replyTo: { name: '', address: replyAddress } }),
          subject: oneLine(subject),
          text,
          html,
          attachments: [...attachments],
          messageId: `<${id}@${domainOf(from)}>`,
          // These headers keep holiday notices from answering a machine.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          disableFileAccess: true,
          disableUrlAccess: true
        },
        signal
      )
    }
  }
}

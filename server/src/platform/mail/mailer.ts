import { join, resolve } from 'node:path'
import { emailPattern } from '@customer-center/contract/limits'
import type { SendMailOptions } from 'nodemailer'
import type { Config } from '../config/config.ts'
import { JobRefused } from '../queue/job-refused.ts'
import { openMailFolder } from './mail-folder.ts'
import { oneLine } from './one-line.ts'
import { openSmtp } from './smtp.ts'

/** A mail that is ready to leave. */
export interface Mail {
  /** One address; never a list, never with a name. */
  readonly to: string
  /** Whose name stands beside the sender's address. */
  readonly fromName: string
  /** Where answers go; empty: to the sender. */
  readonly replyTo: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Left part of the Message-ID. Mail servers may drop a mail whose Message-ID they have seen. */
  readonly id: string
}

/** Takes a mail to the next station. */
export type Transport = (mail: SendMailOptions, signal: AbortSignal) => Promise<void>

/** Sends mails by SMTP or, without SMTP_URL, into a folder. */
export interface Mailer {
  /**
   * Resolves when the next station has taken the mail.
   * @throws JobRefused when it never will; anything else may pass with time
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>
}

/** Folder of the mails that no mail server took, below the data folder. */
export function mailFolder(dataFolder: string): string {
  return join(resolve(dataFolder), 'mails')
}

/** Opens what SMTP_URL names; no connection is made before the first mail. */
export function openMailer(config: Pick<Config, 'mail' | 'dataFolder'>): Mailer {
  const { mail: settings, dataFolder } = config
  const transport: Transport =
    settings.kind === 'smtp' ? openSmtp(settings.url) : openMailFolder(mailFolder(dataFolder))

  return {
    async send({ to, fromName, replyTo, subject, text, html, id }, signal) {
      // A comma, a bracket or a space in it would reach other people; the pattern has none of them.
      if (!emailPattern.test(to)) throw new JobRefused('The address is not one that mails can be sent to.')
      const answers = emailPattern.test(replyTo) ? replyTo : undefined
      const from = settings.from || answers || 'customer-center@localhost.invalid'
      await transport(
        {
          envelope: { from, to: [to] },
          from: { name: oneLine(fromName), address: from },
          to: { name: '', address: to },
          ...(answers !== undefined && answers !== from && { replyTo: { name: '', address: answers } }),
          subject: oneLine(subject),
          text,
          html,
          messageId: `<${id}@${from.slice(from.indexOf('@') + 1)}>`,
          // No holiday notice shall answer a machine.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          disableFileAccess: true,
          disableUrlAccess: true
        },
        signal
      )
    }
  }
}

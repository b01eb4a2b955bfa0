import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Config, MailServerConfig } from '../config/config.ts'
import { errorCode } from '../database/errors.ts'
import { UnrecoverableJobError } from '../queue/job.ts'
import { maskedAddress } from './mail-text.ts'

type OutgoingMail = SendMailOptions & { readonly envelope: { readonly from: string; readonly to: string[] } }

/** A function that delivers a mail to the next server, or into a folder. */
export type Transport = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>

// The sum of the timeouts stays below the timeout of a mail's job.
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }
const maxMs = 45_000

export const isLocalHost = (host: string): boolean => ['127.0.0.1', '[::1]', '::1', 'localhost'].includes(host)

/** Returns the mail server's answer, without addresses. */
function errorMessage(error: unknown): { status: number; command: string; reason: string } {
  const { responseCode, command, response } = error as { responseCode?: unknown; command?: unknown; response?: unknown }
  const text = typeof response === 'string' ? response : error instanceof Error ? error.message : 'unknown'
  return {
    status: typeof responseCode === 'number' ? responseCode : 0,
    command: typeof command === 'string' ? command : '',
    reason: text.replace(/(?<!\S)\S*@\S*/g, '…').slice(0, 300)
  }
}

// Commands with a final refusal: a 5xx to the mail or its recipient. An operator can fix a 5xx to the log-in or the
// sender, so the mail waits.
const finalCommands = new Set(['RCPT TO', 'DATA'])

/** Error of a mail that the mail server refuses for its content, such as its size, and not for its recipient. */
export class RefusedContentError extends UnrecoverableJobError {}

type SmtpConfig = Extract<Config['mail'], { kind: 'smtp' }>

/**
 * Reads the mail server's settings again if they are in files, so that a password can change while the process runs.
 */
const serverOf = (settings: SmtpConfig): MailServerConfig => settings.reread?.() ?? settings

function connectToServer({ url, ca }: MailServerConfig) {
  const { protocol, hostname, port, username, password } = url
  const secure = protocol === 'smtps:'
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isLocalHost(hostname),
    ignoreTLS: !secure && isLocalHost(hostname),
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca && { ca }) },
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    logger: false,
    ...timeouts
  })
}

/**
 * Connects, greets and logs in like before a mail, but sends none.
 * @returns the reason of a failure, or null
 */
export async function checkSmtp(settings: SmtpConfig): Promise<string | null> {
  try {
    await connectToServer(serverOf(settings)).verify()
    return null
  } catch (error) {
    const { command, reason } = errorMessage(error)
    return [errorCode(error), command, reason].filter((part) => part !== '').join(', ')
  }
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Sends by SMTP. Checks the server's certificate; without TLS, sends mails only to this machine. */
export function openSmtp(settings: SmtpConfig, keySelector: string): Transport {
  return async (mail, signal) => {
    const server = serverOf(settings)
    const dkim = server.dkimKey && {
      domainName: domainOf(mail.envelope.from),
      keySelector,
      privateKey: server.dkimKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    }
    const options = { signal: AbortSignal.any([signal, AbortSignal.timeout(maxMs)]), ...(dkim && { dkim }) }
    try {
      await connectToServer(server).sendMail({ ...mail, ...options })
    } catch (error) {
      const { status, command, reason } = errorMessage(error)
      const to = mail.envelope.to.map(maskedAddress).join(', ')
      const sentence = `The mail server did not take the mail to ${to} (${[errorCode(error), command, reason].filter((part) => part !== '').join(', ')}).`
      const Refused = command === 'DATA' ? RefusedContentError : UnrecoverableJobError
      // The cause is left out: it contains the recipient's whole address.
      throw status >= 500 && finalCommands.has(command) ? new Refused(sentence) : new Error(sentence)
    }
  }
}

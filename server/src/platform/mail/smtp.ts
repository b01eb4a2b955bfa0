import { createTransport, type SendMailOptions } from 'nodemailer'
import { errorCode } from '../database/errors.ts'
import { UnrecoverableJobError } from '../queue/job.ts'
import { maskedAddress } from './mail-text.ts'

type OutgoingMail = SendMailOptions & { readonly envelope: { readonly from: string; readonly to: string[] } }

/** A function that delivers a mail to the next server, or into a folder. */
export type Transport = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>

// The sum of the timeouts stays below the timeout of a mail's job.
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }
const maxMs = 45_000

const localHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])

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

// Commands whose refusal is final: a 5xx to the mail itself or to its recipient; one to the log-in or to the sender is
// for the operator to fix, and the mail waits for that.
const finalCommands = new Set(['RCPT TO', 'DATA'])

function connectToServer({ protocol, hostname, port, username, password }: URL) {
  const secure = protocol === 'smtps:'
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !localHosts.has(hostname),
    ignoreTLS: !secure && localHosts.has(hostname),
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    logger: false,
    ...timeouts
  })
}

/**
 * Connects, greets and logs in, as before a mail, and sends none.
 * @returns the reason of a failure, or null
 */
export async function checkSmtp(url: URL): Promise<string | null> {
  try {
    await connectToServer(url).verify()
    return null
  } catch (error) {
    const { command, reason } = errorMessage(error)
    return [errorCode(error), command, reason].filter((part) => part !== '').join(', ')
  }
}

/**
 * Sends by SMTP. The server's certificate is checked; without TLS mails go to this machine only.
 * @param url smtp://user:password@host:port, or smtps://
 */
export function openSmtp(url: URL): Transport {
  const transport = connectToServer(url)
  return async (mail, signal) => {
    try {
      await transport.sendMail({ ...mail, signal: AbortSignal.any([signal, AbortSignal.timeout(maxMs)]) })
    } catch (error) {
      const { status, command, reason } = errorMessage(error)
      const to = mail.envelope.to.map(maskedAddress).join(', ')
      const sentence = `The mail server did not take the mail to ${to} (${[errorCode(error), command, reason].filter((part) => part !== '').join(', ')}).`
      // The cause is left out: it contains the recipient's whole address.
      throw status >= 500 && finalCommands.has(command) ? new UnrecoverableJobError(sentence) : new Error(sentence)
    }
  }
}

import { createTransport } from 'nodemailer'
import { codeOf } from '../database/failures.ts'
import { JobRefused } from '../queue/job-refused.ts'
import type { Transport } from './mailer.ts'

// Together below what a run of a job may take.
const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }
const longestMs = 45_000

const thisMachine = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** What the mail server said, without addresses. */
function reasonOf(error: unknown): { status: number; command: string; reason: string } {
  const { responseCode, command, response } = error as { responseCode?: unknown; command?: unknown; response?: unknown }
  const said = typeof response === 'string' ? response : error instanceof Error ? error.message : 'unknown'
  return {
    status: typeof responseCode === 'number' ? responseCode : 0,
    command: typeof command === 'string' ? command : '',
    reason: said.replace(/\S+@\S+/g, '…').slice(0, 300)
  }
}

// What a server says to the mail itself or to its recipient is final; a 5xx to the log-in or to the sender is the operator's to
// mend, and the mail waits for that.
const aboutTheMail = new Set(['RCPT TO', 'DATA'])

/**
 * Sends by SMTP. The server's certificate is checked; without TLS nothing is sent but to this machine itself.
 * @param url smtp://user:password@host:port, or smtps://
 */
export function openSmtp(url: URL): Transport {
  const { protocol, hostname, port, username, password } = url
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !thisMachine.has(hostname),
    ignoreTLS: !secure && thisMachine.has(hostname),
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    logger: false,
    ...limits
  })
  return async (mail, signal) => {
    try {
      await transport.sendMail({ ...mail, signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]) })
    } catch (error) {
      const { status, command, reason } = reasonOf(error)
      const sentence = `The mail server did not take the mail (${[codeOf(error), command, reason].filter((part) => part !== '').join(', ')}).`
      // The cause stays out: it holds the recipient's address.
      throw status >= 500 && aboutTheMail.has(command) ? new JobRefused(sentence) : new Error(sentence)
    }
  }
}

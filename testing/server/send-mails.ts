import { readConfig } from '../../server/dist/platform/config/config.js'
import { openMailer } from '../../server/dist/platform/mail/mailer.js'
import { UnrecoverableJobError } from '../../server/dist/platform/queue/job.js'

export type SendOutcome = 'sent' | { readonly reason: string; readonly final: boolean }

// Sends mails over TLS from a process of its own: a process settles the certificates that it trusts at its start.
// SMTP_URLS lists the mail servers; the answer is one outcome for each.
const urls: string[] = JSON.parse(process.env['SMTP_URLS'] ?? '[]')

async function send(url: string): Promise<SendOutcome> {
  const mailer = openMailer(readConfig({ SMTP_URL: url, MAIL_FROM: 'kundencenter@akademie.example' }))
  const mail = { to: 'anna@firma.example', fromName: 'Akademie', replyTo: '', subject: 'Gruß', text: 'Hallo', html: '' }
  try {
    await mailer.send({ ...mail, id: 'test.1' }, AbortSignal.timeout(20_000))
    return 'sent'
  } catch (error) {
    const { message = '', stack = '' } = error instanceof Error ? error : {}
    return { reason: `${message}\n${stack}`, final: error instanceof UnrecoverableJobError }
  }
}

process.send?.(await Promise.all(urls.map(send)))
process.disconnect()

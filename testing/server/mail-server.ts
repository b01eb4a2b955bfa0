import { EventEmitter, once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface Arrived {
  /** The recipients of the envelope, who get the mail whatever the headers say. */
  readonly recipients: readonly string[]
  readonly raw: string
  readonly mail: Email
}

/** A command of a mail; 'attachment' is the data of one that has attachments. */
type Place = 'sender' | 'recipient' | 'data' | 'attachment'

/**
 * The server's behaviour for the next mails: it takes them, takes them without an answer, answers a command with a
 * code, or answers nothing at all.
 */
type Conduct = 'take' | 'take silently' | 'hang' | { readonly at: Place; readonly code: number }

export interface MailServer {
  /** The address for SMTP_URL. */
  readonly url: URL
  readonly arrived: readonly Arrived[]
  /** Resolves with the mail of this number (1 is the first), at once if it is there. */
  readonly mail: (number: number) => Promise<Arrived>
  /** Resolves when the next mail's sender arrives. */
  readonly asked: () => Promise<unknown>
  readonly behave: (conduct: Conduct) => void
  /** Stops listening; `open` opens the same port again. */
  readonly close: () => Promise<void>
  readonly open: () => Promise<void>
}

function failure(code: number): Error {
  return Object.assign(new Error('nicht <wen@auch.example> jetzt'), { responseCode: code })
}

/** Starts a real SMTP server on a free port of 127.0.0.1. */
export async function startMailServer(): Promise<MailServer> {
  const events = new EventEmitter()
  const arrived: Arrived[] = []
  let conduct: Conduct = 'take'
  let port = 0
  let server: SMTPServer | undefined

  const codeAt = (places: readonly Place[]) =>
    typeof conduct === 'object' && places.includes(conduct.at) ? conduct.code : undefined

  function answer(places: readonly Place[], done: (error?: Error | null) => void): void {
    if (places.includes('sender')) events.emit('asked')
    if (conduct === 'hang') return
    const code = codeAt(places)
    done(code === undefined ? null : failure(code))
  }

  async function open(): Promise<void> {
    server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      closeTimeout: 1,
      onMailFrom: (_address, _session, done) => answer(['sender'], done),
      onRcptTo: (_address, _session, done) => answer(['recipient'], done),
      onData(stream, session, done) {
        const take = async (bytes: Buffer): Promise<void> => {
          const mail = await PostalMime.parse(bytes)
          const places: Place[] = mail.attachments.length > 0 ? ['data', 'attachment'] : ['data']
          if (conduct !== 'hang' && codeAt(places) === undefined) {
            const recipients = session.envelope.rcptTo.map(({ address }) => address)
            arrived.push({ recipients, raw: bytes.toString(), mail })
            events.emit('arrived')
          }
          if (conduct !== 'take silently') answer(places, done)
        }
        // A client that dies in the middle has sent no mail.
        void buffer(stream).then(take, () => undefined)
      }
    })
    server.on('error', () => undefined)
    const listening = server.listen(port, '127.0.0.1')
    await once(listening, 'listening')
    const address = listening.address()
    port = typeof address === 'object' && address ? address.port : 0
  }

  await open()
  return {
    url: new URL(`smtp://127.0.0.1:${port}`),
    arrived,
    async mail(number) {
      for (;;) {
        const found = arrived[number - 1]
        if (found) return found
        await once(events, 'arrived')
      }
    },
    asked: () => once(events, 'asked'),
    behave(next) {
      conduct = next
    },
    close: () => new Promise((done) => (server ? server.close(() => done()) : done())),
    open
  }
}

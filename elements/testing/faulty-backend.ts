import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer on its way through a proxy. */
export interface PassedAnswer {
  status: number
  headers: Record<string, string>
  /** The parsed body; null where there is none. */
  body: Record<string, unknown>
  /** Sent in place of `body`. */
  text?: string | Buffer
}

/** A request on its way through a proxy. */
interface PassedRequest {
  readonly call: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  body: string
}

/** Changes answers, and requests before they are passed on. */
export interface AnswerChange {
  readonly answer?: (answer: PassedAnswer, request: PassedRequest) => void
  readonly request?: (request: PassedRequest) => void
}

/**
 * A proxy before a backend that spoils answers as `change` says.
 *
 * @param readsOnce for runs that only read: the backend is asked once for each answer
 */
export async function startProxy(api: string, readsOnce = false) {
  let change: AnswerChange = {}
  const known = new Map<string, Promise<PassedAnswer>>()
  const server = createServer((incoming, response) => {
    const pass = async () => {
      const url = new URL(incoming.url ?? '', 'http://localhost')
      let body = ''
      for await (const chunk of incoming.setEncoding('utf8')) body += String(chunk)
      const call = `${incoming.method} ${url.pathname.replace(/^\/api/, '')}`
      const request: PassedRequest = { call, query: url.searchParams, headers: incoming.headers, body }
      change.request?.(request)
      const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headers
      const ask = async (): Promise<PassedAnswer> => {
        const given = await fetch(`${api}${url.pathname.replace(/^\/api/, '')}${url.search}`, {
          method: incoming.method ?? 'GET',
          headers: headers as Record<string, string>,
          ...(request.body !== '' && { body: request.body })
        })
        const parsed = (await given.json()) as Record<string, unknown>
        return { status: given.status, headers: Object.fromEntries(given.headers), body: parsed }
      }
      const key = `${incoming.headers.authorization} ${incoming.url}`
      const isKept = readsOnce && incoming.method === 'GET'
      const before = isKept ? (known.get(key) ?? ask()) : ask()
      if (isKept) known.set(key, before)
      // Each run spoils an answer of its own.
      const answer = structuredClone(await before)
      change.answer?.(answer, request)
      for (const name of ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'date'])
        delete answer.headers[name]
      response.writeHead(answer.status, answer.headers).end(answer.text ?? JSON.stringify(answer.body))
    }
    pass().catch((error: unknown) => response.destroy(error as Error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    spoil: (next: AnswerChange) => void (change = next),
    stop: () => void server.close()
  }
}

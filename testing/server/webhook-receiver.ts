import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import type { Change } from '@customer-center/contract/change'
import { newWebhookSecret } from '../../server/src/provider-api/webhook/webhook.command.ts'

interface Received {
  readonly type: string
  readonly timestamp: string
  readonly data: Change
}

export interface WebhookReceiver {
  readonly url: string
  readonly secret: string
  /** Deliveries with a right signature, each answered as `behave` says. */
  readonly received: Received[]
  /** The `webhook-id` of each. */
  readonly ids: string[]
  readonly headers: IncomingHttpHeaders[]
  /** Counts the deliveries with a wrong signature. */
  readonly forged: () => number
  readonly behave: (answer: (response: ServerResponse) => void) => void
  readonly close: () => Promise<void>
}

/** Starts a program of a provider that receives changes, on a free port of this machine. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const secret = newWebhookSecret()
  const webhook = new Webhook(secret)
  const received: Received[] = []
  const ids: string[] = []
  const headersOfAll: IncomingHttpHeaders[] = []
  let forged = 0
  let answer = (response: ServerResponse): void => void response.writeHead(204).end()

  function verify(body: string, headers: IncomingHttpHeaders): void {
    try {
      received.push(webhook.verify(body, headers as Record<string, string>) as Received)
      ids.push(String(headers['webhook-id']))
      headersOfAll.push(headers)
    } catch {
      forged += 1
    }
  }

  const server = createServer((request, response) => {
    void text(request)
      .then((body) => {
        verify(body, request.headers)
        answer(response)
      })
      // The sender was killed while it sent.
      .catch(() => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/changes?from=center`,
    secret,
    received,
    ids,
    headers: headersOfAll,
    forged: () => forged,
    behave: (next) => void (answer = next),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}

import { Client } from 'undici'
import type { LoadCall, LoadOrder } from './order.ts'

const longestMs = 30_000

/** Connections, each with one call at a time, from the addresses in turns. */
export function openConnections({ url, addresses = [''] }: LoadOrder) {
  const all: Client[] = []
  const free = addresses.map((): Client[] => [])
  const open = (localAddress: string) => {
    const connect = { timeout: longestMs, ...(localAddress !== '' && { localAddress }) }
    const client = new Client(url, { headersTimeout: longestMs, bodyTimeout: longestMs, connect })
    all.push(client)
    return client
  }
  return {
    take: (turn: number) => free[turn % free.length]?.pop() ?? open(addresses[turn % free.length] ?? ''),
    give: (turn: number, client: Client) => void free[turn % free.length]?.push(client),
    close: () => Promise.all(all.map((client) => client.destroy()))
  }
}

let numbered = 0

/** Sends a call, and returns its status once the whole answer is there, or the code of the error. */
export function send(client: Client, { body, ...call }: LoadCall, expected = ''): Promise<string> {
  return new Promise((resolve) => {
    let status = ''
    let text = ''
    client.dispatch(
      { method: 'GET', ...call, body: body?.replace('%n', String((numbered += 1))) ?? null },
      {
        // Without it undici takes the handler for one of its old interface.
        onRequestStart: () => undefined,
        onResponseStart: (_controller, code) => (status = String(code)),
        onResponseData: (_controller, chunk) => {
          if (expected !== '') text += chunk.toString('latin1')
        },
        onResponseEnd: () => resolve(text.includes(expected) ? status : 'other answer'),
        onResponseError: (_controller, error) => resolve('code' in error ? String(error.code) : error.name)
      }
    )
  })
}

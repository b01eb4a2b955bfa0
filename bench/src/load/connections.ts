import { Client } from 'undici'
import type { LoadCall, LoadOrder } from './order.ts'

const longestMs = 30_000

/** Opens a connection that has one call at a time. */
const openClient = (url: string, address: string): Client =>
  new Client(url, {
    headersTimeout: longestMs,
    bodyTimeout: longestMs,
    connect: { timeout: longestMs },
    ...(address !== '' && { localAddress: address })
  })

export interface Connections {
  /** Returns a connection without a call, from the address whose turn it is. */
  readonly take: (turn: number) => Client
  readonly give: (turn: number, client: Client) => void
  readonly close: () => Promise<void>
}

export function openConnections({ url, addresses = [''] }: LoadOrder): Connections {
  const free = addresses.map((): Client[] => [])
  const all: Client[] = []
  const at = (turn: number) => free[turn % free.length] ?? []
  return {
    take(turn) {
      const idle = at(turn).pop()
      if (idle) return idle
      const opened = openClient(url, addresses[turn % addresses.length] ?? '')
      all.push(opened)
      return opened
    },
    give: (turn, client) => at(turn).push(client),
    async close() {
      await Promise.all(all.map((client) => client.destroy()))
    }
  }
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : error.name)

let numbered = 0

/** Sends a call, and returns its status once the whole answer is there, or the code of the error. */
export function send(client: Client, { body, ...call }: LoadCall, expected: string | undefined): Promise<string> {
  return new Promise((resolve) => {
    let status = ''
    let text = ''
    client.dispatch(
      { method: 'GET', ...call, body: body?.replace('%n', String((numbered += 1))) ?? null },
      {
        // Without it undici takes the handler for one of its old interface.
        onRequestStart: () => undefined,
        onResponseStart: (_controller, code) => (status = String(code)),
        onResponseData(_controller, chunk) {
          if (expected !== undefined) text += chunk.toString('latin1')
        },
        onResponseEnd: () => resolve(expected === undefined || text.includes(expected) ? status : 'other answer'),
        onResponseError: (_controller, error) => resolve(codeOf(error))
      }
    )
  })
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { sitesOf } from '../config/shops.ts'
import type { TurnedAway } from './line/line-queue.ts'
import { crossOriginHeaders } from './origin.ts'
import { Refusal } from './refusal.ts'
import { securityHeaders } from './security-headers.ts'

/**
 * Lets a request wait for its turn if the owner of its token is known.
 * @returns whether it is
 */
export type EnterKnown = (
  request: IncomingMessage,
  response: ServerResponse,
  call: { readonly token: string; readonly isExport: boolean },
  done: (reason?: TurnedAway) => void
) => boolean

/**
 * Returns the token of a request; of several session cookies none, since before the hooks nothing says which of them its
 * page may use.
 */
function tokenOf({ authorization, cookie = '' }: IncomingMessage['headers']): string | undefined {
  if (authorization) return authorization.replace(/^Bearer +/i, '')
  const [token, ...others] = cookie.split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    return pair.slice(0, at).includes('KC-SESSION') ? [pair.slice(at + 1)] : []
  })
  return others.length === 0 ? token : undefined
}

const { envelope, status, retryAfter = 1 } = new Refusal('overloaded')
// The bytes as a text: Node sends it with the headers in one piece, and encodes neither, which would take 6 of 40 µs.
const body = Buffer.from(JSON.stringify(envelope)).toString('latin1')
const headers = {
  ...securityHeaders('api'),
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  'content-length': body.length,
  'retry-after': String(retryAfter)
}

/**
 * Lets calls with a known token wait before Fastify sees them. A waiting call is then small, and a refusal costs a third
 * (docs/decisions/0130-one-fair-line.md). Public calls wait as those of strangers, whoever makes them.
 */
export function gateRequests(app: FastifyInstance, config: Config, enterKnown: EnterKnown): void {
  /** Whether a call makes an export, by the paths of all calls that need a token. */
  const calls = new Map<string, boolean>()
  app.addHook('onRoute', ({ url, config: { access = 'public', isExport = false } = {} }) => {
    if (access !== 'public') calls.set(url, isExport)
  })
  let isClosing = false
  app.addHook('preClose', async () => void (isClosing = true))
  const sites = sitesOf(config).toReversed()
  app.server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    request.arrivedAt = performance.now()
    const [path = ''] = request.url?.split('?') ?? []
    const isExport = calls.get(path)
    const begin = () => app.routing(request, response)
    const token = isExport === undefined ? undefined : tokenOf(request.headers)
    if (isExport === undefined || !token) return begin()
    const isKnown = enterKnown(request, response, { token, isExport }, (reason) => {
      // The turn may come at once, before the request knows of its place in the line.
      if (reason === undefined) return queueMicrotask(begin)
      if (reason === 'left') return
      const site = sites.find((one) => path.startsWith(`${one.path}/`)) ?? config
      const sent = { ...headers, ...crossOriginHeaders(request, site), ...(isClosing && { connection: 'close' }) }
      response.writeHead(status, sent).end(body, 'latin1')
    })
    if (!isKnown) begin()
  })
}

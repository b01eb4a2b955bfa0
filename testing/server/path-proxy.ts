import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PathProxy {
  /** The address `http://127.0.0.1:<port>`; the server is below `path`. */
  readonly origin: string
  readonly close: () => Promise<void>
}

/** Sends a request on to an address, and its answer back. */
export function passOn(
  address: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  headers: Readonly<Record<string, string>> = {}
): void {
  const passed = request(address, { method: incoming.method, headers: { ...incoming.headers, ...headers } })
  passed.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  passed.on('error', () => outgoing.destroy())
  incoming.pipe(passed)
}

/**
 * Starts a reverse proxy that serves `target` below `path`, which it strips, as `location /path/ { proxy_pass target/;
 * }` of nginx.
 */
export async function startPathProxy(path: string, target: string): Promise<PathProxy> {
  const server = createServer((incoming, outgoing) => {
    const url = incoming.url ?? ''
    if (!url.startsWith(`${path}/`)) {
      outgoing.writeHead(404).end()
      return
    }
    passOn(new URL(target).origin + url.slice(path.length), incoming, outgoing, { 'x-forwarded-proto': 'https' })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    }
  }
}

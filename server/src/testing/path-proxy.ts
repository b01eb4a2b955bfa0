import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PathProxy {
  /** The address `http://127.0.0.1:<port>`; the server is below `path`. */
  readonly origin: string
  readonly close: () => Promise<void>
}

/**
 * Starts a reverse proxy that serves `target` below `path`, which it strips, as `location /path/ { proxy_pass target/;
 * }` of nginx.
 */
export async function startPathProxy(path: string, target: string): Promise<PathProxy> {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const url = incoming.url ?? ''
    if (!url.startsWith(`${path}/`)) {
      outgoing.writeHead(404).end()
      return
    }
    const headers = { ...incoming.headers, 'x-forwarded-proto': 'https' }
    const passed = request({ hostname, port, method: incoming.method, path: url.slice(path.length), headers })
    passed.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
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

import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/**
 * Finds a port that is free now: links in mails and passkeys name the server's address, so it must be known before the
 * start.
 */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return String(port)
}

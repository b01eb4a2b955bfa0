import { createReadStream, existsSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * One origin for both sides of the embed bench, so that neither pays for a preflight or a second connection: the floor's files
 * and the page under test from here, all else passed on to the product's own server.
 */
export async function startFront(
  floorFolder: string,
  productUrl: string,
  page: string
): Promise<{ url: string; server: Server }> {
  const server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', 'http://front').pathname
    const file = `${floorFolder}${path.slice('/floor'.length)}`
    if (path === '/ours.html') outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    else if (path.startsWith('/floor/') && existsSync(file)) sendCompressed(file, outgoing)
    else passOn(productUrl, incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

function sendCompressed(file: string, outgoing: ServerResponse): void {
  const type = file.endsWith('.html') ? 'text/html; charset=utf-8' : 'text/javascript'
  outgoing.writeHead(200, { 'content-type': type, 'content-encoding': 'br' })
  createReadStream(`${file}.br`).pipe(outgoing)
}

function passOn(productUrl: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const passed = request(
    `${productUrl}${incoming.url}`,
    { method: incoming.method, headers: incoming.headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    }
  )
  passed.on('error', () => outgoing.destroy())
  incoming.pipe(passed)
}

import { createReadStream, existsSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { passOn } from '../../testing/server/path-proxy.ts'
import type { AnswerCount } from './load/answers.ts'

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml'
}

/**
 * Starts one origin for both sides of the embed bench, which hands out the files of both in the same way, compressed,
 * so that neither pays for a preflight, a second connection or a proxy. Calls and the configuration come from the
 * product's own server.
 *
 * @param folders by the first part of the path
 * @param page the content of `/ours.html`
 * @param answers counts what is answered
 */
export async function startSharedOrigin(
  folders: Record<string, string>,
  productUrl: string,
  page: string,
  answers: AnswerCount
): Promise<{ url: string; server: Server }> {
  const server = createServer((incoming, outgoing) => {
    outgoing.on('finish', () => answers.add({ [outgoing.statusCode]: 1 }))
    const path = new URL(incoming.url ?? '/', 'http://front').pathname
    const [, place = '', rest = ''] = /^\/([^/]+)(\/.*)$/.exec(path) ?? []
    const file = `${folders[place] ?? ''}${rest}.br`
    if (path === '/ours.html') outgoing.writeHead(200, { 'content-type': types['html'] }).end(page)
    else if (folders[place] && existsSync(file)) sendCompressed(path, file, outgoing)
    else passOn(productUrl + incoming.url, incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

function sendCompressed(path: string, file: string, outgoing: ServerResponse): void {
  const type = types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  outgoing.writeHead(200, { 'content-type': type, 'content-encoding': 'br', 'cache-control': 'no-cache' })
  createReadStream(file).pipe(outgoing)
}

/** Returns a page that embeds the customer center alone. */
export function oursPage(token: string): string {
  return `<!doctype html><html lang="de"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Ours</title><customer-center session-token="${token}" config-url="/elements/assets/config.prod.json" texts-url="/elements/assets/"></customer-center><script type="module" src="/elements/customer-center.js"></script></html>`
}

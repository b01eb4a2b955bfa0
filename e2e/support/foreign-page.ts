import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A shop page of another site, with a runtime configuration of its own. */
export interface ForeignPage {
  readonly origin: string
  /** What the page and its `assets/config.prod.json` hold from now on. */
  readonly show: (body: string, config: object) => void
  readonly close: () => void
}

export async function startForeignPage(): Promise<ForeignPage> {
  let page = ''
  let configuration = '{}'
  const server = createServer(({ url }, response) => {
    const type = url === '/' ? 'text/html; charset=utf-8' : 'application/json'
    response.writeHead(200, { 'content-type': type }).end(url === '/' ? page : configuration)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // Another name as well: to the browser this is another site, not only another port.
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    show(body, config) {
      page = body
      configuration = JSON.stringify(config)
    },
    close: () => server.close()
  }
}

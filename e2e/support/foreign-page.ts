import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Product } from '../../testing/product.ts'

/** Document of a shop in UTF-8, whose browser asks for no icon. */
export const shopDocument = (body: string, head = ''): string =>
  `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`

/** Tag of an element with the server's configuration. */
export const elementTag = ({ url }: Product, attributes = '', name = 'customer-center'): string =>
  `<${name} config-url="${url}/elements/assets/config.prod.json" ${attributes}></${name}>`

export const elementScript = ({ url }: Product): string =>
  `<script type="module" src="${url}/elements/v1/customer-center.js"></script>`

/** Document of a shop with a customer center alone. */
export const centerDocument = (product: Product, attributes = '', head = ''): string =>
  shopDocument(elementTag(product, attributes) + elementScript(product), head)

export interface MorePages {
  /** Headers of the page and of all other files. */
  readonly headers?: Record<string, string>
  /** Further HTML pages and scripts (`.js`) by path. */
  readonly files?: Record<string, string>
}

/** A shop page of another site, with a runtime configuration of its own. */
export interface ForeignPage {
  readonly origin: string
  /** Sets the page and its `assets/config.prod.json` from now on. */
  readonly show: (body: string, config: object, more?: MorePages) => void
  /** Lists the paths that were requested since then. */
  readonly requests: () => readonly string[]
  readonly close: () => void
}

export async function startForeignPage(): Promise<ForeignPage> {
  let files: Record<string, string> = {}
  let headers: Record<string, string> = {}
  let requests: string[] = []
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://shop')
    requests.push(pathname)
    const file = files[pathname]
    const type = pathname.endsWith('.json')
      ? 'application/json'
      : pathname.endsWith('.js')
        ? 'text/javascript'
        : 'text/html'
    response
      .writeHead(file === undefined ? 404 : 200, { ...headers, 'content-type': `${type}; charset=utf-8` })
      .end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // The name is another one as well: to the browser this is another site, not only another port.
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    show(body, config, more = {}) {
      requests = []
      headers = more.headers ?? {}
      files = { '/': body, '/assets/config.prod.json': JSON.stringify(config), ...more.files }
    },
    requests: () => requests,
    close: () => server.close()
  }
}

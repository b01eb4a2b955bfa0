import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run } from '../../scripts/lib/run.mjs'
import { startServer } from '../../scripts/lib/server.mjs'
import { buildFloorPages } from './floor/build-pages.ts'
import { startSharedOrigin } from './shared-origin.ts'

/** One origin with the product, its elements, and the pages that they are held against. */
export interface Stage {
  readonly url: string
  /** A session of the large company's administrator. */
  readonly token: string
  readonly close: () => Promise<void>
}

/** The demo with a company of 10,000 contacts that took part in 100 events with 10 documents each. */
export async function startLargeCompany(): Promise<Stage> {
  const floor = await buildFloorPages()
  const data = mkdtempSync(join(tmpdir(), 'customer-center-bench-'))
  const size = ['--contacts', '10000', '--events', '100', '--documents', '10']
  const { code, output } = await run(process.execPath, [`${root}/server/dist/programs/demo.js`, ...size], {
    quiet: true,
    env: { DATA_FOLDER: data, DATABASE_URL: '' }
  })
  const [, customerNumber = '', userName = '', password = ''] =
    /A large company was added:\n {2}(\d+) {2}(\S+) {2}(\S+) /.exec(output) ?? []
  if (code !== 0 || !customerNumber) throw new Error(`The large company could not be written: ${output}`)
  const product = await startServer({ DEMO: 'true', PORT: '0', DATA_FOLDER: data, LOG_LEVEL: 'error' })
  const answer = await fetch(`${product.url}/api/getToken`, {
    method: 'POST',
    body: new URLSearchParams({ customerNumber, userName, password, getRefreshToken: 'true' })
  })
  const token = ((await answer.json()) as { responseData: { access_token: string } }).responseData.access_token
  const page = `<!doctype html><html lang="de"><meta charset="utf-8"><title>Ours</title><customer-center session-token="${token}" config-url="/elements/assets/config.prod.json" texts-url="/elements/assets/"></customer-center><script type="module" src="/elements/customer-center.js"></script></html>`
  const front = await startSharedOrigin({ floor, elements: `${root}/elements/dist` }, product.url, page)
  return {
    url: front.url,
    token,
    async close() {
      front.server.close()
      product.stop()
      await product.ended
      rmSync(data, { recursive: true, force: true })
    }
  }
}

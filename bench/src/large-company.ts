import { root, run } from '../../scripts/lib/run.ts'
import { buildFloorPages } from './floor/build-pages.ts'
import { logIn, oursPage, scratchFolder, startDemo } from './product.ts'
import { startSharedOrigin } from './shared-origin.ts'

/** One origin with the product, its elements, and the pages of comparison. */
export interface Stage {
  readonly url: string
  /** A session of the large company's administrator. */
  readonly token: string
  readonly close: () => Promise<void>
}

/** Starts the demo with a company of 10,000 contacts that took part in 100 events with 10 documents each. */
export async function startLargeCompany(): Promise<Stage> {
  const floor = await buildFloorPages()
  const data = scratchFolder()
  const size = ['--contacts', '10000', '--events', '100', '--documents', '10']
  const { code, output } = await run(process.execPath, [`${root}/server/dist/programs/demo.js`, ...size], {
    quiet: true,
    env: { DATA_FOLDER: data, DATABASE_URL: '' }
  })
  const [, customerNumber = '', userName = '', password = ''] =
    /A large company was added:\n {2}(\d+) {2}(\S+) {2}(\S+) /.exec(output) ?? []
  if (code !== 0 || !customerNumber) throw new Error(`The large company could not be written: ${output}`)
  const product = await startDemo(data)
  const token = await logIn(product.url, { customerNumber, userName, password })
  const front = await startSharedOrigin({ floor, elements: `${root}/elements/dist` }, product.url, oursPage(token))
  return {
    url: front.url,
    token,
    async close() {
      front.server.close()
      await product.close()
    }
  }
}

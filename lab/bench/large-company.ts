import { root, run } from '../../scripts/lib/run.ts'
import { adminsOf, scratchFolder, startProduct, tokenOf } from '../../testing/product.ts'
import { buildFloorPages } from './floor/build-pages.ts'
import { type AnswerCount, countAnswers } from './load/answers.ts'
import { oursPage, startSharedOrigin } from './shared-origin.ts'

/** Pages of two companies from one server. */
export interface Stage {
  /** The page of a company of 10,000 contacts that took part in 100 events with 10 documents each. */
  readonly largeUrl: string
  /** The page of a company of the demo, which has invoices. */
  readonly smallUrl: string
  /** Answers of both. */
  readonly answers: AnswerCount
  readonly close: () => Promise<void>
}

export async function startLargeCompany(): Promise<Stage> {
  const DATA_FOLDER = await scratchFolder('bench')
  const size = ['--contacts', '10000', '--events', '100', '--documents', '10']
  const { code, output } = await run(process.execPath, [`${root}/server/dist/programs/demo.js`, ...size], {
    quiet: true,
    env: { DATA_FOLDER, DATABASE_URL: '' }
  })
  const [, customerNumber = '', userName = '', password = ''] =
    /A large company was added:\n {2}(\d+) {2}(\S+) {2}(\S+) /.exec(output) ?? []
  if (code !== 0 || !customerNumber) throw new Error(`The large company could not be written: ${output}`)
  const product = await startProduct({ DATA_FOLDER })
  const floor = await buildFloorPages()
  const answers = countAnswers()
  const frontOf = async (login: Parameters<typeof tokenOf>[0]) =>
    startSharedOrigin(
      { floor, elements: `${root}/elements/dist` },
      product.url,
      oursPage(await tokenOf(login, product)),
      answers
    )
  const [large, small] = [await frontOf({ customerNumber, userName, password }), await frontOf(adminsOf(product)[0])]
  return {
    largeUrl: `${large.url}/ours.html`,
    smallUrl: `${small.url}/ours.html`,
    answers,
    async close() {
      large.server.close()
      small.server.close()
      await product.stop()
    }
  }
}

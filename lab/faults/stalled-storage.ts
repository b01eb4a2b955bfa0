import { setTimeout as wait } from 'node:timers/promises'
import type { DocumentEvent } from '@customer-center/contract/document'
import { openStorage } from '../../server/src/platform/storage/storage.ts'
import { call } from '../../testing/server/calls.ts'
import { addCompany } from '../../testing/server/company.ts'
import { hasS3, s3Settings, startS3Behind } from '../../testing/server/s3.ts'
import { seed } from '../../testing/server/seed.ts'
import { openSession } from '../../testing/server/sessions.ts'
import type { Fault } from './fault.ts'
import { startProduct } from './product.ts'

const readers = 8
/** Time that a person waits for a document while the storage is silent. */
const patienceMs = 15_000
/** Time after which documents work again. */
const returnMs = 10_000

export const stalledStorage: Fault = {
  name: 'S3 drops all packets, stalls in the middle of documents and refuses connections, twice each; documents without a whole answer or 503 within 15 seconds, or not there 10 seconds after its return',
  missing: () => (hasS3() ? undefined : 'OpenStack Swift'),
  async run() {
    const product = await startProduct(0)
    const { config, network } = await startS3Behind()
    const { admin } = (await addCompany(product.database.db, 100)).users
    const shelves = seed(product.database.db, openStorage({ dataFolder: '', storage: config }))
    await shelves.addEvent(1, '2026-01-01')
    await shelves.addParticipation(admin, 1)
    await shelves.addScript(1, { size: 500_000 })
    const headers = { authorization: await openSession(product.database.db, admin) }
    const { url } = await product.start('main', s3Settings(config))
    const list = await call<DocumentEvent[]>(url, '/eventmanager/documentsbysubscriber', { headers })
    const key = list.envelope.responseData[0]?.scripts[0]?.documentHash ?? ''
    const read = async (): Promise<number | undefined> => {
      const signal = AbortSignal.timeout(patienceMs)
      try {
        const response = await fetch(`${url}/api/dms/getdoc?documentKey=${key}`, { headers, signal })
        const length = (await response.text()).length
        return response.status === 200 && length < 500_000 ? undefined : response.status
      } catch {
        return undefined
      }
    }
    const statuses: (number | undefined)[] = []
    const end = new AbortController()
    const reading = Array.from({ length: readers }, async () => {
      while (!end.signal.aborted) statuses.push(await read())
    })
    let late = 0
    const takenAway = [network.cut, () => network.cutAfter(200_000), network.refuse]
    for (const takeAway of [...takenAway, ...takenAway]) {
      await wait(2000)
      takeAway()
      await wait(6000)
      network.restore()
      const begun = Date.now()
      while ((await read()) !== 200) await wait(20)
      const tookMs = Date.now() - begun
      console.log(`  documents again after ${tookMs} ms`)
      if (tookMs > returnMs) late += 1
    }
    end.abort()
    await Promise.all(reading)
    await product.close()
    await network.close()
    const through = statuses.filter((status) => status === 200).length
    const refused = statuses.filter((status) => status === 503).length
    return { tried: statuses.length, through, lost: statuses.length - through - refused + late }
  }
}

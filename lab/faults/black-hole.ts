import { setTimeout as wait } from 'node:timers/promises'
import { startNetwork } from '../../testing/server/network.ts'
import type { Trial } from '../trial/trial.ts'
import { saveThrough, startProduct } from './product.ts'

export const blackHole: Trial = {
  name: 'the network drops all packets to the database, three times for ten seconds; saves without an answer within five seconds, with a failure other than 503, or acknowledged and not there',
  async run() {
    const product = await startProduct(40)
    const network = await startNetwork(product.databaseUrl)
    const { url } = await product.start('main', { DATABASE_URL: network.url })
    const cutOften = async () => {
      for (let times = 0; times < 3; times += 1) {
        await wait(3000)
        network.cut()
        await wait(10_000)
        network.restore()
        const begun = Date.now()
        while (!(await fetch(`${url}/readyz`)).ok) await wait(20)
        console.log(`  ready again after ${Date.now() - begun} ms`)
      }
      await wait(3000)
    }
    const outcome = await saveThrough(product, url, cutOften, 5000)
    await product.close()
    await network.close()
    return outcome
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import { runOn } from '../../testing/server/postgres.ts'
import type { Trial } from '../trial/trial.ts'
import { saveThrough, startProduct } from './product.ts'

export const readOnly: Trial = {
  name: 'the database ends all connections and is read-only for three seconds, five times; saves with a failure other than 503, or acknowledged and not there',
  async run() {
    const product = await startProduct(8)
    const { url } = await product.start('main')
    const name = new URL(product.databaseUrl).pathname.slice(1)
    const onServer = (statement: string) => runOn(`${product.postgres.url}postgres`, statement)
    const outcome = await saveThrough(product, url, async () => {
      for (let times = 0; times < 5; times += 1) {
        await wait(1000)
        await onServer(`alter database ${name} set default_transaction_read_only = on`)
        await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
        await wait(3000)
        await onServer(`alter database ${name} reset default_transaction_read_only`)
      }
      await wait(1000)
    })
    await product.close()
    return outcome
  }
}

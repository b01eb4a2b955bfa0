import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { type Fault, seeded } from './fault.ts'
import { madeOf, saveAll, startProduct } from './product.ts'

const kills = 12

export const killedProcesses: Fault = {
  name: 'server and worker are killed with -9 at random moments; acknowledged saves that are not there',
  async run() {
    const product = await startProduct(8)
    const random = seeded(1)
    let server = await product.start('main', { JOBS: 'worker' })
    let worker = await product.start('worker')
    let isOver = false
    const saving = saveAll(product, 1_000_000, () => server.url, { isOver: () => isOver })
    for (let killed = 0; killed < kills; killed += 1) {
      await wait(200 + random() * 1000)
      const isServer = random() < 0.7
      const { child } = isServer ? server : worker
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
      if (isServer) server = await product.start('main', { JOBS: 'worker' })
      else worker = await product.start('worker')
    }
    isOver = true
    const statuses = await saving
    const lost = await product.lostSaves()
    await product.close()
    return { tried: statuses.length, through: madeOf(statuses), lost }
  }
}

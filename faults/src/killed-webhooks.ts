import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { openDatabase } from '../../server/src/platform/database/connection.ts'
import { addWebhookCommand } from '../../server/src/provider/webhook/webhook.command.ts'
import { commandContext } from '../../server/src/testing/command-context.ts'
import { startReceiver } from '../../server/src/testing/webhook-receiver.ts'
import { type Fault, seeded } from './fault.ts'
import { madeOf, saveAll, startProduct } from './product.ts'

const kills = 20
/** Pause between two saves of a customer: ten deliveries a second go to one receiver. */
const pauseMs = 400
/** Time to wait: a delivery of a killed process is sent again after two minutes at the latest. */
const patienceMs = 180_000

export const killedWebhooks: Fault = {
  name: 'a server that sends webhooks is killed with -9 at random moments; changes that never came or came with a wrong signature',
  async run() {
    const product = await startProduct(2)
    const receiver = await startReceiver()
    // Some answers never reach the sender, which dies without knowing.
    let isHolding = true
    receiver.behave((response) => {
      if (!isHolding || receiver.received.length % 10 !== 0) response.writeHead(204).end()
    })
    const database = await openDatabase({ ...readConfig({}), databaseUrl: product.databaseUrl, databasePool: 2 })
    const { url, secret } = receiver
    await addWebhookCommand.run(database.db, { url, secret }, commandContext)
    const random = seeded(3)
    let server = await product.start('main')
    let isOver = false
    const calm = { ...product, customers: product.customers.map(calmly) }
    const saving = saveAll(calm, 1_000_000, () => server.url, { isOver: () => isOver })
    for (let killed = 0; killed < kills; killed += 1) {
      await wait(500 + random() * 2500)
      const exit = once(server.child, 'exit')
      server.child.kill('SIGKILL')
      await exit
      server = await product.start('main')
    }
    isOver = true
    isHolding = false
    const statuses = await saving
    const { rows } = await database.pool.query<{ id: string }>(
      `select id from audit_entries where actor_pvaid is not null and resource = 'customer'`
    )
    const lost = () => {
      const came = new Set(receiver.received.map(({ data }) => data.id))
      return rows.filter(({ id }) => !came.has(Number(id))).length
    }
    const end = Date.now() + patienceMs
    while (lost() > 0 && Date.now() < end) await wait(100)
    console.log(`  ${rows.length} changes came as ${receiver.received.length} webhooks`)
    await database.close()
    await product.close()
    await receiver.close()
    return { tried: statuses.length, through: madeOf(statuses), lost: lost() + receiver.forged() }
  }
}

function calmly({ save }: Parameters<typeof saveAll>[0]['customers'][number]) {
  return {
    save: async (...asked: Parameters<typeof save>) => {
      await wait(pauseMs)
      return save(...asked)
    }
  }
}

import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Right } from '@customer-center/contract/rights'
import { queuePasswordMail } from '../../server/src/people/password-mail/queue-password-mail.ts'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { openDatabase } from '../../server/src/platform/database/connection.ts'
import { startMailServer } from '../../server/src/testing/mail-server.ts'
import { type Fault, seeded } from './fault.ts'
import { startProduct } from './product.ts'

const mails = 60
const kills = 8
/** Time to wait: a process that was killed counts as dead after 15 s; then its mail comes. */
const patienceMs = 90_000

export const killedMails: Fault = {
  name: 'a server that sends password mails is killed with -9 at random moments; mails that never came',
  async run() {
    const product = await startProduct(mails)
    const mailServer = await startMailServer()
    const settings = { SMTP_URL: mailServer.url.href, MAIL_FROM: 'kundencenter@akademie.example' }
    const random = seeded(2)
    let server = await product.start('main', settings)
    const database = await openDatabase({ ...readConfig({}), databaseUrl: product.databaseUrl, databasePool: 2 })
    const users = await database.db
      .selectFrom('shop_users')
      .select(['company', 'pvaid'])
      .where('rights', '=', Right.admin)
      .execute()
    const waiting = users.slice(0, mails)
    await database.db.transaction().execute(async (trx) => {
      for (const user of waiting) await queuePasswordMail(trx, user)
    })
    for (let killed = 0; killed < kills; killed += 1) {
      await wait(200 + random() * 1000)
      const exit = once(server.child, 'exit')
      server.child.kill('SIGKILL')
      await exit
      server = await product.start('main', settings)
    }
    const reached = () => new Set(mailServer.arrived.flatMap(({ recipients }) => recipients)).size
    const end = Date.now() + patienceMs
    while (reached() < waiting.length && Date.now() < end) await wait(100)
    console.log(`  ${mailServer.arrived.length - reached()} mails came twice, each with a password of its own`)
    await database.close()
    await product.close()
    await mailServer.close()
    return { tried: waiting.length, through: reached(), lost: waiting.length - reached() }
  }
}

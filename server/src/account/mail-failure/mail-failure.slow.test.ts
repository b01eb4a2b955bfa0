import { describe, expect } from 'vitest'
import { listMailFailuresCommand } from '../index.ts'
import { queuePasswordMail } from '../password-mail/queue-password-mail.ts'
import { commandContext } from '../../testing/command-context.ts'
import { eventually } from '../../testing/eventually.ts'
import { test } from '../../testing/mail-fixtures.ts'

describe('a mail that was given up', () => {
  test('is listed with its kind, its time, its masked recipient and the reason, and the log says the same', async ({
    db,
    mailServer,
    newcomer,
    server
  }) => {
    const user = await newcomer()
    mailServer.behave({ at: 'recipient', code: 550 })
    await db.transaction().execute((trx) => queuePasswordMail(trx, user))
    const failures = await eventually(async () => {
      const listed = await listMailFailuresCommand.run(db, null, commandContext)
      expect(listed).toHaveLength(1)
      return listed
    })
    mailServer.behave('take')
    const reason = expect.stringMatching(/^The mail server did not take the mail to a…@f….example \(.*RCPT TO.*550/)
    expect(failures).toEqual([{ mail: 'password-mail', at: expect.any(String), reason }])
    expect(Date.now() - Date.parse(failures[0]?.at ?? '')).toBeLessThan(60_000)
    expect(server.log()).toContain(failures[0]?.reason)
    expect(server.log() + JSON.stringify(failures)).not.toContain(user.userName)
  })

  test('is listed after its retries are used up', async ({ db, database, mailServer, newcomer }) => {
    const user = await newcomer()
    const before = await listMailFailuresCommand.run(db, null, commandContext)
    mailServer.behave({ at: 'sender', code: 451 })
    const asked = mailServer.asked()
    await db.transaction().execute((trx) => queuePasswordMail(trx, user))
    await asked
    await database.pool.query(`update pgboss.job set retry_count = retry_limit where name = 'password-mail'`)
    await eventually(async () => {
      const listed = await listMailFailuresCommand.run(db, null, commandContext)
      expect(listed.slice(before.length)).toEqual([
        { mail: 'password-mail', at: expect.any(String), reason: expect.stringContaining('to a…@f….example (') }
      ])
    })
    mailServer.behave('take')
    const access = db.selectFrom('contact_access').select('mail_state').where('pvaid', '=', user.pvaid)
    await eventually(async () => expect(await access.execute()).toEqual([{ mail_state: 'failed' }]))
  })
})

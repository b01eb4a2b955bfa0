import { describe, expect } from 'vitest'
import { commandContext } from '../../../../../testing/server/command-context.ts'
import { eventually } from '../../../../../testing/server/eventually.ts'
import { test as mailTest } from '../../../../../testing/server/mail-fixtures.ts'
import { listJobsCommand, retryJobsCommand } from '../../../platform/queue/jobs.command.ts'
import { queuePasswordMail } from './password-mail.ts'

const test = mailTest.extend(
  'listFailed',
  { scope: 'file' },
  ({ db }) =>
    async () =>
      (await listJobsCommand.run(db, { kind: 'mail' }, commandContext)).failed
)

describe('a mail that was given up', () => {
  test('is listed and logged with a reason, masked', async ({ db, mailServer, newcomer, listFailed, server }) => {
    const user = await newcomer()
    mailServer.behave({ at: 'recipient', code: 550 })
    await db.transaction().execute((trx) => queuePasswordMail(trx, user))
    const failures = await eventually(async () => {
      const listed = await listFailed()
      expect(listed).toHaveLength(1)
      return listed
    })
    mailServer.behave('take')
    const reason = expect.stringMatching(/^The mail server did not take the mail to a…@f….example \(.*RCPT TO.*550/)
    expect(failures).toEqual([
      expect.objectContaining({ kind: 'password-mail', state: 'refused', at: expect.any(String), reason })
    ])
    expect(Date.now() - Date.parse(failures[0]?.at ?? '')).toBeLessThan(60_000)
    expect(server.log()).toContain(failures[0]?.reason)
    expect(server.log() + JSON.stringify(failures)).not.toContain(user.userName)
  })

  test('is listed after its retries are used up, and arrives when it is tried again', async ({
    db,
    database,
    mailServer,
    newcomer,
    listFailed,
    arrivingMail
  }) => {
    const user = await newcomer()
    const before = await listFailed()
    mailServer.behave({ at: 'sender', code: 451 })
    const asked = mailServer.asked()
    await db.transaction().execute((trx) => queuePasswordMail(trx, user))
    await asked
    await database.pool.query(`update jobs set failures = 12 where kind = 'password-mail'`)
    await eventually(async () => {
      const listed = await listFailed()
      expect(listed.slice(before.length)).toEqual([
        expect.objectContaining({ state: 'failed', reason: expect.stringContaining('to a…@f….example (') })
      ])
    })
    mailServer.behave('take')
    const access = db.selectFrom('contact_access').select('mail_state').where('contact_id', '=', user.contactId)
    await eventually(async () => expect(await access.execute()).toEqual([{ mail_state: 'failed' }]))

    const arriving = arrivingMail()
    expect(await retryJobsCommand.run(db, { kind: 'mail' }, commandContext)).toBe(1)
    await arriving
    await eventually(async () => expect(await access.execute()).toEqual([{ mail_state: 'sent' }]))
    expect(await listFailed()).toHaveLength(before.length)
  })

  test('with a secret has a new Message-ID for each try', async ({ db, newcomer, arrivingMail, idle }) => {
    const user = await newcomer()
    let arriving = arrivingMail()
    await db.transaction().execute((trx) => queuePasswordMail(trx, { ...user, asLink: true }))
    const first = (await arriving).mail
    await idle()
    // The mail server took it, but each process died before it heard of that.
    const job = db.updateTable('jobs').set({ state: 'failed' }).where('kind', '=', 'password-mail')
    await job.where('data', '@>', JSON.stringify({ contactId: user.contactId })).execute()
    arriving = arrivingMail()
    expect(await retryJobsCommand.run(db, { kind: 'mail' }, commandContext)).toBe(1)
    const second = (await arriving).mail
    expect(second.text).not.toBe(first.text)
    expect(second.messageId).not.toBe(first.messageId)
  })
})

import { expect } from 'vitest'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { test as mailTest } from '../../../../testing/server/mail-fixtures.ts'
import { openOffice } from '../../../../testing/server/office.ts'
import { queuePasswordMail } from '../../people/mail/password-mail/password-mail.ts'
import { personListCommands } from './office.command.ts'

const test = mailTest.extend('office', { scope: 'file' }, openOffice)

test('the office lists the mails to a person with kind, time, state and reason, and never what they say', async ({
  db,
  own,
  office: { ask, personKey, keyOfTwin },
  mailServer,
  setShopUser,
  idle
}) => {
  const { contact } = own.shopUsers
  await setShopUser(contact, { password_hash: null })
  const mail = () => db.transaction().execute((trx) => queuePasswordMail(trx, contact))
  const list = async (more = '') => (await ask(`/mails?contact=${personKey}${more}`)).json
  mailServer.behave({ at: 'recipient', code: 550 })
  await mail()
  await idle()
  mailServer.behave({ at: 'sender', code: 451 })
  await mail()
  const waiting = await eventually(async () => {
    const { mails } = (await list()) as { mails: { state: string; reason: string }[] }
    expect(mails[0]).toMatchObject({ state: 'queued', reason: expect.stringContaining('451') })
    return mails
  })
  expect(waiting).toHaveLength(2)
  // The second one takes the place of the first, which is dropped.
  await mail()
  mailServer.behave('take')
  await idle()
  const known = { kind: 'password-mail', notices: [], to: contact.userName, at: expect.any(String) }
  const mails = [
    { ...known, state: 'sent', reason: null },
    { ...known, state: 'dropped', reason: 'Nobody needs it any more.' },
    { ...known, state: 'failed', reason: expect.stringMatching(/a?c…@f….example .*550/) }
  ].map((one) => expect.objectContaining({ ...one, endedAt: expect.any(String) }) as unknown)
  const { cursor, ...page } = await list('&limit=2')
  expect(page).toEqual({ mails: mails.slice(0, 2), hasMore: true })
  expect(await list(`&after=${String(cursor)}`)).toMatchObject({ mails: mails.slice(2), hasMore: false })
  // Nothing of what a mail says, and so no password.
  const [first] = (await list())['mails'] as object[]
  expect(Object.keys(first ?? {}).toSorted()).toEqual(['at', 'endedAt', 'kind', 'notices', 'reason', 'state', 'to'])
  expect((await ask(`/mails?contact=${personKey}`, undefined, keyOfTwin)).status).toBe(404)
  const command = personListCommands.find(({ word }) => word === 'mails')
  const { rows } = await command!.run(db, { name: contact.userName, providerId: own.providerId }, commandContext)
  expect(rows).toEqual(mails)
})

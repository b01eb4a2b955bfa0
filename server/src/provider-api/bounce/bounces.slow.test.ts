// On both databases: the statements about mails and accesses.

import { expect } from 'vitest'
import { commandContext } from '../../../../testing/server/command-context.ts'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { test as mailTest } from '../../../../testing/server/mail-fixtures.ts'
import { openOffice } from '../../../../testing/server/office.ts'
import { addProviderKey } from '../../../../testing/server/provider-keys.ts'
import { contentOf } from '../../../../testing/server/saves.ts'
import { removeExpired } from '../../features.ts'
import { calendarAddressMail } from '../../mails/index.ts'
import { queueMail } from '../../mails/queue-mail.ts'
import { eraseCommand } from '../../operator/erase/erase.command.ts'
import { queuePasswordMail } from '../../people/mail/password-mail/password-mail.ts'
import { sendAccessCommand } from '../../people/shop-user/shop-user.command.ts'

const test = mailTest
  .extend('office', { scope: 'file' }, openOffice)
  .extend('report', ({ office }) => async (messageId: string, key?: string) => {
    const { status, json } = await office.ask('/bounces', { messageId }, key)
    return status === 204 ? status : { status, detail: json['detail'] }
  })
  /** Makes a person who has never had a password, with an admin who sees the state of the access. */
  .extend('people', ({ newCustomer, setShopUser }) => async () => {
    const { shopUsers } = await newCustomer()
    await setShopUser(shopUsers.contact, { password_hash: null })
    return shopUsers
  })
  .extend('stateOf', ({ server }) => async (admin: TestShopUser, { contactId }: TestShopUser) => {
    const { envelope } = await server.call<{ state: string }>(admin, `/contactaccess?pvaid=${contactId}`)
    return envelope.responseData.state
  })
  /** Has something mailed, and returns its Message-ID once that is written down. */
  .extend('mailed', ({ arrivingMail, idle }) => async (queue: () => Promise<unknown>) => {
    const arriving = arrivingMail()
    await queue()
    const { mail } = await arriving
    await idle()
    return mail.messageId ?? ''
  })

const unknown = { status: 404, detail: 'There is no mail with this Message-ID.' }

test('a mail that came back makes the mailbox unknown, until a later mail leaves or the address is another one', async ({
  server,
  people,
  report,
  stateOf,
  mailed,
  idle,
  db,
  office
}) => {
  const { admin, contact } = await people()
  const access = () => mailed(() => db.transaction().execute((trx) => queuePasswordMail(trx, contact)))
  const first = await access()
  expect(await stateOf(admin, contact)).toBe('sent')
  expect([await report(first), await report(first.slice(1, -1))]).toEqual([204, 204])
  expect(await stateOf(admin, contact)).toBe('bounced')
  const found = await office.ask(`/users?text=${contact.userName}`)
  expect(found.json).toMatchObject({ users: [{ emailAddress: contact.userName, access: 'bounced' }] })

  // A report that comes again, or late, says nothing of the mail that left meanwhile.
  const second = await access()
  expect(await stateOf(admin, contact)).toBe('sent')
  expect([await report(first), await stateOf(admin, contact)]).toEqual([204, 'sent'])
  expect([await report(second), await stateOf(admin, contact)]).toEqual([204, 'bounced'])

  const data = { ASP_PVAID: contact.contactId, ASP_SHOPEMAIL: `neu.${contact.userName}` }
  await server.mustSave(admin, ['PUT', '/contact'], data)
  await idle()
  expect(await stateOf(admin, contact)).not.toBe('bounced')
  await removeExpired({ db, config: commandContext.config })
  expect(await db.selectFrom('bounces').selectAll().execute()).toEqual([])
})

test('of somebody with a password the mailbox is unknown, too', async ({ people, report, stateOf, mailed, db }) => {
  const { admin, shopfull } = await people()
  const notice = () =>
    mailed(() => queueMail(db, calendarAddressMail, { providerId: shopfull.providerId, contactId: shopfull.contactId }))
  const messageId = await notice()
  expect([await report(messageId), await stateOf(admin, shopfull)]).toEqual([204, 'bounced'])
  await notice()
  expect(await stateOf(admin, shopfull)).toBe('chosen')
})

test('a Message-ID of another provider is unknown', async ({ people, report, mailed, office, db }) => {
  const { contact } = await people()
  const messageId = await mailed(() => db.transaction().execute((trx) => queuePasswordMail(trx, contact)))
  const before = await contentOf(db)
  const foreign = messageId.replace(/[0-9a-f]{8}-/, '00000000-')
  const others = ['', 'x', '<a@b>', "<password-mail.' or true@b>", foreign, messageId.replace('password', 'passwort')]
  const answers = await Promise.all([report(messageId, office.keyOfTwin), ...others.map((id) => report(`<${id}`))])
  expect(answers).toEqual(answers.map(() => unknown))
  expect(await contentOf(db)).toEqual(before)
})

test('nobody is mailed an access again by a bounce', async ({ people, report, mailed, mailServer, idle, db }) => {
  const { contact } = await people()
  const messageId = await mailed(() => db.transaction().execute((trx) => queuePasswordMail(trx, contact)))
  await report(messageId)
  const arrived = mailServer.arrived.length
  const all = { names: null, providerId: contact.providerId, again: false, perMinute: 6000 }
  await sendAccessCommand.run(db, all, commandContext)
  await idle()
  const mailedAgain = mailServer.arrived.slice(arrived).flatMap(({ recipients }) => recipients)
  expect(mailedAgain).not.toContain(contact.userName)
  const erasure = {
    customer: contact.customerNumber,
    contact: `${contact.providerId}/${contact.contactId}`,
    providerId: contact.providerId,
    dryRun: false
  }
  await eraseCommand.run(db, erasure, commandContext)
  expect(await db.selectFrom('bounces').selectAll().execute()).toEqual([])
  expect(await report(messageId)).toEqual(unknown)
})

test('the report is refused without its scope, and without a Message-ID', async ({ office, server, db, own }) => {
  const { key } = await addProviderKey(db, { providerId: own.providerId, scopes: ['mails', 'write'] })
  expect((await office.ask('/bounces', { messageId: '<a@b>' }, key)).status).toBe(403)
  for (const body of [{}, { messageId: '' }, { messageId: 'a'.repeat(999) }, { messageId: 'a', more: 1 }])
    expect((await office.ask('/bounces', body)).status).toBe(400)
  const { paths } = (await (await fetch(`${server.url}/provider/v1/openapi.json`)).json()) as { paths: object }
  expect(Object.keys(paths)).toContain('/provider/v1/bounces')
})

// On PostgreSQL alone: the embedded database has one connection, so that no two transactions are at work at once.

import { expect, onTestFinished } from 'vitest'
import { Right } from '@customer-center/contract/rights'
import { test as accessTest } from '../../../../../testing/server/access-fixtures.ts'
import { getToken, loginForm } from '../../../../../testing/server/calls.ts'
import type { TestShopUser } from '../../../../../testing/server/customer.ts'
import { eventually } from '../../../../../testing/server/eventually.ts'
import { waiting } from '../../../../../testing/server/row-locks.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { noteInstallation } from '../../../platform/database/outgoing.ts'

const test = accessTest
  .extend('put', ({ server }) => async (by: TestShopUser, of: TestShopUser, data: object) => {
    const saved = await server.save(by, ['PUT', '/contact'], { ASP_PVAID: of.contactId, ...data })
    expect(saved.code).toBe(0)
  })
  /** Takes an access away, which can be given back in time however slow the machine is. */
  .extend('remove', ({ put, db }) => async (admin: TestShopUser, contact: TestShopUser) => {
    await put(admin, contact, { ASP_SHOPRECHTE: Right.none, ASP_AKTIV: false })
    const removal = db
      .updateTable('jobs')
      .set({ due_at: new Date('2099-01-01') })
      .where('kind', '=', 'passkey-removal')
    await removal.where('data', '@>', JSON.stringify({ contactId: contact.contactId })).execute()
  })
  /** Moves the next try of a mail that the mail server has put off. */
  .extend('moveMail', ({ database }) => (to: TestShopUser, due: string, kind = 'password-mail') => {
    const move = `update jobs set due_at = $1
      where kind = $2 and state = 'waiting' and attempts > 0 and (data->>'contactId')::int = $3`
    return eventually(async () => expect((await database.pool.query(move, [due, kind, to.contactId])).rowCount).toBe(1))
  })
  .extend('putOff', ({ mailServer, send, moveMail }) => async (admin: TestShopUser, contact: TestShopUser) => {
    mailServer.behave({ at: 'sender', code: 451 })
    await send(admin, contact)
    await moveMail(contact, '2099-01-01')
  })
  /** Expects that a person is mailed a password, and logs in with it. */
  .extend('logsIn', ({ mailed, server, from }) => async (user: TestShopUser) => {
    const password = await mailed(user)
    expect((await getToken(server.url, loginForm(user, password), from)).status).toBe(200)
  })
  .extend('jobsOf', ({ db }) => ({ contactId }: TestShopUser, kind: string) => {
    const jobs = db.selectFrom('jobs').select(['state', 'reason']).where('kind', '=', kind)
    return jobs.where('data', '@>', JSON.stringify({ contactId })).execute()
  })
  /** Locks rows of a person, until the returned function is called. */
  .extend('lock', ({ database }) => async (select: string, { contactId }: TestShopUser) => {
    const client = await database.pool.connect()
    onTestFinished(() => client.release(true))
    await client.query('begin')
    await client.query(select, [contactId])
    return () => client.query('commit')
  })

const givenBack = { ASP_SHOPRECHTE: Right.contact, ASP_AKTIV: true }
const dropped = { state: 'completed', reason: 'Nobody needs it any more.' }

test('a dropped mail comes with the access', async ({
  newShopUsers,
  send,
  put,
  remove,
  logsIn,
  mailServer,
  jobsOf,
  stateOf
}) => {
  const { admin, contact } = await newShopUsers()
  mailServer.behave({ at: 'sender', code: 451 })
  const asked = mailServer.asked()
  await send(admin, contact)
  await asked
  await remove(admin, contact)
  await eventually(async () => expect(await jobsOf(contact, 'password-mail')).toEqual([dropped]))
  mailServer.behave('take')
  await put(admin, contact, givenBack)
  // The passkeys of somebody who may log in again stay.
  expect(await jobsOf(contact, 'passkey-removal')).toEqual([])
  await logsIn(contact)
  await eventually(async () => expect((await stateOf(admin, contact)).state).toBe('sent'))
})

test('an access that is taken back brings its dropped mail, though one for a forgotten password waits', async ({
  server,
  newShopUsers,
  put,
  remove,
  putOff,
  logsIn,
  mailServer,
  moveMail,
  jobsOf,
  from
}) => {
  const { admin, contact } = await newShopUsers()
  await putOff(admin, contact)
  const { userName: emailAddress, customerNumber } = contact
  await server.mustSave(from, ['POST', '/passwordreset'], { emailAddress, customerNumber })
  await moveMail(contact, '2099-01-01', 'password-reset-mail')
  await remove(admin, contact)
  await moveMail(contact, '2026-01-01')
  await eventually(async () => expect(await jobsOf(contact, 'password-mail')).toEqual([dropped]))
  mailServer.behave('take')
  await put(admin, contact, givenBack)
  await logsIn(contact)
})

test('an access that is taken back while its mail is just being dropped brings the mail all the same', async ({
  newShopUsers,
  put,
  remove,
  putOff,
  logsIn,
  mailServer,
  moveMail,
  lock,
  database
}) => {
  const { admin, contact } = await newShopUsers()
  await putOff(admin, contact)
  mailServer.behave('take')
  const unlock = await lock('select from password_mails where contact_id = $1 for share', contact)
  await remove(admin, contact)
  await moveMail(contact, '2026-01-01')
  // The run has found no right, and waits before it deletes its mail.
  await eventually(async () => expect(await waiting(database)).toBe(1))
  let isOver = false
  const over = put(admin, contact, givenBack).finally(() => (isOver = true))
  await eventually(async () => expect(isOver || (await waiting(database)) === 2).toBe(true))
  await unlock()
  await over
  await logsIn(contact)
})

test('an access that is taken back just when its mail is due brings that mail', async ({
  newShopUsers,
  send,
  put,
  remove,
  putOff,
  logsIn,
  mailServer,
  mailed,
  moveMail,
  lock,
  database,
  db
}) => {
  const [{ admin, contact }, others] = [await newShopUsers(), await newShopUsers()]
  await putOff(admin, contact)
  mailServer.behave('take')
  await remove(admin, contact)
  // The workers begin when the access is half given back.
  await noteInstallation(database, readConfig({ OUTGOING_ON_HOLD: 'true' }))
  await moveMail(contact, '2026-01-01')
  const unlock = await lock('select from shop_users where contact_id = $1 for update', contact)
  const over = put(admin, contact, givenBack)
  await eventually(async () => expect(await waiting(database)).toBe(1))
  await db.updateTable('outgoing').set({ held_because: null }).execute()
  await send(others.admin, others.contact)
  await mailed(others.contact)
  await unlock()
  await over
  await logsIn(contact)
})

test('an access given back at a new address is mailed there', async ({
  newShopUsers,
  send,
  put,
  remove,
  logsIn,
  mailed
}) => {
  const { admin, contact } = await newShopUsers()
  await send(admin, contact)
  await mailed(contact)
  await remove(admin, contact)
  const renamed = { ...contact, userName: `neu.${contact.userName}` }
  await put(admin, contact, { ASP_SHOPEMAIL: renamed.userName })
  await put(admin, contact, givenBack)
  await logsIn(renamed)
})

test('an access that is taken back while its mail is on the way brings no other one', async ({
  newShopUsers,
  send,
  put,
  remove,
  mailServer,
  mailed,
  server,
  from,
  stateOf
}) => {
  const { admin, contact } = await newShopUsers()
  mailServer.behave('take silently')
  await send(admin, contact)
  const password = await mailed(contact)
  await remove(admin, contact)
  await put(admin, contact, givenBack)
  expect((await stateOf(admin, contact)).state).toBe('queued')
  expect((await getToken(server.url, loginForm(contact, password), from)).status).toBe(200)
})

import { sql } from 'kysely'
import { expect } from 'vitest'
import { commandContext } from '../../../testing/server/command-context.ts'
import type { TestShopUser } from '../../../testing/server/customer.ts'
import { eventually } from '../../../testing/server/eventually.ts'
import { test as mailTest } from '../../../testing/server/mail-fixtures.ts'
import { passkeyMail } from '../account/passkey/passkey-mail.ts'
import { emailAnnouncementMail } from '../people/mail/email-change/email-change-mail.ts'
import { storeEmailChange } from '../people/mail/email-change/email-change.repository.ts'
import { passwordChangedMail } from '../people/mail/password-mail/password-mail.ts'
import { sendResetCommand } from '../people/shop-user/shop-user.command.ts'
import { queueMail } from './queue-mail.ts'

let addresses = 0

const test = mailTest
  .extend(
    'settings',
    { scope: 'file' },
    { publicUrl: 'https://center.example', trustProxy: ['127.0.0.1'], passwordMail: 'link' as const }
  )
  .extend('mailsTo', ({ mailServer }) => (address: string) => {
    return mailServer.arrived.flatMap(({ recipients, mail }) => (recipients.includes(address) ? [mail] : []))
  })
  /** Resolves when nothing is left to do but what waits for a turn. */
  .extend('quiet', ({ database }) => () => {
    return eventually(async () => {
      const waiting = `select from jobs where ended_at is null and (state = 'running' or due_at <= now())`
      expect((await database.pool.query(waiting)).rows).toHaveLength(0)
    })
  })
  .extend('waitingHours', ({ db }) => async ({ contactId }: TestShopUser) => {
    const { rows } = await sql<{ name: string; hours: number }>`
      select kind as name, extract(epoch from due_at - now())::float8 / 3600 as hours
      from jobs where state = 'waiting' and data->>'contactId' = ${String(contactId)}`.execute(db)
    return rows
  })
  .extend('passTime', ({ db }) => async () => {
    await sql`update jobs set due_at = now() where state = 'waiting'`.execute(db)
  })
  /** Asks from an address of its own each time. */
  .extend('askReset', ({ server }) => async ({ userName, customerNumber }: TestShopUser) => {
    const from = { 'x-forwarded-for': `10.9.${++addresses}.1` }
    const data = { emailAddress: userName, customerNumber }
    await server.mustSave(from, ['POST', '/passwordreset'], data)
  })

test('changes of a password are told four times at once, and the others in one mail, with nothing refused or lost', async ({
  server,
  shopUsers: { contact },
  mailsTo,
  quiet,
  waitingHours,
  passTime
}) => {
  for (let count = 0; count < 7; count += 1) {
    const changed = { WSU_PASSWORT: `Losung-der-Woche-${count}` }
    await server.mustSave(contact, ['PUT', '/webshopuser'], changed)
  }
  await quiet()
  expect(mailsTo(contact.userName)).toHaveLength(4)
  const [waiting, ...more] = await waitingHours(contact)
  expect(more).toEqual([])
  expect(waiting?.name).toBe('collected-mail')
  expect(waiting?.hours).toBeLessThanOrEqual(4)
  await passTime()
  await quiet()
  const mails = mailsTo(contact.userName)
  expect(mails).toHaveLength(5)
  expect(mails[4]?.subject).toBe('Mehrere Nachrichten aus dem Kundencenter')
  expect(mails[4]?.text?.match(/Uhr: Ihr Passwort wurde geändert$/gm)).toHaveLength(3)
})

test('a collected mail says what each mail would say', async ({
  shopUsers: { contact },
  db,
  server,
  mailsTo,
  quiet,
  passTime
}) => {
  const { providerId, contactId, userName } = contact
  await db.transaction().execute(async (trx) => {
    for (let count = 0; count < 4; count += 1) await queueMail(trx, passwordChangedMail, { providerId, contactId })
    await queueMail(trx, passkeyMail, { providerId, contactId, passkeyName: 'Telefon von Eva' })
    const changeId = await storeEmailChange(trx, { providerId, contactId }, 'neu@anderswo.example')
    await queueMail(trx, emailAnnouncementMail, { providerId, contactId, changeId })
  })
  await quiet()
  await passTime()
  await quiet()
  const { text = '' } = mailsTo(userName)[4] ?? {}
  for (const said of ['Ein Passkey für Ihren Zugang wurde angelegt', 'Gerät: Telefon von Eva', 'Neu: n…@a….example'])
    expect(text).toContain(said)
  const [, link = ''] = /^https:\/\/center\.example(\/e-mail\/[\w-]{43})$/m.exec(text) ?? []
  expect(await (await fetch(server.url + link)).text()).toContain('n…@a….example')
})

test('what the address asked for itself, others’ accesses and notices take no turns from each other', async ({
  server,
  shopUsers: { contact, admin },
  db,
  mailsTo,
  quiet,
  askReset,
  setShopUser
}) => {
  const { providerId, contactId, userName } = contact
  for (let count = 0; count < 5; count += 1) {
    await askReset(contact)
    await db.transaction().execute((trx) => queueMail(trx, passwordChangedMail, { providerId, contactId }))
  }
  await quiet()
  expect(mailsTo(userName)).toHaveLength(8)
  await setShopUser(contact, { password_hash: null })
  const access = await server.save(admin, ['POST', '/contactaccess/send'], { pvaid: contactId })
  expect(access.code).toBe(0)
  await quiet()
  expect(mailsTo(userName)).toHaveLength(9)
})

test('confirmations count together for one address', async ({ server, newCustomer, mailsTo, quiet }) => {
  const to = 'opfer@ziel.example'
  const statuses: number[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    const headers = await server.headersOf((await newCustomer()).shopUsers.contact)
    statuses.push((await server.save(headers, ['PUT', '/webshopuser'], { WSU_EMAIL: to })).status)
    statuses.push((await server.save(headers, ['POST', '/emailchange/resend'], {})).status)
  }
  await quiet()
  expect(mailsTo(to)).toHaveLength(4)
  expect(statuses).toEqual([200, 200, 200, 200, 429, 404])
})

test('whatever strangers ask, the owner’s own request is mailed four hours later at most, for each access; the log tells of queued mails alone', async ({
  newCustomer,
  server,
  setShopUser,
  mailsTo,
  quiet,
  askReset,
  waitingHours,
  passTime
}) => {
  const [first, second] = [(await newCustomer()).shopUsers.admin, (await newCustomer()).shopUsers.contact]
  const userName = 'zwei@firma.example'
  for (const user of [first, second]) await setShopUser(user, { email_address: userName })
  for (let count = 0; count < 30; count += 1) await askReset({ ...first, userName })
  await askReset({ ...second, userName })
  await quiet()
  expect(mailsTo(userName)).toHaveLength(4)
  const waiting = [...(await waitingHours(first)), ...(await waitingHours(second))]
  expect(waiting.map(({ name }) => name)).toEqual(['password-reset-mail'])
  expect(waiting[0]?.hours).toBeLessThanOrEqual(4)
  const noted = server
    .log()
    .split('\n')
    .filter((line) => line.includes('"access-mailed"'))
  expect(noted.filter((line) => line.includes(`"${first.providerId}/${first.contactId}"`))).toHaveLength(5)
  expect(noted.filter((line) => line.includes(`"${second.providerId}/${second.contactId}"`))).toEqual([])
  await passTime()
  await quiet()
  const mails = mailsTo(userName)
  expect(mails).toHaveLength(5)
  for (const { customerNumber } of [first, second]) expect(mails[4]?.text).toContain(customerNumber)
})

test('a reset by the office that waits for a turn is for each access of the address, so that no request behind it is in vain', async ({
  newCustomer,
  setShopUser,
  db,
  settings,
  mailsTo,
  quiet,
  askReset,
  passTime
}) => {
  const [first, second, third] = [
    (await newCustomer()).shopUsers.admin,
    (await newCustomer()).shopUsers.contact,
    (await newCustomer()).shopUsers.contact
  ]
  const userName = 'drei@firma.example'
  for (const user of [first, second, third]) await setShopUser(user, { email_address: userName })
  const context = { ...commandContext, config: { ...commandContext.config, ...settings } }
  const reset = ({ providerId, contactId }: TestShopUser) =>
    sendResetCommand.run(db, { name: `${providerId}/${contactId}`, providerId: null }, context)
  for (let count = 0; count < 5; count += 1) await reset(first)
  await reset(second)
  await askReset({ ...third, userName })
  await quiet()
  expect(mailsTo(userName)).toHaveLength(4)
  await passTime()
  await quiet()
  const mails = mailsTo(userName)
  expect(mails).toHaveLength(5)
  for (const { customerNumber } of [first, second, third]) expect(mails[4]?.text).toContain(customerNumber)
})

test('a link of an invitation is neither replaced nor shortened by a request for a reset', async ({
  shopUsers: { admin, contact },
  setShopUser,
  db,
  server,
  mailsTo,
  quiet,
  askReset
}) => {
  await setShopUser(contact, { password_hash: null })
  await server.save(admin, ['POST', '/contactaccess/send'], { pvaid: contact.contactId })
  await quiet()
  const ends = () =>
    sql<{ hours: number }>`
      select round(extract(epoch from expires_at - now()) / 3600)::int as hours from password_mails
      where contact_id = ${contact.contactId} order by 1`.execute(db)
  await askReset(contact)
  await quiet()
  expect((await ends()).rows).toEqual([{ hours: 1 }, { hours: 72 }])
  const linkIn = (text = '') => /^https:\/\/center\.example(\/passwort\/[\w-]{43})$/m.exec(text)?.[1] ?? ''
  for (const { text } of mailsTo(contact.userName)) expect((await fetch(server.url + linkIn(text))).status).toBe(200)
})

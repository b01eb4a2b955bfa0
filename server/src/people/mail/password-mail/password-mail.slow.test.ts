import { describe, expect } from 'vitest'
import { call, getToken, loginForm } from '../../../../../testing/server/calls.ts'
import type { TestShopUser } from '../../../../../testing/server/customer.ts'
import { databaseText } from '../../../../../testing/server/database-text.ts'
import { eventually } from '../../../../../testing/server/eventually.ts'
import { test as mailTest } from '../../../../../testing/server/mail-fixtures.ts'
import { changeRows, readRow } from '../../../../../testing/server/rows.ts'
import { queuePasswordMail } from './password-mail.ts'

function passwordIn(text: string | undefined): string {
  return /^Passwort: (\S+)$/m.exec(text ?? '')?.[1] ?? ''
}

const test = mailTest
  .extend('settings', { scope: 'file' }, { shopUrl: 'https://shop.example/center' })
  .extend('stored', ({ db }) => {
    return ({ providerId, contactId }: TestShopUser) =>
      readRow(db, 'shop_users', { provider_id: providerId, contact_id: contactId })
  })
  .extend('ask', ({ db }) => {
    return (user: TestShopUser) => db.transaction().execute((trx) => queuePasswordMail(trx, user))
  })

describe('a generated password', () => {
  test('comes once, in German, and logs in', async ({ server, mailServer, newcomer, stored, ask, idle }) => {
    const user = await newcomer()
    const before = mailServer.arrived.length
    await ask(user)
    const { recipients, mail, raw } = await mailServer.mail(before + 1)
    expect(recipients).toEqual([user.userName])
    expect(mail.to).toEqual([{ name: '', address: user.userName }])
    expect(mail.from).toEqual({ name: 'Akademie', address: 'kundencenter@akademie.example' })
    expect(mail.subject).toBe('Ihr Zugang zum Kundencenter')
    expect(raw).toMatch(/^Content-Type: text\/plain; charset=utf-8/im)
    expect(raw).toMatch(/^Content-Type: text\/html; charset=utf-8/im)
    const password = passwordIn(mail.text)
    expect(password).toMatch(/^[a-hj-km-np-zA-HJ-NP-Z2-9]{8}$/)
    for (const part of [mail.text, mail.html]) {
      for (const said of ['Guten Tag Anna admin', user.customerNumber, user.userName, password, '72 Stunden'])
        expect(part).toContain(said)
      expect(part).toContain('https://shop.example/center')
    }
    const shopUser = await stored(user)
    expect(shopUser.password_must_change).toBe(true)
    const hours = (Number(shopUser.password_expires_at) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(71.9)
    expect(hours).toBeLessThan(72.1)
    expect((await getToken(server.url, loginForm(user, password))).status).toBe(200)
    await idle()
    expect(mailServer.arrived).toHaveLength(before + 1)
  })

  test('is in its mail, not in database or log', async ({ database, server, newcomer, ask, idle, arrivingMail }) => {
    const user = await newcomer()
    const arriving = arrivingMail()
    await ask(user)
    const password = passwordIn((await arriving).mail.text)
    expect(password).toHaveLength(8)
    await idle()
    const texts = await databaseText(database)
    expect(texts).toContain(user.userName)
    expect(texts).not.toContain(password)
    expect(server.log()).toContain('a job is done')
    expect(server.log()).not.toContain(password)
    expect(server.log()).not.toContain('@')
  })

  test('is not sent when its transaction is rolled back', async ({ db, mailServer, newcomer, ask, idle }) => {
    const user = await newcomer()
    const before = mailServer.arrived.length
    await db
      .transaction()
      .execute(async (trx) => {
        await queuePasswordMail(trx, user)
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    const other = await newcomer()
    await ask(other)
    await mailServer.mail(before + 1)
    await idle()
    expect(mailServer.arrived.slice(before).map(({ recipients }) => recipients)).toEqual([[other.userName]])
  })

  test('asked for twice at once comes once', async ({ db, mailServer, newcomer, idle }) => {
    const user = await newcomer()
    const before = mailServer.arrived.length
    await db.transaction().execute(async (trx) => {
      await queuePasswordMail(trx, user)
      await queuePasswordMail(trx, user)
    })
    await mailServer.mail(before + 1)
    await idle()
    expect(mailServer.arrived).toHaveLength(before + 1)
  })

  test('waits for a mail server, and comes once', async ({
    server,
    database,
    mailServer,
    newcomer,
    stored,
    ask,
    idle
  }) => {
    const user = await newcomer()
    const before = mailServer.arrived.length
    await mailServer.close()
    await ask(user)
    // The second run, which makes another password, begins when the first one's has been read.
    const moveTo = (due: string) =>
      database.pool.query(`update jobs set due_at = $1 where state = 'waiting' and failures > 0`, [due])
    await eventually(async () => expect((await moveTo('2099-01-01')).rowCount).toBe(1))
    const first = (await stored(user)).password_hash
    await mailServer.open()
    await moveTo('2026-01-01')
    const { mail } = await mailServer.mail(before + 1)
    await idle()
    expect(mailServer.arrived).toHaveLength(before + 1)
    expect((await stored(user)).password_hash).not.toBe(first)
    expect((await getToken(server.url, loginForm(user, passwordIn(mail.text)))).status).toBe(200)
  })

  test.for([
    ['has lost the right', { rights: 0 }],
    ['has got a password meanwhile', { password_hash: 'another' }]
  ] as const)('is not sent to somebody who %s', async ([_what, values], { db, mailServer, newcomer, stored, idle }) => {
    const user = await newcomer()
    const before = mailServer.arrived.length
    await db.transaction().execute(async (trx) => {
      await queuePasswordMail(trx, user)
      await changeRows(trx, 'shop_users', { contact_id: user.contactId }, values)
    })
    await idle()
    expect(mailServer.arrived).toHaveLength(before)
    expect((await stored(user)).password_hash).toBe('password_hash' in values ? 'another' : null)
  })

  test('is not sent to somebody who has become inactive', async ({ db, mailServer, newcomer, idle }) => {
    const user = await newcomer()
    const before = mailServer.arrived.length
    await db.transaction().execute(async (trx) => {
      await queuePasswordMail(trx, user)
      await changeRows(trx, 'contacts', { contact_id: user.contactId }, { active: false })
    })
    await idle()
    expect(mailServer.arrived).toHaveLength(before)
  })

  test.for(['recipient', 'data'] as const)(
    'that the mail server refuses for ever (%s) is given up, logged for operators without the address, and taken back',
    async (at, { server, mailServer, newcomer, stored, ask, idle }) => {
      const user = await newcomer()
      const before = server.log().length
      mailServer.behave({ at, code: 550 })
      await ask(user)
      await idle()
      mailServer.behave('take')
      const log = server.log().slice(before)
      expect(log).toContain('a job is given up')
      expect(log).toContain(`"contactId":${user.contactId}`)
      expect(log).not.toContain('it is tried again')
      expect(log.replaceAll('to a…@f….example', 'masked')).not.toContain('@')
      expect(await stored(user)).toMatchObject({ password_hash: null, password_must_change: false })
    }
  )

  test('is tried again when the mail server refuses for now', async ({ server, mailServer, newcomer, ask, idle }) => {
    const user = await newcomer()
    const before = mailServer.arrived.length
    const logged = server.log().length
    mailServer.behave({ at: 'sender', code: 550 })
    await ask(user)
    await eventually(() => expect(server.log().slice(logged)).toContain('it is tried again'))
    mailServer.behave('take')
    await mailServer.mail(before + 1)
    await idle()
    expect(mailServer.arrived).toHaveLength(before + 1)
  })

  test.for([
    ['a line break', 'opfer@firma.example\r\nBcc: fremd@boese.example'],
    ['a comma', 'opfer@firma.example,fremd@boese.example'],
    ['a bracket', 'Opfer <fremd@boese.example>'],
    ['a letter that looks like another', 'opfer@firmа.example'],
    ['a space', 'opfer@firma.example fremd@boese.example'],
    ['a quoted local part', '"opfer fremd"@boese.example']
  ])(
    'never leaves for an address with %s',
    async ([_what, address], { server, mailServer, newcomer, setShopUser, ask, idle }) => {
      const user = await newcomer()
      const before = mailServer.arrived.length
      const logged = server.log().length
      await setShopUser(user, { email_address: address })
      await ask(user)
      await idle()
      expect(mailServer.arrived).toHaveLength(before)
      expect(server.log().slice(logged)).toContain('a job is given up')
    }
  )

  test('reaches and says nothing else, whatever names are', async ({ db, newcomer, ask, arrivingMail }) => {
    const user = await newcomer()
    const hostile = 'Eva\r\nBcc: fremd@boese.example\r\n\r\n<script>x</script>\u202e, "z" <fremd@boese.example>'
    await changeRows(db, 'persons', { person_id: user.personId }, { first_name: hostile })
    await changeRows(db, 'providers', { provider_id: user.providerId }, { name: hostile })
    const number = `${user.customerNumber} <script>y</script>`
    await changeRows(db, 'customers', { customer_id: user.customerId }, { number })
    const arriving = arrivingMail()
    await ask(user)
    const { recipients, mail, raw } = await arriving
    await changeRows(db, 'providers', { provider_id: user.providerId }, { name: 'Akademie' })
    expect(recipients).toEqual([user.userName])
    expect(mail.bcc ?? []).toEqual([])
    expect(mail.cc ?? []).toEqual([])
    expect(mail.from?.address).toBe('kundencenter@akademie.example')
    const [headers = ''] = raw.split('\r\n\r\n')
    expect(headers).toContain('Subject:')
    expect(headers).not.toMatch(/^Bcc:/im)
    expect(mail.html).not.toContain('<script>')
    expect(mail.text).not.toMatch(/^Bcc:/m)
    expect(mail.text).not.toContain('\u202e')
    expect(passwordIn(mail.text)).toHaveLength(8)
  })

  test('has a Message-ID that names its job', async ({ newcomer, ask, arrivingMail }) => {
    const user = await newcomer()
    const arriving = arrivingMail()
    await ask(user)
    expect((await arriving).mail.messageId).toMatch(
      /^<password-mail\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d{1,9}@akademie\.example>$/
    )
  })

  test('does not hold up the calls of others', async ({ server, mailServer, newcomer, ask }) => {
    mailServer.behave('hang')
    const user = await newcomer()
    const asked = mailServer.asked()
    await ask(user)
    await asked
    expect((await call(server.url, '/getApiVersion')).status).toBe(200)
    mailServer.behave('take')
  })
})

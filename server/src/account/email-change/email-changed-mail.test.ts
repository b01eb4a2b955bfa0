import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/connection.ts'
import { addCompany, addTwin, type TestUser } from '../../testing/company.ts'
import { testDatabases } from '../../testing/test-database.ts'
import { type Arrived, type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { startMailApp, type TestMailApp } from '../../testing/mail-fixtures.ts'
import { queueEmailChangedMail } from './queue-email-changed-mail.ts'

describe.each(testDatabases())('a changed e-mail address ($name)', ({ open }) => {
  let database: Database
  let server: TestMailApp
  let mailServer: MailServer
  let user: TestUser
  let twin: TestUser

  beforeAll(async () => {
    database = await open()
    mailServer = await startMailServer()
    server = await startMailApp(database, mailServer)
    const own = await addCompany(database.db, 1000)
    user = own.users.contact
    twin = (await addTwin(database.db, own)).users.contact
    const provider = { phone_number: '+43 732 1234', email_address: 'office@akademie.example' }
    await database.db.updateTable('providers').set(provider).where('company', '=', 1).execute()
    const other = { name: 'Institut', email_address: 'office@institut.example' }
    await database.db.updateTable('providers').set(other).where('company', '=', 2).execute()
  })
  afterAll(async () => {
    await server.close()
    await mailServer.close()
    await database.close()
  })

  /** What leaves when the address was changed from `oldAddress`. */
  function change(oldAddress: string, newAddress: string, { company, pvaid } = user): Promise<Arrived> {
    const arriving = mailServer.mail(mailServer.arrived.length + 1)
    return database.db
      .transaction()
      .execute(async (trx) => {
        const shopUser = trx.updateTable('shop_users').where('company', '=', company).where('pvaid', '=', pvaid)
        await shopUser.set({ email_address: newAddress }).execute()
        await queueEmailChangedMail(trx, { company, pvaid, oldAddress })
      })
      .then(() => arriving)
  }

  test('is announced to the old one: what, when, and whom to ask, but not the new one', async () => {
    const { recipients, mail } = await change(user.userName, 'neue.adresse@anderswo.example')
    expect(recipients).toEqual([user.userName])
    expect(mail.subject).toBe('Ihre E-Mail-Adresse im Kundencenter wurde geändert')
    expect(mail.replyTo).toEqual([{ name: '', address: 'office@akademie.example' }])
    const day = new Intl.DateTimeFormat('de-AT', {
      timeZone: 'Europe/Vienna',
      day: '2-digit',
      month: '2-digit',
      year: 'numeric'
    })
    for (const part of [mail.text, mail.html]) {
      for (const said of [user.userName, 'n…@a….example', day.format(new Date()), 'Akademie', '+43 732 1234'])
        expect(part).toContain(said)
      expect(part).not.toContain('neue.adresse')
      expect(part).not.toContain('anderswo')
    }
  })

  test('is announced in the name of its provider, where another one has the same numbers', async () => {
    const { mail } = await change(twin.userName, 'zwilling@neu.example', twin)
    expect([mail.from?.name, mail.replyTo]).toEqual(['Institut', [{ name: '', address: 'office@institut.example' }]])
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('z…@n….example')
      expect(part).not.toMatch(/Akademie|\+43 732 1234/)
    }
  })

  test('is announced with one Message-ID however often the mail is tried', async () => {
    mailServer.behave({ at: 'sender', code: 451 })
    const asked = mailServer.asked()
    const told = change('alt@firma.example', 'neu@firma.example')
    await asked
    mailServer.behave('take')
    const { mail } = await told
    expect(mail.messageId).toMatch(/^<email-changed-mail\.[0-9a-f-]{36}@akademie\.example>$/)
  })
})

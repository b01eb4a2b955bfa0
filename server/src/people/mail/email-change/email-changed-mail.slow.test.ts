import { describe, expect } from 'vitest'
import type { TestShopUser } from '../../../../../testing/server/customer.ts'
import { test as mailTest } from '../../../../../testing/server/mail-fixtures.ts'
import type { Arrived } from '../../../../../testing/server/mail-server.ts'
import { changeRows } from '../../../../../testing/server/rows.ts'
import { queueMail } from '../../../mails/queue-mail.ts'
import { emailChangedMail } from './email-change-mail.ts'

const test = mailTest
  .extend('user', { scope: 'file' }, ({ own }) => own.shopUsers.contact)
  /** Returns the mail that leaves when the address was changed from `oldAddress`. */
  .extend('change', ({ db, mailServer }) => {
    return async (
      { providerId, contactId }: TestShopUser,
      oldAddress: string,
      newAddress: string
    ): Promise<Arrived> => {
      const arriving = mailServer.mail(mailServer.arrived.length + 1)
      await db.transaction().execute(async (trx) => {
        const shopUser = trx
          .updateTable('shop_users')
          .where('provider_id', '=', providerId)
          .where('contact_id', '=', contactId)
        await shopUser.set({ email_address: newAddress }).execute()
        await queueMail(trx, emailChangedMail, { providerId, contactId, to: oldAddress })
      })
      return arriving
    }
  })

describe('a changed e-mail address', () => {
  test.beforeAll(async ({ db, own: _own, twin: _twin }) => {
    const provider = { phone_number: '+43 732 1234', email_address: 'office@akademie.example' }
    await changeRows(db, 'providers', { provider_id: 1 }, provider)
    const other = { name: 'Institut', email_address: 'office@institut.example' }
    await changeRows(db, 'providers', { provider_id: 2 }, other)
  })

  test('is announced to the old one: what, when, and whom to ask, but not the new one', async ({ user, change }) => {
    const format = new Intl.DateTimeFormat('de-AT', {
      timeZone: 'Europe/Vienna',
      day: '2-digit',
      month: '2-digit',
      year: 'numeric'
    })
    const today = () => format.format(new Date())
    const before = today()
    const { recipients, mail } = await change(user, user.userName, 'neue.adresse@anderswo.example')
    expect(recipients).toEqual([user.userName])
    expect(mail.subject).toBe('Ihre E-Mail-Adresse im Kundencenter wurde geändert')
    expect(mail.replyTo).toEqual([{ name: '', address: 'office@akademie.example' }])
    for (const part of [mail.text, mail.html]) {
      for (const said of [user.userName, 'n…@a….example', 'Akademie', '+43 732 1234']) expect(part).toContain(said)
      expect(part).toMatch(new RegExp(`${before}|${today()}`))
      expect(part).not.toContain('neue.adresse')
      expect(part).not.toContain('anderswo')
    }
  })

  test('is announced in the name of its provider, where another one has the same numbers', async ({ twin, change }) => {
    const other = twin.shopUsers.contact
    const { mail } = await change(other, other.userName, 'zwilling@neu.example')
    expect([mail.from?.name, mail.replyTo]).toEqual(['Institut', [{ name: '', address: 'office@institut.example' }]])
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('z…@n….example')
      expect(part).not.toMatch(/Akademie|\+43 732 1234/)
    }
  })

  test('is announced with one Message-ID however often the mail is tried', async ({ mailServer, user, change }) => {
    mailServer.behave({ at: 'sender', code: 451 })
    const asked = mailServer.asked()
    const sent = change(user, 'alt@firma.example', 'neu@firma.example')
    await asked
    mailServer.behave('take')
    const { mail } = await sent
    expect(mail.messageId).toMatch(/^<email-changed-mail\.[0-9a-f-]{36}@akademie\.example>$/)
  })
})

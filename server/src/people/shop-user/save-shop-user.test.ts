import { describe, expect } from 'vitest'
import { contactFields } from '@customer-center/contract/contact'
import { BusinessError } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import { everyRight, Right } from '@customer-center/contract/rights'
import { saveShopUserSchema } from '@customer-center/contract/shop-user'
import { notWritable, test as serverTest } from '../../../../testing/server/contact-fixtures.ts'
import { addCustomer, testPassword, type TestShopUser } from '../../../../testing/server/customer.ts'
import { auditOf, contentOf } from '../../../../testing/server/saves.ts'
import type { StoredContact } from '../customer/contact/contact.repository.ts'
import { shopUserChange } from './save-shop-user.ts'

let next = 1000

const test = serverTest
  .extend('fresh', ({ db }) => {
    return () => addCustomer(db, (next += 10))
  })
  .extend('put', ({ server }) => {
    return (headers: Record<string, string>, data: WireRow) => server.save(headers, ['PUT', '/webshopuser'], data)
  })
  .extend('refused', ({ saves, db, put }) => async (by: TestShopUser, data: WireRow) => {
    const headers = await saves.sessionOf(by)
    const before = await contentOf(db)
    const { status, code, errors } = await put(headers, data)
    expect(await contentOf(db)).toEqual(before)
    expect(await saves.isAlive(headers)).toBe(true)
    return [status, code, errors[0]]
  })

describe('saving one’s own shop user', () => {
  test.for(everyRight)(
    '%s changes their own password: this session goes on, every other one ends',
    async (right, { fresh, put, saves, db, server }) => {
      const user = (await fresh()).shopUsers[right]
      const [kept, ended] = [await server.headersOf(user), await server.headersOf(user)]
      const answer = await put(kept, { WSU_PASSWORT: 'Neu-4711', VERSION: 1 })
      expect(saveShopUserSchema.data.parse(answer.data)).toMatchObject({
        WSU_EMAIL: user.userName,
        WSU_RECHTE: Right[right],
        VERSION: 2
      })
      expect([await saves.isAlive(kept), await saves.isAlive(ended)]).toEqual([true, false])
      expect([await saves.login(user), await saves.login(user, 'Neu-4711')]).toEqual([401, 200])
      const [entry] = await auditOf(db, user)
      expect(entry).toMatchObject({
        resource: 'shop-user',
        contactId: user.contactId,
        changes: { WSU_PASSWORT: { set: true } }
      })
      expect(answer.text + server.log()).not.toContain('Neu-4711')
    }
  )

  test.for(everyRight)(
    '%s changes their own e-mail address: every session ends and the old address is informed',
    async (right, { server, fresh, put, saves, db }) => {
      const { shopUsers } = await fresh()
      const user = shopUsers[right]
      const [one, two] = [await server.headersOf(user), await server.headersOf(user)]
      const neu = `neu-${user.contactId}@firma.example`
      expect((await put(one, { WSU_EMAIL: ` ${neu} `, WSU_PASSWORT: '' })).data?.['WSU_EMAIL']).toBe(neu)
      expect([await saves.isAlive(one), await saves.isAlive(two)]).toEqual([false, false])
      expect([await saves.login(user), await saves.login(user, testPassword, neu)]).toEqual([401, 200])
      expect(await saves.mails(user.contactId)).toEqual([['email-changed-mail', user.userName]])
      const reader = right === 'admin' ? shopUsers.shopfull : shopUsers.admin
      const all = { ASP_SHOPEMAIL: neu, ASP_EMAIL: neu, ASP_ANZEIGEEMAIL: neu, VERSION: 2 }
      expect(await saves.read(reader, user.contactId)).toMatchObject(all)
      expect((await auditOf(db, user))[0]?.changes['WSU_EMAIL']).toEqual({ old: user.userName, new: neu })
    }
  )

  test('a taken address and a short password are refused, each with its sentence', async ({ fresh, refused }) => {
    const { admin, contact } = (await fresh()).shopUsers
    const taken = 'Diese E-Mail-Adresse wird in Ihrem Unternehmen schon verwendet.'
    const name = admin.userName.toUpperCase()
    expect(await refused(contact, { WSU_EMAIL: name })).toEqual([200, BusinessError.emailTaken, taken])
    const short = 'Passwort muss mindestens 6 Zeichen lang sein'
    expect(await refused(contact, { WSU_PASSWORT: 'fünf5' })).toEqual([200, BusinessError.passwordTooShort, short])
    expect(await refused(contact, { WSU_RECHTE: 1, WSU_PASSWORT: 'Neu-4711' })).toEqual(notWritable('WSU_RECHTE'))
    expect((await refused(contact, { WSU_PASSWORT: 'Neu-4711', VERSION: 7 }))[1]).toBe(BusinessError.staleData)
  })

  test('a save that wishes nothing changes nothing', async ({ fresh, saves, db, put }) => {
    const { contact } = (await fresh()).shopUsers
    const headers = await saves.sessionOf(contact)
    const before = await contentOf(db)
    expect((await put(headers, { WSU_EMAIL: contact.userName, WSU_PASSWORT: null })).data?.['VERSION']).toBe(1)
    expect((await put(headers, {})).code).toBe(0)
    expect(await contentOf(db)).toEqual(before)
    expect(await saves.isAlive(headers)).toBe(true)
  })
})

const nulls = Object.fromEntries(Object.keys(contactFields).map((name) => [name, null])) as StoredContact['values']

const values = { ...nulls, shopEmail: 'eva@firma.example', webshopRights: 3, active: true }

const numbers = { contactId: 5, personId: 50, version: 3, otherAdmins: 0 }

const flags = { shared: false, isLockedByOperator: false, hasShopUser: true, hadLogin: true, passwordPending: false }

const stored: StoredContact = { ...numbers, ...flags, values, form: { fields: [], offered: {} } }

const actor = {
  providerId: 1,
  customerId: 2,
  contactId: 5,
  contactCompany: 1,
  personId: 50,
  right: 'contact',
  family: 'f'
} as const

const change = (sent: object, passwordHash: string | null = null) =>
  shopUserChange(actor, { values: sent, keys: {}, version: null, passwordHash })

test('a shop user that is sent as it is changes nothing', () => {
  const whole = { emailAddress: 'eva@firma.example', webshopRights: 3, changeParticipantAllowed: false }
  expect(change(whole).plan(stored)).toEqual({ changed: {}, login: null })
})

test.each([
  [{ webshopRights: 1 }, 'fieldNotWritable'],
  [{ changeParticipantAllowed: true }, 'fieldNotWritable'],
  [{ emailAddress: 'falsch' }, 'invalidEmail'],
  [{ emailAddress: null }, 'requiredFieldMissing']
])('a shop user with %o is refused: %s', (sent, refusal) => {
  expect(() => change({ ...sent, password: 'Neu-4711' }).plan(stored)).toThrow(refusal)
})

test('a password changes the login alone, and is recorded in the words of the call', () => {
  const { plan, record } = change({ password: 'Neu-4711' }, 'hash')
  const { changed, login } = plan(stored)
  expect(login).toMatchObject({ values: { passwordHash: 'hash' }, endSessions: { except: 'f' }, otherAddress: null })
  expect(record(stored.values, changed)).toMatchObject({ resource: 'shop-user', after: { password: 'Neu-4711' } })
})

import { describe, expect, test } from 'vitest'
import { BusinessError } from '@customer-center/contract/envelope'
import { Right, type RightName } from '@customer-center/contract/rights'
import type { Actor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ContactValues } from './contact-checks.ts'
import { type ContactPlan, planContact, planNewContact, type HashedChanges } from './contact-plan.ts'
import { storedNames } from './contact.columns.ts'
import type { StoredContact } from './contact.repository.ts'

const settings = { extendedWebshopRights: false, notSpecifiedSalutation: false }
const form = { fields: [], offered: {} }
const nulls = Object.fromEntries(storedNames.map((name) => [name, null])) as StoredContact['values']

function stored(values: ContactValues = {}, more: Partial<StoredContact> = {}): StoredContact {
  const address = 'eva@firma.example'
  const emails = { shopEmail: address, eMailAddress: address, displayEmail: address }
  const login = { webshopRights: Right.contact, active: true, newsletter: false }
  return {
    values: { ...nulls, ...emails, ...login, salutation: 1, lastName: 'Huber', ...values },
    contact: 7,
    personId: 70,
    version: 3,
    form,
    shared: false,
    isLockedByOperator: false,
    hasShopUser: true,
    hadLogin: true,
    passwordPending: false,
    otherAdmins: 1,
    ...more
  }
}

const actor = (right: RightName, pvaid = 1): Actor => ({
  provider: 1,
  customer: 2,
  contact: pvaid,
  contactCompany: 1,
  personId: 10,
  right,
  family: 'session'
})
const sent = (values: ContactValues, passwordHash: string | null = null): HashedChanges => ({
  values,
  keys: {},
  version: null,
  passwordHash
})
const plan = (of: StoredContact, right: RightName, values: ContactValues, passwordHash: string | null = null) =>
  planContact(of, actor(right), sent(values, passwordHash), settings)

/** RESTReturnCode of the refusal. */
function refusalOf(run: () => ContactPlan): number {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return error.envelope.responseResult.RESTReturnCode
    throw error
  }
  return 0
}

describe('the plan of a contact', () => {
  test('holds what differs alone, and no login where none changes', () => {
    const of = stored()
    expect(plan(of, 'shopfull', { ...of.values, place: 'Graz' })).toEqual({ changed: { place: 'Graz' }, login: null })
    expect(plan(of, 'shopfull', of.values)).toEqual({ changed: {}, login: null })
  })

  test('refuses what the actor may not change only where it differs', () => {
    const { fieldNotWritable } = BusinessError
    expect(refusalOf(() => plan(stored(), 'shopfull', { webshopRights: Right.contact }))).toBe(0)
    expect(refusalOf(() => plan(stored(), 'shopfull', { webshopRights: Right.admin }))).toBe(fieldNotWritable)
    expect(refusalOf(() => plan(stored(), 'shopfull', { shopEmail: 'x@firma.example' }))).toBe(fieldNotWritable)
    expect(refusalOf(() => plan(stored({}, { shared: true }), 'admin', { lastName: 'Maier' }))).toBe(fieldNotWritable)
    expect(refusalOf(() => plan(stored({}, { shared: true }), 'admin', { lastName: 'Huber' }))).toBe(0)
  })

  test('lets the other addresses follow, ends the sessions and tells the former address', () => {
    const { changed, login } = plan(stored(), 'admin', { shopEmail: 'neu@firma.example' })
    const address = 'neu@firma.example'
    expect(changed).toEqual({ shopEmail: address, eMailAddress: address, displayEmail: address })
    expect(login).toEqual({
      row: 'updated',
      values: { emailAddress: address },
      right: { before: 'contact', after: 'contact' },
      endSessions: { except: null },
      otherAddress: { before: 'eva@firma.example' },
      sendPassword: false
    })
  })

  test('keeps the session in which a person changes the password that it logs in with', () => {
    const { login } = planContact(stored(), actor('shopfull', 7), sent({ password: 'Neu-4711' }, 'hash'), settings)
    expect(login).toMatchObject({
      row: 'updated',
      values: { passwordHash: 'hash' },
      endSessions: { except: 'session' }
    })
  })

  test('sends a password to whoever may log in now and has never chosen one', () => {
    const of = stored({ webshopRights: Right.none }, { passwordPending: true })
    expect(plan(of, 'admin', { webshopRights: Right.contact }).login).toMatchObject({
      values: { rights: Right.contact, passwordHash: null },
      sendPassword: true
    })
  })

  test('removes a login without an address, and adds one with the person’s address', () => {
    const without = stored({ webshopRights: Right.none })
    expect(plan(without, 'admin', { shopEmail: null }).login).toMatchObject({
      row: 'deleted',
      otherAddress: { before: 'eva@firma.example' }
    })
    const none = stored({ webshopRights: Right.none, shopEmail: null }, { hasShopUser: false, passwordPending: true })
    expect(plan(none, 'admin', { webshopRights: Right.contact }).login).toMatchObject({
      row: 'inserted',
      values: { emailAddress: 'eva@firma.example', rights: Right.contact }
    })
  })

  test('keeps the last admin', () => {
    const last = stored({ webshopRights: Right.admin }, { otherAdmins: 0 })
    expect(refusalOf(() => plan(last, 'admin', { active: false }))).toBe(BusinessError.lastAdmin)
  })

  test('of a new contact has its defaults, and a login where it has an address', () => {
    const named = { salutation: 1, lastName: 'Neu' }
    const of = (values: ContactValues) =>
      planNewContact(form, actor('shopfull'), sent({ ...named, ...values }), settings)
    expect(of({})).toMatchObject({ changed: { ...named, webshopRights: Right.none, active: true }, login: null })
    expect(of({ shopEmail: 'neu@firma.example' }).login).toMatchObject({ row: 'inserted', sendPassword: false })
    expect(refusalOf(() => of({ lastName: null }))).toBe(BusinessError.requiredFieldMissing)
  })
})

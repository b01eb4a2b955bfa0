import { describe, expect, test } from 'vitest'
import { type Contact, contactFields } from '@customer-center/contract/contact'
import { isEmailRequired } from '@customer-center/contract/contact-rules'
import { Right, type RightName, rightNames } from '@customer-center/contract/rights'
import type { Actor } from '../../../platform/http/caller.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { needsFreshLogin } from '../../access/login-change.ts'
import type { FormRules } from '../../field/plan-changes.ts'
import type { ContactValues } from './contact-checks.ts'
import { planContact, planNewContact, type HashedChanges } from './contact-plan.ts'
import { storedNames } from './contact.columns.ts'
import type { StoredContact } from './contact.repository.ts'

type Name = keyof typeof contactFields
type Rule = Partial<FormRules['fields'][number]>

const [own, other, third] = ['eva@firma.example', 'neu@firma.example', 'person@firma.example']
const standard = { extendedWebshopRights: false, notSpecifiedSalutation: false }
const extended = { ...standard, extendedWebshopRights: true }
const nulls = Object.fromEntries(storedNames.map((name) => [name, null])) as StoredContact['values']

function formOf(rules: { readonly [Field in Name]?: Rule }, offered: FormRules['offered'] = {}): FormRules {
  const standardRule = { label: null, required: false, readOnly: false, hidden: false }
  const fields = Object.entries(rules).map(([name, rule]) => ({
    ...standardRule,
    code: contactFields[name as Name].code,
    ...rule
  }))
  return { fields, offered }
}

const noForm = formOf({})

function stored(values: ContactValues = {}, more: Partial<StoredContact> = {}): StoredContact {
  const emails = { shopEmail: own, eMailAddress: own, displayEmail: own }
  const login = { webshopRights: Right.contact, active: true, newsletter: false }
  return {
    values: { ...nulls, ...emails, ...login, salutation: 1, lastName: 'Huber', ...values },
    contactId: 7,
    personId: 70,
    version: 3,
    form: noForm,
    shared: false,
    isLockedByOperator: false,
    hasShopUser: true,
    hadLogin: true,
    passwordPending: false,
    otherAdmins: 1,
    ...more
  }
}

const actor = (right: RightName, contactId = 1): Actor => ({
  providerId: 1,
  customerId: 2,
  contactId,
  personId: 10,
  right,
  family: 'session'
})
const sent = (values: ContactValues, more: Partial<HashedChanges> = {}): HashedChanges => ({
  values,
  keys: {},
  version: null,
  passwordHash: values.password ? 'hash' : null,
  ...more
})
const plan = (of: StoredContact, by: RightName | Actor, values: ContactValues, settings = standard) =>
  planContact(of, typeof by === 'string' ? actor(by) : by, sent(values), settings)
interface NewContact extends Partial<HashedChanges> {
  readonly form?: FormRules
  readonly settings?: typeof standard
}
const planNew = (
  by: RightName,
  values: ContactValues,
  { form = noForm, settings = standard, ...more }: NewContact = {}
) => planNewContact(form, actor(by), sent({ salutation: 1, lastName: 'Neu', ...values }, more), settings)

function refusalOf(run: () => unknown): string | null {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
  return null
}

function sentenceOf(run: () => unknown): string | null {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return error.sentence
    throw error
  }
  return null
}

test('a plan holds what differs alone, and no login where none changes', () => {
  const of = stored()
  expect(plan(of, 'shopfull', { ...of.values, place: 'Graz' })).toEqual({ changed: { place: 'Graz' }, login: null })
  expect(plan(of, 'shopfull', of.values)).toEqual({ changed: {}, login: null })
})

describe('who changes which field of whom', () => {
  const all = 'rest address right password leave return'
  const ofColleague = 'rest leave'
  const byShop = {
    themselves: 'rest password',
    none: 'rest address leave return',
    'none with a former login': 'rest leave return',
    contact: ofColleague,
    shoplight: ofColleague,
    shopfull: ofColleague,
    admin: 'rest'
  }
  /** `leave` and `return` make active persons inactive and inactive ones active; `rest` are the fields without a word. */
  const table = {
    admin: {
      themselves: 'rest password',
      none: 'rest address right leave return',
      'none with a former login': 'rest address right leave return',
      contact: all,
      shoplight: all,
      shopfull: all,
      admin: all
    },
    shopfull: byShop,
    shoplight: byShop
  } as const
  const words: { readonly [Field in Name]?: string } = {
    shopEmail: 'address',
    eMailAddress: 'address',
    webshopRights: 'right',
    password: 'password'
  }
  const fields = Object.entries(contactFields).filter(([, { use }]) => use !== 'key') as [
    Name,
    (typeof contactFields)[Name]
  ][]
  const otherOf = (name: Name, { values }: StoredContact) => {
    const others: ContactValues = {
      salutation: 2,
      sequenceNumber: 4711,
      webshopRights: values.webshopRights === Right.contact ? Right.shopfull : Right.contact,
      newsletter: true
    }
    if (words[name] === 'address') return other
    return others[name] ?? 'Neu-4711'
  }

  const rows = Object.entries(table).flatMap(([by, ofWhom]) =>
    Object.entries(ofWhom).map(([of, allowed]) => [by, of, allowed] as const)
  )
  test.for(rows)('%s of %s: %s', ([by, of, allowed]) => {
    const isOwn = of === 'themselves'
    const right = Right[(isOwn ? by : of.split(' ')[0]) as RightName]
    const viewer = actor(by as RightName, isOwn ? 7 : 1)
    const person = (active: boolean) =>
      stored({ webshopRights: right, active, shopEmail: null, displayEmail: null }, { hadLogin: of !== 'none' })
    const mayChange = (values: ContactValues, active = true) =>
      refusalOf(() => plan(person(active), viewer, values)) === null
    const isAllowed = (word: string) => allowed.split(' ').includes(word)
    for (const [name, { use }] of fields) {
      if (name === 'active') continue
      const mayWrite = use !== 'read' && isAllowed(words[name] ?? 'rest')
      // A right that is given needs an address, which the person has.
      expect([name, mayChange({ [name]: otherOf(name, person(true)) })]).toEqual([name, mayWrite])
    }
    expect(mayChange({ active: false })).toBe(isAllowed('leave'))
    // Nobody works who is inactive.
    if (!isOwn) expect(mayChange({ active: true }, false)).toBe(isAllowed('return'))
  })

  test('an equal value needs no right', () => {
    expect(refusalOf(() => plan(stored(), 'shopfull', { webshopRights: Right.contact, shopEmail: own }))).toBeNull()
  })

  test('of a person whom another customer shows too the personal fields stay', () => {
    const shared = stored({}, { shared: true })
    const change = (values: ContactValues) => refusalOf(() => plan(shared, 'admin', values))
    for (const name of ['lastName', 'street', 'eMailAddress'] as const)
      expect([name, change({ [name]: third })]).toEqual([name, 'fieldNotWritable'])
    expect(change({ lastName: 'Huber', newsletter: true, shopEmail: other })).toBeNull()
  })

  test.for<[what: string, change: ContactValues, refusal: string | null, of?: Partial<StoredContact>]>([
    ['shoplight where there are no extended rights', { webshopRights: Right.shoplight }, 'rightNotGrantable'],
    ['a right that does not exist', { webshopRights: 5 }, 'valueNotOffered'],
    ['another right that does not exist', { webshopRights: -1 }, 'valueNotOffered'],
    ['a right with its first password', { webshopRights: Right.shopfull, password: 'Neu-4711' }, null],
    ['a password with the loss of the right', { webshopRights: 0, password: 'Neu-4711' }, 'fieldNotWritable'],
    ['the return of whom an operator has locked', { active: true }, 'contactLocked', { isLockedByOperator: true }]
  ])('an admin and %s', ([, change, refusal, of]) => {
    expect(refusalOf(() => plan(stored({ active: false }, of), 'admin', change))).toBe(refusal)
  })

  test('shoplight is given where there are extended rights', () => {
    expect(refusalOf(() => plan(stored(), 'admin', { webshopRights: Right.shoplight }, extended))).toBeNull()
  })

  test('the last active admin stays active and admin, and nobody takes their own login away', () => {
    const admin = (otherAdmins: number) => stored({ webshopRights: Right.admin }, { otherAdmins })
    for (const lost of [{ active: false }, { webshopRights: Right.contact }])
      expect(refusalOf(() => plan(admin(0), 'admin', lost))).toBe('lastAdmin')
    expect(refusalOf(() => plan(admin(1), 'admin', { active: false }))).toBeNull()
    for (const right of ['admin', 'shopfull', 'shoplight'] as const) {
      const of = stored({ webshopRights: Right[right] })
      const leave = () => plan(of, actor(right, 7), { active: false })
      expect(sentenceOf(leave)).toBe('Ihren eigenen Kontakt können Sie nicht auf inaktiv setzen.')
    }
  })
})

describe('what a value may be', () => {
  test.for([
    [{ salutation: 3 }, standard, 'valueNotOffered'],
    [{ salutation: 4 }, standard, 'valueNotOffered'],
    [{ salutation: -1 }, standard, 'valueNotOffered'],
    [{ salutation: null }, standard, 'requiredFieldMissing'],
    [{ lastName: null }, standard, 'requiredFieldMissing'],
    [{ salutation: 10 }, standard, null],
    [{ salutation: 3 }, { ...standard, notSpecifiedSalutation: true }, null],
    [{ plz: '1'.repeat(11) }, standard, 'fieldTooLong'],
    [{ shopEmail: 'a@b' }, standard, 'invalidEmail'],
    [{ eMailAddress: 'a b@c.at' }, standard, 'invalidEmail'],
    [{ shopEmail: 'ä@b.at' }, standard, 'invalidEmail']
  ] as const)('%o with %o: %s', ([change, settings, refusal]) => {
    expect(refusalOf(() => plan(stored(), 'admin', change, settings))).toBe(refusal)
  })

  test('the shop’s lists count: read-only, hidden, required, drop-downs', () => {
    const rules = { teleFax: { readOnly: true }, title: { hidden: true }, firstName: { required: true } } as const
    const of = stored({ firstName: 'Eva' }, { form: formOf(rules, { ASP_FREIFELD16: ['1'] }) })
    const change = (values: ContactValues) => refusalOf(() => plan(of, 'admin', values))
    expect(change({ teleFax: '1' })).toBe('fieldNotWritable')
    expect(change({ title: 'Dr.' })).toBe('fieldNotWritable')
    expect(change({ firstName: null })).toBe('requiredFieldMissing')
    expect(change({ customField16: '2' })).toBe('valueNotOffered')
    expect(change({ customField16: '1', firstName: 'Ida' })).toBeNull()
  })
})

describe('the three addresses of a contact', () => {
  const capitals = own.toUpperCase()
  type Three = readonly [shopEmail: string | null, eMailAddress: string | null, displayEmail: string | null]
  const locked = formOf({ shopEmail: { readOnly: true }, eMailAddress: {} })
  const hidden = formOf({ shopEmail: { hidden: true }, eMailAddress: {} })
  const newRight = { webshopRights: Right.contact }
  const firstTime = { hasShopUser: false, hadLogin: false }
  test.for<[rule: string, before: Three, change: ContactValues, after: Three, of?: Partial<StoredContact>]>([
    ['follow the login where they are the same', [own, own, own], { shopEmail: other }, [other, other, other]],
    ['follow the person’s where they are the same', [own, own, own], { eMailAddress: other }, [other, other, other]],
    ['leave one that differs', [own, third, own], { shopEmail: other }, [other, third, other]],
    ['leave a login that differs', [own, third, own], { eMailAddress: other }, [own, other, own]],
    ['follow in capitals', [own, own, own], { shopEmail: capitals }, [capitals, capitals, capitals]],
    ['fill none with what is sent as it is stored', [own, null, own], { shopEmail: own }, [own, null, own]],
    [
      'leave a login that the form locks',
      [own, own, own],
      { eMailAddress: other },
      [own, other, other],
      { form: locked }
    ],
    ['follow where the form hides', [own, own, own], { eMailAddress: other }, [other, other, other], { form: hidden }],
    ['leave that of a shared person', [own, own, own], { shopEmail: other }, [other, own, other], { shared: true }],
    ['keep the login of a right that is given', [own, third, own], newRight, [own, third, own]],
    [
      'give a first login the person’s as the same save brings it, also where the form locks the login',
      [null, own, own],
      { ...newRight, eMailAddress: other },
      [other, other, other],
      { ...firstTime, form: locked }
    ],
    ['are emptied together', [own, own, own], { shopEmail: null }, [null, null, null]]
  ])('%s', ([, [shopEmail, eMailAddress, displayEmail], change, after, more]) => {
    const of = stored({ shopEmail, eMailAddress, displayEmail, webshopRights: Right.none }, more)
    const { changed } = plan(of, 'admin', change)
    const now: Contact | StoredContact['values'] = { ...of.values, ...changed }
    expect([now.shopEmail, now.eMailAddress, now.displayEmail]).toEqual(after)
  })

  test('are required by the rule of the form', () => {
    const emails = ['shopEmail', 'eMailAddress'] as const
    const emptied = [['shopEmail'], ['eMailAddress'], emails] as const
    for (const required of [[], ['shopEmail'], ['eMailAddress']] as const)
      for (const empty of emptied)
        for (const right of ['none', 'contact'] as const)
          for (const settings of [standard, extended]) {
            const isListed = (name: (typeof emails)[number]) => required.some((one) => one === name)
            const form = formOf({
              shopEmail: { required: isListed('shopEmail') },
              eMailAddress: { required: isListed('eMailAddress') }
            })
            // Equal addresses would be emptied together.
            const of = stored({ eMailAddress: third, webshopRights: Right[right] }, { form })
            const isMissing = empty.some((name) =>
              isEmailRequired({ configured: isListed(name), isLogin: name === 'shopEmail', right, ...settings })
            )
            const change = Object.fromEntries(empty.map((name) => [name, null]))
            const refusal = refusalOf(() => plan(of, 'admin', change, settings))
            const situation = { required, empty, right, settings }
            expect({ ...situation, refusal }).toEqual({
              ...situation,
              refusal: isMissing ? 'requiredFieldMissing' : null
            })
          }
  })

  test('are not required of a shared person, whose own cannot be filled in here', () => {
    const of = stored({ eMailAddress: null }, { shared: true, form: formOf({ eMailAddress: { required: true } }) })
    expect(refusalOf(() => plan(of, 'admin', { shopEmail: other }))).toBeNull()
  })

  test('that were never there keep no admin from taking a right and giving it back', () => {
    const form = formOf({ eMailAddress: { required: true } })
    const of = stored({ eMailAddress: null }, { form })
    const removed = { active: false, webshopRights: Right.none }
    expect(refusalOf(() => plan(of, 'admin', removed))).toBeNull()
    const back = stored({ eMailAddress: null, ...removed }, { form })
    expect(refusalOf(() => plan(back, 'admin', { active: true, webshopRights: Right.contact }))).toBeNull()
  })
})

describe('the change of a login', () => {
  const removed = { webshopRights: Right.none } as const
  const everything = { except: null }

  test('ends the sessions of a new address, and tells the former one', () => {
    expect(plan(stored(), 'admin', { shopEmail: other }).login).toEqual({
      row: 'updated',
      values: { emailAddress: other },
      right: { before: 'contact', after: 'contact' },
      endSessions: everything,
      otherAddress: { before: own },
      sendPassword: false
    })
  })

  test.for<[rule: string, of: StoredContact, change: ContactValues, login: object]>([
    [
      'of capitals alone ends nothing and tells nobody',
      stored(),
      { shopEmail: own.toUpperCase() },
      { endSessions: null, otherAddress: null }
    ],
    [
      'tells no former address of somebody who never had a login',
      stored(removed, { hadLogin: false }),
      { shopEmail: other },
      { otherAddress: null }
    ],
    ['ends the sessions of a right that is taken', stored(), removed, { endSessions: everything }],
    ['ends the sessions of somebody made inactive', stored(), { active: false }, { endSessions: everything }],
    [
      'sends a password to whoever may log in now and has never chosen one',
      stored(removed, { passwordPending: true }),
      { webshopRights: Right.contact },
      { values: { rights: Right.contact, passwordHash: null }, sendPassword: true }
    ],
    [
      'sends none to whoever has one',
      stored(removed),
      { webshopRights: Right.contact },
      { values: { rights: Right.contact }, sendPassword: false }
    ],
    [
      'sends none beside one that the admin sets',
      stored(removed, { passwordPending: true }),
      { webshopRights: Right.contact, password: 'Neu-4711' },
      { values: { passwordHash: 'hash' }, sendPassword: false }
    ],
    [
      'sends none to somebody who is not active',
      stored({ ...removed, active: false }, { passwordPending: true }),
      { webshopRights: Right.contact },
      { sendPassword: false }
    ],
    [
      'sends one once that changes',
      stored({ active: false }, { passwordPending: true }),
      { active: true },
      { sendPassword: true }
    ],
    [
      'replaces a generated password that was sent to the former address',
      stored({}, { passwordPending: true }),
      { shopEmail: other },
      { values: { emailAddress: other, passwordHash: null }, sendPassword: true }
    ],
    [
      'removes the login without an address',
      stored(removed),
      { shopEmail: null },
      { row: 'deleted', otherAddress: { before: own } }
    ],
    [
      'adds a login with the person’s address',
      stored({ ...removed, shopEmail: null }, { hasShopUser: false, passwordPending: true }),
      { webshopRights: Right.contact },
      { row: 'inserted', values: { emailAddress: own, rights: Right.contact } }
    ]
  ])('%s', ([, of, change, login]) => {
    expect(plan(of, 'admin', change).login).toMatchObject(login)
  })

  test('keeps the session in which persons change the password that they log in with', () => {
    expect(plan(stored(), actor('shopfull', 7), { password: 'Neu-4711' }).login).toMatchObject({
      row: 'updated',
      values: { passwordHash: 'hash' },
      endSessions: { except: 'session' }
    })
  })

  const admin = { webshopRights: Right.admin }
  test.for<[change: string, of: ContactValues, values: ContactValues, asks: boolean]>([
    ['a password', {}, { password: 'Neu-4711' }, true],
    ['an address', {}, { shopEmail: other }, true],
    ['the address of a former login', removed, { shopEmail: other }, true],
    ['the address of a former login, taken away', removed, { shopEmail: null }, true],
    ['the first address after a former login', { ...removed, shopEmail: null }, { shopEmail: other }, true],
    ['a raised right', {}, admin, true],
    ['a right given back', removed, { webshopRights: Right.contact }, true],
    ['a return', { active: false }, { active: true }, true],
    ['a removal by right and state at once', {}, { ...removed, active: false }, true],
    ['a right that is taken', {}, removed, true],
    ['the right of an admin that is taken', admin, removed, true],
    ['an admin who is lowered', admin, { webshopRights: Right.contact }, true],
    ['somebody else who is lowered', { webshopRights: Right.shoplight }, { webshopRights: Right.contact }, false],
    ['a leave', {}, { active: false }, true],
    ['an admin’s leave', admin, { active: false }, true],
    ['the leave of somebody without a login', removed, { active: false }, false],
    ['another place', {}, { place: 'Wels' }, false]
  ])('of %s takes a fresh login, or not', ([, of, values, asks]) => {
    const { login } = plan(stored(of), 'admin', values)
    expect(login !== null && needsFreshLogin(login)).toBe(asks)
  })

  test('of an address without a former login takes no fresh login', () => {
    const { login } = plan(stored(removed, { hadLogin: false }), 'admin', { shopEmail: other })
    expect(login && needsFreshLogin(login)).toBe(false)
  })
})

describe('a new contact', () => {
  test('has its defaults, the three addresses from one, and a login where it has an address', () => {
    const named = { salutation: 1, lastName: 'Neu' }
    expect(planNew('shopfull', {})).toMatchObject({
      changed: { ...named, webshopRights: Right.none, active: true, newsletter: false },
      login: null
    })
    const { changed, login } = planNew('shopfull', { shopEmail: other })
    expect(changed).toMatchObject({ shopEmail: other, eMailAddress: other, displayEmail: other })
    expect(login).toMatchObject({ row: 'inserted', values: { rights: Right.none }, sendPassword: false })
  })

  test('gets a right and a password from an admin alone', () => {
    for (const by of ['admin', 'shopfull', 'shoplight'] as const)
      for (const right of rightNames.filter((one) => one !== 'none')) {
        const values = { shopEmail: other, webshopRights: Right[right] }
        const refusal = refusalOf(() => planNew(by, values, { settings: extended }))
        expect([by, right, refusal]).toEqual([by, right, by === 'admin' ? null : 'fieldNotWritable'])
      }
  })

  const login = { shopEmail: other, webshopRights: Right.contact }
  test.for<[what: string, values: ContactValues, refusal: string | null, more?: Partial<HashedChanges>]>([
    ['a password without a right', { shopEmail: other, password: 'Neu-4711' }, 'fieldNotWritable'],
    ['shoplight without extended rights', { ...login, webshopRights: Right.shoplight }, 'rightNotGrantable'],
    ['a right without an address', { webshopRights: Right.contact }, 'requiredFieldMissing'],
    ['no last name', { lastName: null }, 'requiredFieldMissing'],
    ['no salutation', { salutation: null }, 'requiredFieldMissing'],
    ['another list address', { displayEmail: other }, 'fieldNotWritable'],
    ['a sequence number', { sequenceNumber: 7 }, 'fieldNotWritable'],
    ['a version', {}, 'fieldNotWritable', { version: 1 }],
    ['a number of its own', {}, 'fieldNotWritable', { keys: { contactId: 7 } }],
    ['a person’s number', {}, 'fieldNotWritable', { keys: { personId: 7 } }],
    ['a foreign customer', {}, 'noSuchCustomer', { keys: { customerId: 3 } }],
    ['a foreign provider', {}, 'noSuchCustomer', { keys: { providerId: 2 } }],
    ['its own customer', {}, null, { keys: { providerId: 1, customerId: 2, personProviderId: 1 } }]
  ])('with %s', ([, values, refusal, more = {}]) => {
    expect(refusalOf(() => planNew('admin', values, more))).toBe(refusal)
  })

  test.for<[who: string, values: ContactValues, sends: boolean]>([
    ['has a right', login, true],
    ['has a right and a password', { ...login, password: 'Neu-4711' }, false],
    ['has a right and is inactive', { ...login, active: false }, false]
  ])('that %s is sent a password, or not', ([, values, sends]) => {
    expect(planNew('admin', values).login).toMatchObject({ sendPassword: sends })
  })

  test('is asked for no field that the shop’s form requires but hides or locks', () => {
    const form = formOf({
      title: { required: true, hidden: true },
      teleFax: { required: true, readOnly: true },
      eMailAddress: { required: true, hidden: true },
      shopEmail: { required: true, readOnly: true },
      firstName: { required: true, label: 'Vorname' }
    })
    const named = (firstName: string | null) => () => planNew('admin', { firstName }, { form })
    expect(sentenceOf(named(null))).toBe('Bitte füllen Sie „Vorname“ aus.')
    expect(refusalOf(named('Eva'))).toBeNull()
  })

  test('is asked for no salutation and no last name that the form does not show, but for a name', () => {
    const create = (form: FormRules, values: ContactValues) => () =>
      planNewContact(form, actor('admin'), sent(values), standard)
    const short = formOf({ firstName: { label: 'Vorname' }, place: {} })
    expect(sentenceOf(create(short, { place: 'Wien' }))).toBe('Bitte füllen Sie „Vorname“ aus.')
    expect(refusalOf(create(short, { firstName: 'Eva' }))).toBeNull()
    const full = formOf({ firstName: {}, lastName: { label: 'Nachname' }, salutation: { label: 'Anrede' } })
    expect(sentenceOf(create(full, { firstName: 'Eva', salutation: 1 }))).toContain('Nachname')
    expect(sentenceOf(create(full, { firstName: 'Eva', lastName: 'Neu' }))).toContain('Anrede')
  })
})

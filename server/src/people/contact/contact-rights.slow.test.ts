import { describe, expect } from 'vitest'
import { contactFields } from '@customer-center/contract/contact'
import { BusinessError } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import { Right, type RightName, rightNames } from '@customer-center/contract/rights'
import type { TestUser } from '../../testing/company.ts'
import { test as serverTest } from '../../testing/fixtures.ts'
import { contentOf, save } from '../../testing/saves.ts'

const specs = Object.values(contactFields)
const emails = ['ASP_SHOPEMAIL', 'ASP_EMAIL']
const everywhere = specs.filter(({ use }) => use === 'both').map(({ code }) => code)

/** Tells, as a table of the rules, whether a right may write a field of a contact with another right. */
function may(code: string, by: RightName, of: RightName): boolean {
  const [admin, own] = [by === 'admin', by === of]
  if (code === 'ASP_PASSWORT') return of !== 'none' && (admin || own)
  if (!everywhere.includes(code)) return false
  if (code === 'ASP_SHOPRECHTE') return admin && !own
  if (emails.includes(code)) return !own && (admin || of === 'none')
  // Everybody is active, so the change is one to inactive.
  if (code === 'ASP_AKTIV') return admin || (!own && of !== 'admin')
  return true
}

// Returns, for fields that decide who may log in, the stored value, so that the sessions of this test live on.
const valueFor = (code: string, of: TestUser): WireRow[string] => {
  if (emails.includes(code)) return of.userName
  if (code === 'ASP_SHOPRECHTE') return Right[of.right]
  if (code === 'ASP_PASSWORT') return ''
  const { kind } = specs.find((spec) => spec.code === code) ?? {}
  return kind === 'number' || kind === 'id' ? 1 : kind === 'flag' ? true : 'Text'
}

const test = serverTest
  .extend(
    'put',
    ({ server, headersOf, own }) =>
      async (by: RightName, of: TestUser, data: WireRow) =>
        save(server.url, await headersOf(own.users[by]), ['PUT', '/contact'], { ASP_PVAID: of.pvaid, ...data })
  )
  .extend(
    'putEach',
    ({ put }) =>
      (by: RightName, of: TestUser, codes: readonly string[], value = valueFor) =>
        Promise.all(
          codes.map(async (code) => {
            const { status, code: answer, text } = await put(by, of, { [code]: value(code, of) })
            return { code, status, answer, text }
          })
        )
  )

describe('every right and every field of a contact', () => {
  // Returns another value, which is refused.
  const otherFor = (code: string, of: TestUser): WireRow[string] => {
    if (emails.includes(code)) return 'anders@firma.example'
    if (code === 'ASP_SHOPRECHTE') return of.right === 'contact' ? Right.shopfull : Right.contact
    if (code === 'ASP_AKTIV') return false
    return code === 'ASP_LFDNR' ? 4711 : 'Anders-4711'
  }
  const fields = specs.filter(({ use }) => use !== 'key').map(({ code }) => code)

  const shops = ['admin', 'shopfull', 'shoplight'] as const

  test.for(shops)('%s writes of each contact just what the rules let it', async (by, { own, db, putEach, put }) => {
    for (const of of rightNames) {
      const user = own.users[of]
      // An empty password is no wish for one, so of somebody without a right it meets no rule.
      const allowed = fields.filter((code) => may(code, by, of) || (code === 'ASP_PASSWORT' && by === 'admin'))
      const forbidden = fields.filter((code) => !allowed.includes(code))
      const before = await contentOf(db)
      for (const { code, status, answer } of await putEach(by, user, forbidden, otherFor)) {
        expect([of, code, status, answer]).toEqual([of, code, 200, BusinessError.fieldNotWritable])
      }
      const unknown = await put(by, user, { ASP_ORT: 'Graz', ASP_NICHTS: 'x' })
      expect([of, unknown.status, unknown.errors]).toEqual([of, 400, ['Unbekanntes Feld: ASP_NICHTS']])
      expect(await contentOf(db)).toEqual(before)
      for (const { code, status, answer } of await putEach(by, user, allowed)) {
        expect([of, code, status, answer]).toEqual([of, code, 200, 0])
      }
    }
  })

  test('contact writes none at all, own or foreign', async ({ db, own, foreign, putEach }) => {
    const before = await contentOf(db)
    for (const company of [own, foreign]) {
      for (const of of rightNames) {
        const answers = await putEach('contact', company.users[of], fields)
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]))
      }
    }
    expect(await contentOf(db)).toEqual(before)
  })

  test.for(shops)(
    '%s writes no field of a foreign contact, and learns nothing',
    async (by, { db, putEach, foreign }) => {
      const before = await contentOf(db)
      const missing = await putEach(by, { ...foreign.users.none, pvaid: 999_999 }, fields)
      for (const of of rightNames) {
        const answers = await putEach(by, foreign.users[of], fields)
        expect(answers).toEqual(missing)
      }
      expect(new Set(missing.map(({ status }) => status))).toEqual(new Set([404]))
      expect(await contentOf(db)).toEqual(before)
    }
  )
})

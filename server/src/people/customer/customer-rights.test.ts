import { describe, expect } from 'vitest'
import { customerFields } from '@customer-center/contract/customer'
import { BusinessError } from '@customer-center/contract/envelope'
import { everyRight, type RightName } from '@customer-center/contract/rights'
import { addCompany } from '../../testing/company.ts'
import { test as serverTest } from '../../testing/fixtures.ts'
import { contentOf, save } from '../../testing/saves.ts'

const specs = Object.values(customerFields)
const writable = specs.filter(({ use }) => use === 'both')
const keys = ['KND_FIRMA', 'KND_ID', 'KND_PVAID']

const test = serverTest.extend(
  'put',
  ({ server, headersOf, own }) =>
    async (right: RightName, data: object) =>
      save(server.url, await headersOf(own.users[right]), ['PUT', '/customer'], data)
)

describe('who may change which field of a company', () => {
  test.beforeAll(async ({ db }) => {
    await addCompany(db, 100, 2)
  })

  const valueOf = (code: string) => (code === 'KND_EMAIL' ? 'neu@firma.example' : 'Neu')

  test.for(everyRight.filter((right) => right !== 'admin'))(
    '%s may change none, own or foreign',
    async (right, { db, own, foreign, put }) => {
      const before = await contentOf(db)
      for (const { code, kind } of specs) {
        for (const id of [own.id, foreign.id]) {
          const answer = await put(right, { [code]: kind === 'id' ? 1 : valueOf(code), KND_ID: id })
          expect([code, answer.status]).toEqual([code, 403])
        }
      }
      expect(await contentOf(db)).toEqual(before)
    }
  )

  test('an admin changes each field that can be written, and the row has the value', async ({ put, own }) => {
    for (const { code } of writable) {
      const { data } = await put('admin', { [code]: valueOf(code) })
      expect(data).toMatchObject({ [code]: valueOf(code) })
    }
    const { data } = await put('admin', {})
    for (const { code } of writable) expect(data?.[code]).toBe(valueOf(code))
    expect(data).toMatchObject({ VERSION: writable.length + 1, KND_NUMMER: own.customerNumber })
  })

  test('an admin is refused other numbers of customer and person than are stored', async ({ db, put }) => {
    const before = await contentOf(db)
    for (const [code, value] of [
      ['KND_NUMMER', 'K1'],
      ['KND_NUMMER', null],
      ['KND_PERSONENNUMMER', 'P1']
    ] as const) {
      expect(await put('admin', { KND_ORT: 'Linz', [code]: value })).toMatchObject({
        status: 200,
        code: BusinessError.fieldNotWritable
      })
    }
    expect(await contentOf(db)).toEqual(before)
  })

  test('keys name the caller’s company; those of a foreign one and of none get the same answer, byte for byte', async ({
    put,
    own,
    db,
    foreign
  }) => {
    expect(await put('admin', { KND_FIRMA: 1, KND_ID: own.id, KND_PVAID: null })).toMatchObject({ code: 0 })
    const before = await contentOf(db)
    const answers = new Set<string>()
    const foreignKeys = keys.flatMap((key) => [foreign.id, 2, 999_999, -1].map((value) => ({ [key]: value })))
    const bodies = [
      ...writable.map(({ code }) => ({ [code]: 'x', KND_ID: foreign.id })),
      ...foreignKeys.map((key) => ({ KND_ORT: 'Linz', ...key }))
    ]
    for (const body of bodies) {
      const { status, text } = await put('admin', body)
      expect([status, body]).toEqual([404, body])
      answers.add(text)
    }
    expect(answers.size).toBe(1)
    expect(await contentOf(db)).toEqual(before)
  })
})

import { describe, expect } from 'vitest'
import { BusinessError } from '@customer-center/contract/envelope'
import { invoiceAddressFields } from '@customer-center/contract/invoice-address'
import { everyRight, type RightName } from '@customer-center/contract/rights'
import { call } from '../../testing/calls.ts'
import { test as serverTest } from '../../testing/fixtures.ts'
import { contentOf, save } from '../../testing/saves.ts'

const specs = Object.values(invoiceAddressFields)
const writers: readonly RightName[] = ['admin', 'shopfull']
const whole = { ADR_NAME: 'Huber', ADR_STRASSE: 'Weg 1', ADR_PLZ: '1010', ADR_ORT: 'Wien' }

const test = serverTest
  .extend(
    'put',
    { scope: 'file' },
    ({ server, headersOf, own }) =>
      async (right: RightName, data: object) =>
        save(server.url, await headersOf(own.users[right]), ['PUT', '/address'], data)
  )
  .extend('data', { scope: 'file', auto: true }, async ({ server, twin, put, foreign, headersOf }) => {
    const twins = await headersOf(twin.users.admin)
    await save(server.url, twins, ['PUT', '/address'], { ...whole, ADR_NAME: 'Zwilling' })
    await put('admin', whole)
    const theirs = await headersOf(foreign.users.admin)
    for (const name of ['Huber', 'Maier']) {
      await save(server.url, theirs, ['PUT', '/address'], { ...whole, ADR_NAME: name })
    }
    return { twins }
  })

describe('who may change which field of an invoice address', () => {
  const valueOf = (kind: string) => (kind === 'number' ? 1 : 'Neu')

  test.for(everyRight)('%s reads the list as the contract says', async (right, { callAs, own }) => {
    const { status } = await callAs(own.users[right], '/address')
    expect(status).toBe(right === 'contact' ? 403 : 200)
  })

  test.for(['contact', 'shoplight'] as const)(
    '%s may change none and create none, own or foreign',
    async (right, { db, put, own, foreign }) => {
      const before = await contentOf(db)
      expect((await put(right, whole)).status).toBe(403)
      for (const { code, kind } of specs) {
        for (const id of [own.id, foreign.id]) {
          const { status } = await put(right, { ADR_LFDNR: 1, ADR_ID: id, [code]: valueOf(kind) })
          expect([code, status]).toEqual([code, 403])
        }
      }
      expect(await contentOf(db)).toEqual(before)
    }
  )

  test.for(writers)(
    '%s changes each field that can be written, and is refused another kind',
    async (right, { own, put, callAs, db }) => {
      const keys = { ADR_FIRMA: 1, ADR_ID: own.id, ADR_LFDNR: 1 }
      for (const { code, kind } of specs.filter(({ use }) => use === 'both')) {
        expect([code, (await put(right, { ...keys, [code]: valueOf(kind) })).code]).toEqual([code, 0])
      }
      const { envelope } = await callAs<object[]>(own.users[right], '/address?no=1')
      expect(envelope.responseData).toMatchObject([
        { ADR_ANREDE: 1, ADR_NAME: 'Neu', ADR_NAME2: 'Neu', ADR_ORT: 'Neu' }
      ])
      const before = await contentOf(db)
      for (const kind of [1, null]) {
        const answer = await put(right, { ...keys, ADR_ORT: 'Linz', ADR_ART: kind })
        expect(answer).toMatchObject({ status: 200, code: BusinessError.fieldNotWritable })
      }
      expect(await contentOf(db)).toEqual(before)
    }
  )

  test.for(writers)(
    'to %s a foreign address is as one that is not there, byte for byte, for every field',
    async (right, { db, foreign, put }) => {
      const before = await contentOf(db)
      const answers = new Set<string>()
      for (const { code, kind } of specs.filter(({ use }) => use !== 'key')) {
        for (const keys of [
          { ADR_ID: foreign.id, ADR_LFDNR: 1 },
          { ADR_ID: foreign.id },
          { ADR_FIRMA: 2, ADR_LFDNR: 1 },
          { ADR_LFDNR: 2 },
          { ADR_LFDNR: 999_999 },
          { ADR_LFDNR: -1 }
        ]) {
          const { status, text } = await put(right, { ...keys, [code]: valueOf(kind) })
          expect([code, keys, status]).toEqual([code, keys, 404])
          answers.add(text)
        }
      }
      expect(answers.size).toBe(1)
      expect(await contentOf(db)).toEqual(before)
    }
  )

  test.for(writers)(
    '%s neither reads nor changes what another provider has under the same numbers',
    async (right, { server, put, headersOf, own, data: { twins } }) => {
      const read = async (headers: Record<string, string>) =>
        (await call<object[]>(server.url, '/address', { headers })).envelope.responseData
      const before = await read(twins)
      expect(before).toMatchObject([{ ADR_FIRMA: 2, ADR_NAME: 'Zwilling' }])
      for (const name of [right, 'Zwilling']) {
        expect((await put(right, { ADR_LFDNR: 1, ADR_NAME: name })).code).toBe(0)
        expect(await read(await headersOf(own.users[right]))).toMatchObject([{ ADR_FIRMA: 1, ADR_NAME: name }])
      }
      expect(await read(twins)).toEqual(before)
    }
  )
})

import { BusinessError } from '@customer-center/contract/envelope'
import { invoiceAddressFields } from '@customer-center/contract/invoice-address'
import { everyRight, type RightName } from '@customer-center/contract/rights'
import { beforeAll, describe, expect, test } from 'vitest'
import { authorized, call } from '../../testing/calls.ts'
import { addTwin } from '../../testing/company.ts'
import { testDatabases } from '../../testing/test-database.ts'
import { rightsOfAll } from '../../testing/rights-of-all.ts'
import { contentOf, save } from '../../testing/saves.ts'

const specs = Object.values(invoiceAddressFields)
const writers: readonly RightName[] = ['admin', 'shopfull']
const whole = { ADR_NAME: 'Huber', ADR_STRASSE: 'Weg 1', ADR_PLZ: '1010', ADR_ORT: 'Wien' }

describe.each(testDatabases())('who may change which field of an invoice address ($name)', ({ open }) => {
  const all = rightsOfAll(open)
  let twins: Record<string, string>

  beforeAll(async () => {
    twins = await authorized(all.server.url, (await addTwin(all.database.db, all.own)).users.admin)
    await save(all.server.url, twins, ['PUT', '/address'], { ...whole, ADR_NAME: 'Zwilling' })
    await put('admin', whole)
    const theirs = await authorized(all.server.url, all.foreign.users.admin)
    for (const name of ['Huber', 'Maier']) {
      await save(all.server.url, theirs, ['PUT', '/address'], { ...whole, ADR_NAME: name })
    }
  })

  const put = (right: RightName, data: object) => save(all.server.url, all.headersOf[right], ['PUT', '/address'], data)
  const valueOf = (kind: string) => (kind === 'number' ? 1 : 'Neu')

  test.each(everyRight)('%s reads the list as the contract says', async (right) => {
    const { status } = await call(all.server.url, '/address', { headers: all.headersOf[right] })
    expect(status).toBe(right === 'contact' ? 403 : 200)
  })

  test.each(['contact', 'shoplight'] as const)('%s may change none and create none, own or foreign', async (right) => {
    const before = await contentOf(all.database.db)
    expect((await put(right, whole)).status).toBe(403)
    for (const { code, kind } of specs) {
      for (const id of [all.own.id, all.foreign.id]) {
        const { status } = await put(right, { ADR_LFDNR: 1, ADR_ID: id, [code]: valueOf(kind) })
        expect([code, status]).toEqual([code, 403])
      }
    }
    expect(await contentOf(all.database.db)).toEqual(before)
  })

  test.each(writers)('%s changes each field that can be written, and is refused another kind', async (right) => {
    const keys = { ADR_FIRMA: 1, ADR_ID: all.own.id, ADR_LFDNR: 1 }
    for (const { code, kind } of specs.filter(({ use }) => use === 'both')) {
      expect([code, (await put(right, { ...keys, [code]: valueOf(kind) })).code]).toEqual([code, 0])
    }
    const { envelope } = await call<object[]>(all.server.url, '/address?no=1', { headers: all.headersOf[right] })
    expect(envelope.responseData).toMatchObject([{ ADR_ANREDE: 1, ADR_NAME: 'Neu', ADR_NAME2: 'Neu', ADR_ORT: 'Neu' }])
    const before = await contentOf(all.database.db)
    for (const kind of [1, null]) {
      const answer = await put(right, { ...keys, ADR_ORT: 'Linz', ADR_ART: kind })
      expect(answer).toMatchObject({ status: 200, code: BusinessError.fieldNotWritable })
    }
    expect(await contentOf(all.database.db)).toEqual(before)
  })

  test.each(writers)(
    'to %s a foreign address is as one that is not there, byte for byte, for every field',
    async (right) => {
      const before = await contentOf(all.database.db)
      const answers = new Set<string>()
      for (const { code, kind } of specs.filter(({ use }) => use !== 'key')) {
        for (const keys of [
          { ADR_ID: all.foreign.id, ADR_LFDNR: 1 },
          { ADR_ID: all.foreign.id },
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
      expect(await contentOf(all.database.db)).toEqual(before)
    }
  )

  test.each(writers)('%s neither reads nor changes what another provider has under the same numbers', async (right) => {
    const read = async (headers: Record<string, string>) =>
      (await call<object[]>(all.server.url, '/address', { headers })).envelope.responseData
    const before = await read(twins)
    expect(before).toMatchObject([{ ADR_FIRMA: 2, ADR_NAME: 'Zwilling' }])
    for (const name of [right, 'Zwilling']) {
      expect((await put(right, { ADR_LFDNR: 1, ADR_NAME: name })).code).toBe(0)
      expect(await read(all.headersOf[right])).toMatchObject([{ ADR_FIRMA: 1, ADR_NAME: name }])
    }
    expect(await read(twins)).toEqual(before)
  })
})

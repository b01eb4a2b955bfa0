import { describe, expect } from 'vitest'
import { customerFields } from '@customer-center/contract/customer'
import { type FieldTable, readableCodes, type WireRow } from '@customer-center/contract/field-codes'
import { invoiceAddressFields } from '@customer-center/contract/invoice-address'
import { addCustomer } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { bodyCount, randomWrites, sendWrites } from '../../../../testing/server/random-writes.ts'
import { auditOf, contentOf } from '../../../../testing/server/saves.ts'

const whole = { ADR_NAME: 'Huber', ADR_STRASSE: 'Weg 1', ADR_PLZ: '1010', ADR_ORT: 'Wien' }
const ids = [100, 100, 100, 200, 999_999, null]
const companies = [1, 1, 1, 2, null]

const test = serverTest
  .extend('overrides', { scope: 'file' }, { config: { logLevel: 'error' } })
  .extend('data', { scope: 'file', auto: true }, async ({ server, db, seed, own, foreign }) => {
    await addCustomer(db, 300, 2)
    await seed.addFields('customer', { KND_ORT: { required: true }, KND_UIDNR: { read_only: true } })
    await seed.addChoices('KND_VERGLEICHSFELD1', [['1', 'Handel']])
    const headers = await server.headersOf(own.shopUsers.admin)
    const theirs = await server.headersOf(foreign.shopUsers.admin)
    for (const who of [headers, theirs]) await server.save(who, ['PUT', '/address'], whole)
    await server.save(theirs, ['PUT', '/address'], whole)
    return { headers }
  })
  .extend('rows', ({ server, data: { headers } }) => async (path: string): Promise<WireRow[]> => {
    const { envelope } = await server.call<WireRow | WireRow[]>(headers, path)
    return [envelope.responseData].flat()
  })
  /** Returns all rows but those that this call may write. */
  .extend('untouchable', ({ db }) => async (resource: 'customer' | 'invoice-address'): Promise<string[]> => {
    const mine =
      resource === 'customer'
        ? /^(?:persons|customers)\{.*"(?:person|customer)_id":100,/
        : /^invoice_addresses\{.*"customer_id":100,/
    return (await contentOf(db)).filter((row) => !mine.test(row) && !row.startsWith('audit_entries'))
  })
  /** Computes a customer's rows from the audit, from their state after its first `written` lines. */
  .extend('replayed', ({ db, own }) => {
    return async (
      resource: string,
      before: readonly WireRow[],
      fields: FieldTable,
      nameOf: (row: WireRow) => unknown,
      written: number
    ) => {
      const now = new Map(before.map((row) => [nameOf(row), { ...row }]))
      const empty = Object.fromEntries(readableCodes(fields).map((code) => [code, null]))
      const entries = (await auditOf(db, own)).slice(written).filter((entry) => entry.resource === resource)
      for (const { action, key, changes } of entries) {
        const created = { ...empty, ADR_FIRMA: 1, ADR_ID: 100, ADR_ART: 3, ADR_LFDNR: key['no'] ?? 0, VERSION: 0 }
        const row = action === 'create' ? created : now.get(key['no'] ?? key['customerId'])
        if (!row) throw new Error(`The audit names a row that never was: ${JSON.stringify(key)}`)
        const values = Object.fromEntries(Object.entries(changes).map(([code, change]) => [code, change.new]))
        Object.assign(row, values, { VERSION: Number(row['VERSION']) + 1 })
        now.set(key['no'] ?? key['customerId'], row)
      }
      const saves = entries.length
      return { saves, rows: [...now.values()] }
    }
  })

describe('random bodies', () => {
  const cases = [
    {
      resource: 'customer' as const,
      path: '/customer',
      fields: customerFields,
      keys: { KND_FIRMA: companies, KND_ID: ids, KND_PVAID: [null, null, 200] },
      nameOf: (row: WireRow) => row['KND_ID']
    },
    {
      resource: 'invoice-address' as const,
      path: '/address',
      fields: invoiceAddressFields,
      keys: { ADR_FIRMA: companies, ADR_ID: ids, ADR_LFDNR: [1, 1, 2, null, 999_999] },
      nameOf: (row: WireRow) => row['ADR_LFDNR']
    }
  ]

  test.for(cases)(
    `${bodyCount} at PUT $path give no failure, and the rows hold what the audit says and nothing else`,
    async ({ resource, path, fields, keys, nameOf }, { rows, untouchable, db, own, server, replayed }) => {
      const [before, others] = [await rows(path), await untouchable(resource)]
      const written = (await auditOf(db, own)).length
      const accepted = await sendWrites(
        server.app,
        () => server.headersOf(own.shopUsers.admin),
        ['PUT', path],
        randomWrites(fields, keys, bodyCount)
      )
      const { saves, rows: expected } = await replayed(resource, before, fields, nameOf, written)
      const byName = (a: WireRow, b: WireRow) => Number(nameOf(a)) - Number(nameOf(b))
      expect((await rows(path)).toSorted(byName)).toEqual(expected.toSorted(byName))
      expect(await untouchable(resource)).toEqual(others)
      expect(saves).toBeLessThanOrEqual(accepted)
      // Bodies that all fail at the first check would guard nothing.
      expect(saves).toBeGreaterThan(bodyCount / 50)
    }
  )
})

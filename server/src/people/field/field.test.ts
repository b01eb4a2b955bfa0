// On the embedded database alone: list.test.ts tries such statements on both.

import { describe, expect } from 'vitest'
import { listCustomerFieldsSchema } from '@customer-center/contract/field'
import { everyRight } from '@customer-center/contract/rights'
import { addCustomer } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { seedRows } from '../../../../testing/server/seed.ts'

const test = serverTest
  .extend('elsewhere', { scope: 'file', auto: true }, ({ db }) => addCustomer(db, 200, 2))
  .extend('list', ({ server, own }) => {
    return async (path: string, user = own.shopUsers.admin) => (await server.call(user, path)).envelope.responseData
  })

describe('the fields of the forms', () => {
  test.beforeAll(async ({ seed, db }) => {
    await seed.addFields('customer', {
      KND_PLZ: { description: 'PLZ "neu"', required: true },
      KND_ORT: { description: null, read_only: true },
      KND_TITEL: { display_mode: 0 }
    })
    await seed.addFields('contact', { ASP_ANREDE: {} })
    await seedRows(db, 2).addFields('customer', { KND_HOMEPAGE: {} })
  })

  test.for(everyRight)('%s reads the descriptors of the form, in the shop’s order', async (right, { list, own }) => {
    const fields = await list('/webshop/customerfields', own.shopUsers[right])
    expect(listCustomerFieldsSchema.data.parse(fields)).toEqual([
      { displayMode: 1, constName: 'KND_PLZ', fieldDescription: 'PLZ "neu"', requiredField: true, readOnly: false },
      { displayMode: 1, constName: 'KND_ORT', fieldDescription: null, requiredField: false, readOnly: true }
    ])
  })

  test('the contact form has descriptors of its own, and so has each provider', async ({ list, elsewhere }) => {
    expect(await list('/webshop/contactfields')).toMatchObject([{ constName: 'ASP_ANREDE' }])
    expect(await list('/webshop/customerfields', elsewhere.shopUsers.admin)).toMatchObject([
      { constName: 'KND_HOMEPAGE' }
    ])
    expect(await list('/webshop/contactfields', elsewhere.shopUsers.admin)).toEqual([])
  })
})

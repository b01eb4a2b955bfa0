import { describe, expect } from 'vitest'
import { listCustomerFieldsSchema } from '@customer-center/contract/field'
import { getPossibleValuesSchema } from '@customer-center/contract/possible-values'
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

const choicesTest = serverTest.extend(
  'ask',
  ({ server, own }) =>
    async (fields = '', user = own.shopUsers.admin) =>
      server.call(user, `/webshop/getPossibleValues${fields}`)
)

describe('the choices of the drop-downs', () => {
  choicesTest.beforeAll(async ({ db, seed }) => {
    await addCustomer(db, 200, 2)
    await seed.addChoices('KND_VERGLEICHSFELD1', [
      ['2', 'Bau "Süd"'],
      ['1', 'Handel']
    ])
    await seed.addChoices('ASP_FREIFELD16', [['a', 'Technik']])
    await seedRows(db, 2).addChoices('KND_VERGLEICHSFELD2', [['x', 'fremd']])
  })

  choicesTest.for(everyRight)('%s reads those asked for, in the order of the shop', async (right, { ask, own }) => {
    const { envelope } = await ask('?RES_FIELDS=KND_VERGLEICHSFELD2,KND_VERGLEICHSFELD1', own.shopUsers[right])
    expect(getPossibleValuesSchema.data.parse(envelope.responseData)).toEqual({
      KND_VERGLEICHSFELD1: [
        { key: '2', value: 'Bau "Süd"' },
        { key: '1', value: 'Handel' }
      ],
      KND_VERGLEICHSFELD2: []
    })
  })

  choicesTest('without RES_FIELDS it answers compare fields 1 to 14 and custom fields 16 and 17', async ({ ask }) => {
    const { envelope } = await ask()
    const compare = Array.from({ length: 14 }, (_, index) => `KND_VERGLEICHSFELD${index + 1}`)
    expect(Object.keys(envelope.responseData as object)).toEqual([...compare, 'ASP_FREIFELD16', 'ASP_FREIFELD17'])
    expect(envelope.responseData).toMatchObject({ ASP_FREIFELD16: [{ key: 'a', value: 'Technik' }] })
  })

  choicesTest.for(['KND_ORT', 'KND_VERGLEICHSFELD15', 'VERSION', "x'; --"])(
    '%s has no choices and is unknown',
    async (code, { ask }) => {
      const { status, envelope } = await ask(`?RES_FIELDS=${encodeURIComponent(code)}`)
      expect([status, envelope.responseResult.Errors]).toEqual([400, [`Unbekanntes Feld: ${code}`]])
    }
  )
})

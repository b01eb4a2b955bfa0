import { expect, test } from 'vitest'
import { contactFields } from '@customer-center/contract/contact'
import { customerFields } from '@customer-center/contract/customer'
import { versionCode } from '@customer-center/contract/field-codes'
import { invoiceAddressFields } from '@customer-center/contract/invoice-address'
import { shopUserFields } from '@customer-center/contract/shop-user'
import { fieldName, noDescription } from './field-name.ts'

test('every field of a write has a German name, and none is a code', () => {
  const tables = [contactFields, customerFields, invoiceAddressFields, shopUserFields]
  const codes = [versionCode, ...tables.flatMap((fields) => Object.values(fields).map(({ code }) => code))]
  for (const code of codes) {
    expect(fieldName(code), code).not.toBe(noDescription)
    expect(fieldName(code), code).not.toContain('_')
  }
  expect(fieldName('ASP_FREIFELD16')).toBe('Freifeld 16')
  expect(fieldName('KND_VERGLEICHSFELD4')).toBe('Vergleichsfeld 4')
})

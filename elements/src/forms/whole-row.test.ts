import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { contactFields } from '@customer-center/contract/contact'
import { customerFields } from '@customer-center/contract/customer'
import type { FieldSpec, FieldTable, WireRow } from '@customer-center/contract/field-codes'
import { invoiceAddressFields } from '@customer-center/contract/invoice-address'
import { shopUserFields } from '@customer-center/contract/shop-user'
import { contactFieldDescriptors } from '../../testing/contacts.ts'
import { fieldDescriptor } from '../../testing/field-descriptor.ts'
import { foreign, mountLoggedIn, success } from '../../testing/mock-backend.ts'

const values: Record<FieldSpec['kind'], WireRow[string]> = {
  text: 'Wert',
  // Some backends have the values as texts.
  number: '1',
  decimal: '12.50',
  flag: 1,
  id: 'K-7',
  date: '2026-03-01'
}

/** Returns a row with a value in every field that can be read, each of them another one. */
function rowOf(fields: FieldTable, more: WireRow): WireRow {
  const read = Object.values(fields).filter(({ use }) => use !== 'write')
  const row = read.map(({ code, kind }) => [code, kind === 'text' ? `${values.text} ${code}` : values[kind]])
  return { ...(Object.fromEntries(row) as WireRow), VERSION: 4, ...more }
}

/** Returns the writable fields: the backend knows the others. */
function writable(fields: FieldTable, row: WireRow): WireRow {
  const own = Object.values(fields).filter(({ use }) => use === 'read')
  return Object.fromEntries(Object.entries(row).filter(([code]) => !own.some((field) => field.code === code)))
}

const box = (name: string) => page.getByRole('textbox', { name, exact: true })
const edit = () => page.getByRole('button', { name: /^Bearbeiten: / })

const offer = { key: 5, value: 'Bildung' }
const forms = [
  {
    resource: 'company',
    route: 'mydata/companydata',
    read: 'GET /api/customer',
    write: 'PUT /api/customer',
    fields: customerFields,
    row: rowOf(customerFields, { KND_PLZ: 1010, KND_VERGLEICHSFELD1: 3, KND_VERGLEICHSFELD2: 5, KND_ORT: null }),
    answers: {
      'GET /api/webshop/customerfields': success([
        fieldDescriptor('KND_STRASSE', 'Straße'),
        fieldDescriptor('KND_VERGLEICHSFELD1', 'Branche'),
        fieldDescriptor('KND_VERGLEICHSFELD2', 'Größe')
      ]),
      'GET /api/webshop/getPossibleValues': success({ KND_VERGLEICHSFELD1: [offer], KND_VERGLEICHSFELD2: [offer] })
    },
    open: () => undefined,
    change: async () => {
      await box('Straße').fill('Ring 2')
      await page.getByRole('combobox', { name: 'Branche' }).selectOptions('Bildung')
    },
    changed: { KND_STRASSE: 'Ring 2', KND_VERGLEICHSFELD1: 5 }
  },
  {
    resource: 'contact',
    route: 'mydata/contacts',
    read: 'GET /api/contact',
    write: 'PUT /api/contact',
    fields: contactFields,
    row: rowOf(contactFields, { ASP_SHOPRECHTE: 3, ASP_FREIFELD17: 3, ASP_PLZ: 1010, ASP_ORT: null }),
    answers: {
      'GET /api/webshop/contactfields': success(contactFieldDescriptors()),
      'GET /api/webshop/getPossibleValues': success({ ASP_FREIFELD16: [offer] })
    },
    open: () => edit().click(),
    change: async () => {
      await box('Straße').fill('Ring 2')
      await page.getByRole('combobox', { name: 'Abteilung' }).selectOptions('Bildung')
    },
    changed: { ASP_STRASSE: 'Ring 2', ASP_FREIFELD16: 5 }
  },
  {
    resource: 'invoice address',
    route: 'mydata/invoiceaddress',
    read: 'GET /api/address',
    write: 'PUT /api/address',
    fields: invoiceAddressFields,
    row: rowOf(invoiceAddressFields, { ADR_PLZ: 1010, ADR_TITEL: null }),
    answers: {},
    open: () => edit().click(),
    change: () => box('Ort *').fill('Linz'),
    changed: { ADR_ORT: 'Linz' }
  },
  {
    resource: 'shop user',
    route: 'mydata/userprofile',
    read: 'GET /api/webshopuser/getcurrentwebshopuser',
    write: 'PUT /api/webshopuser',
    fields: shopUserFields,
    row: { WSU_EMAIL: 'anna@example.at', WSU_RECHTE: 1, WSU_TEILNEHMERWECHSEL: true, VERSION: 4 },
    answers: {},
    open: () => undefined,
    change: async () => {
      await box('Neues Passwort').fill('Sommer-26')
      await box('Passwort wiederholen').fill('Sommer-26')
    },
    changed: { WSU_PASSWORT: 'Sommer-26' }
  }
] as const

test.each(forms)(
  'a backend that replaces the $resource by what a save brings loses no value that the form has read',
  async ({ route, read, write, fields, row, answers, open, change, changed }) => {
    location.hash = `#/${route}`
    const list = !['GET /api/customer', 'GET /api/webshopuser/getcurrentwebshopuser'].includes(read)
    const { backend } = await mountLoggedIn('admin', foreign, {
      ...answers,
      [read]: success(list ? [row] : row),
      [write]: { ...success({}), replaces: read }
    })
    await open()
    await change()
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect.poll(() => backend.sentData(write)).toHaveLength(1)
    const stored = await fetch(backend.api + read.replace('GET /api', ''))
    const { responseData } = (await stored.json()) as { responseData: WireRow | WireRow[] }
    expect([responseData].flat()).toEqual([{ ...writable(fields, row), ...changed }])
    // A step back that the save begins would leave the next test's screen.
    await expect.element(page.getByRole('button', { name: 'Speichern' })).not.toBeInTheDocument()
  }
)

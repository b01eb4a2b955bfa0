import { describe, expect, test } from 'vitest'
import { extendedRightsInfo, simpleRightsInfo } from './contact-rules.ts'
import { isRecording, mimeTypeOf } from './document.ts'
import { emailPattern, visiblePattern } from './input-patterns.ts'
import { invoiceState } from './invoice.ts'
import { extendedRights, mayChangeParticipant, rightName, rightNames, standardRights } from './rights.ts'
import { isRoute, mayOpen, type RouteName, routes } from './routes.ts'
import { readRuntimeConfig, shortLanguage } from './runtime-config.ts'

describe('rights', () => {
  test('the table of routes and rights, cell by cell', () => {
    const table: Record<RouteName, string> = {
      mydata: 'admin shopfull contact shoplight',
      'mydata/companydata': 'admin',
      'mydata/invoiceaddress': 'admin shopfull shoplight',
      'mydata/contacts': 'admin shopfull shoplight',
      'mydata/userprofile': 'admin shopfull contact shoplight',
      scripts: 'admin shopfull contact shoplight',
      webinars: 'admin shopfull contact shoplight',
      orders: 'admin shopfull',
      invoices: 'admin shopfull',
      confirmations: 'admin shopfull contact shoplight',
      'confirmations/participation': 'admin shopfull contact shoplight',
      'confirmations/education': 'admin shopfull contact shoplight',
      'confirmations/evaluation': ''
    }
    const stated = routes.map((route) => [route, rightNames.filter((right) => mayOpen(route, right)).toSorted()])
    expect(Object.fromEntries(stated)).toEqual(
      Object.fromEntries(
        Object.entries(table).map(([route, rights]) => [route, rights.split(' ').filter(Boolean).toSorted()])
      )
    )
  })

  test('a provider opens the evaluations with routeRights', () => {
    expect(mayOpen('confirmations/evaluation', 'admin', { 'confirmations/evaluation': ['admin'] })).toBe(true)
    expect(mayOpen('confirmations/evaluation', 'contact', { 'confirmations/evaluation': ['admin'] })).toBe(false)
  })

  test("a provider's entry that is not a list of rights is ignored", () => {
    const { routeRights } = readRuntimeConfig({ routeRights: { orders: 'admin contact', invoices: null, webinars: 7 } })
    expect(mayOpen('orders', 'contact', routeRights)).toBe(false)
    expect(mayOpen('orders', 'admin', routeRights)).toBe(true)
    expect(mayOpen('invoices', 'admin', routeRights)).toBe(true)
    expect(mayOpen('webinars', 'contact', routeRights)).toBe(true)
  })

  test('an unknown right counts as none', () => {
    expect([0, 1, 2, 3, 4].map(rightName)).toEqual(['none', 'admin', 'shopfull', 'contact', 'shoplight'])
    expect([5, -1, '1', null, undefined, {}].map(rightName)).toEqual(['none', 'none', 'none', 'none', 'none', 'none'])
  })

  test('the standard list lacks shoplight, the extended one has it', () => {
    expect([...standardRights].toSorted()).toEqual(['admin', 'contact', 'none', 'shopfull'])
    expect([...extendedRights].toSorted()).toEqual(['admin', 'contact', 'none', 'shopfull', 'shoplight'])
  })

  test('only shopfull and admin may change the participant', () => {
    expect(rightNames.filter(mayChangeParticipant).toSorted()).toEqual(['admin', 'shopfull'])
  })

  test('the info tables say, row by row, what each right allows', () => {
    const read = (rows: typeof extendedRightsInfo) =>
      rows.map(({ id, allowed }) => `${id}: ${allowed.toSorted().join()}`)
    expect(read(extendedRightsInfo)).toEqual([
      'editCompany: admin',
      'grantAccess: admin',
      'editInvoiceAddress: admin,shopfull',
      'editContacts: admin,shopfull,shoplight',
      'purchase: admin,shopfull,shoplight',
      'ownConfirmations: admin,contact,shopfull,shoplight',
      'othersConfirmations: admin,shopfull',
      'ordersAndInvoices: admin,shopfull',
      'webinars: admin,contact,shopfull,shoplight'
    ])
    expect(read(simpleRightsInfo)).toEqual([
      'editCompany: admin',
      'grantAccess: admin',
      'editInvoiceAddress: admin,shopfull',
      'editContacts: admin,shopfull',
      'purchase: admin,shopfull',
      'ownConfirmations: admin,contact,shopfull',
      'othersConfirmations: admin,shopfull',
      'ordersAndInvoices: admin,shopfull',
      'scriptsAndWebinars: admin,contact,shopfull'
    ])
  })
})

describe('documents', () => {
  test('product type 2 with video on demand is a recording, nothing else', () => {
    expect(isRecording({ productType: 2, videoOnDemand: true })).toBe(true)
    expect(isRecording({ productType: 2, videoOnDemand: false })).toBe(false)
    expect(isRecording({ productType: 1, videoOnDemand: true })).toBe(false)
    expect(isRecording({ productType: null, videoOnDemand: null })).toBe(false)
  })

  test('the type comes from the extension and is PDF for anything that a browser might run', () => {
    const office = 'application/vnd.openxmlformats-officedocument'
    const types = {
      pdf: 'application/pdf',
      doc: 'application/msword',
      dot: 'application/msword',
      xls: 'application/vnd.ms-excel',
      xla: 'application/vnd.ms-excel',
      docx: `${office}.wordprocessingml.document`,
      xlsx: `${office}.spreadsheetml.sheet`,
      pptx: `${office}.presentationml.presentation`,
      ppt: 'application/vnd.ms-powerpoint',
      pps: 'application/vnd.ms-powerpoint'
    }
    for (const [extension, type] of Object.entries(types)) {
      expect([`a.b.${extension}`, `A.${extension.toUpperCase()}`].map(mimeTypeOf)).toEqual([type, type])
    }
    expect(['a.html', 'a.svg', 'a', '', null, 'a.constructor'].map(mimeTypeOf)).toEqual(
      Array.from({ length: 6 }, () => 'application/pdf')
    )
  })
})

describe('e-mail pattern', () => {
  test.each(['a@b.at', 'eva.maria+shop%1_x-y@mail.example.museum'])('accepts %s', (address) => {
    expect(emailPattern.test(address)).toBe(true)
  })

  test.each([
    'a@b',
    'a@b.c',
    'a@b.abcdefghijk',
    'ä@b.at',
    'a b@c.at',
    'a@b.at\nBcc: x@y.at',
    ' a@b.at',
    'a@b.at,c@d.at',
    '@b.at'
  ])('rejects %j', (address) => {
    expect(emailPattern.test(address)).toBe(false)
  })
})

describe('visible characters', () => {
  test.each(['0', '-', 'a\u200B', 'é', 'Ω', '中', 'می\u200Cخواهم', '👩\u200D🌾', '🏴\u{E0067}\u{E007F}'])(
    'found in %j',
    (text) => {
      expect(visiblePattern.test(text)).toBe(true)
    }
  )

  test.each([
    '',
    ' \u00A0\u3000',
    '\u00AD',
    '\u200B\u200C\u200D',
    '\u2060\uFEFF',
    '\u115F\u1160\u3164\uFFA0',
    '\u2800',
    '\u{1D159}',
    '\u{E0041}'
  ])('not found in %j', (text) => {
    expect(visiblePattern.test(text)).toBe(false)
  })
})

describe('runtime configuration', () => {
  test('a missing key or one of the wrong kind gets its default, an unknown one is ignored', () => {
    const config = readRuntimeConfig({
      apiUrl: 'https://x.example/api',
      development: 'yes',
      allowedRoutes: null,
      images: [],
      other: 1
    })
    expect(config.apiUrl).toBe('https://x.example/api')
    expect(config.development).toBe(false)
    expect(config.allowedRoutes).toEqual(routes)
    expect(config.images).toEqual({})
    expect(config).not.toHaveProperty('other')
    expect([null, 7, 'x', []].map((json) => readRuntimeConfig(json).apiUrl)).toEqual(['/api', '/api', '/api', '/api'])
  })

  test('features and links are texts, and no password is shorter than the specification says', () => {
    const odd = {
      features: ['zip', 7, null, ''],
      links: { help: 'https://x.example', imprint: 7 },
      passwordMinLength: 4
    }
    expect(readRuntimeConfig(odd)).toMatchObject({
      features: ['zip'],
      links: { help: 'https://x.example' },
      passwordMinLength: 6
    })
    const { features, links, idempotencyKeys, passwordMinLength } = readRuntimeConfig({ features: 'zip', links: [] })
    expect([features, links, idempotencyKeys, passwordMinLength]).toEqual([[], {}, false, 6])
    expect(readRuntimeConfig(odd).links).not.toHaveProperty('imprint')
    expect(readRuntimeConfig({ passwordMinLength: 10 }).passwordMinLength).toBe(10)
    const texts = readRuntimeConfig({ passwordMinLength: '8', idempotencyKeys: 'true', development: 'nein' })
    expect(texts).toMatchObject({ passwordMinLength: 8, idempotencyKeys: true, development: false })
    const codes = { 'invoice.no': 'nummer', VERSION: false, 'contact.title': 7 }
    expect(readRuntimeConfig({ fieldCodes: codes }).fieldCodes).toEqual({ 'invoice.no': 'nummer', VERSION: false })
  })

  test('de-at, de-de and de-ch map to at, de and ch, all else to the default', () => {
    expect(['de-at', 'de-DE', 'de-ch', 'ch', 'fr', '', null].map((language) => shortLanguage(language))).toEqual([
      'at',
      'de',
      'ch',
      'ch',
      'at',
      'at',
      'at'
    ])
  })

  test('names from the prototype are not routes', () => {
    expect(['scripts', 'constructor', '__proto__', 'toString', ''].map(isRoute)).toEqual([
      true,
      false,
      false,
      false,
      false
    ])
  })
})

test.each([
  ['after its last day', { amount: '1.00' }, 'overdue'],
  ['on its last day', { amount: '1.00', dueDate: '2026-11-30' }, 'open'],
  ['of an unknown amount', { amount: null }, 'overdue'],
  ['of nothing', { amount: '0.00' }, 'open'],
  ['that gives money back', { amount: '-1.00' }, 'open'],
  ['without a last day', { amount: '1.00', dueDate: null }, 'open'],
  ['of which nobody says so', { amount: '1.00', isPaid: null }, null]
])('an invoice %s: %o is %s', (_, invoice, state) => {
  expect(invoiceState({ dueDate: '2026-11-29', isPaid: false, ...invoice }, '2026-11-30')).toBe(state)
})

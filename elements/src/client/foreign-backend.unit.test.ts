import { expect, test } from 'vitest'
import { contactFields } from '@customer-center/contract/contact'
import { customerFields } from '@customer-center/contract/customer'
import { invoiceFields } from '@customer-center/contract/invoice'
import { newDocumentsFields, nextEventFields, overviewFields } from '@customer-center/contract/overview'
import { possibleValueFields } from '@customer-center/contract/possible-values'
import { defaultRuntimeConfig } from '@customer-center/contract/runtime-config'
import { jobFields } from '@customer-center/contract/server-function'
import type { AppContext } from '../context/app-context.ts'
import { passkeyList, removePasskey, setPasskeyName } from '../data/passkey.ts'
import { CallError } from './call-error.ts'
import { decodeFile } from './decode-file.ts'
import { foreignFormat, formatOf } from './foreign-backend.ts'
import { lazyRowsOf } from './lazy-rows.ts'
import { readList, readRow, rowsOf } from './rows.ts'
import { savedRow, serializeId, withVersion } from './saved-row.ts'
import { contractFormat, type FieldNames, type Reading, resFields, type WireFormat } from './wire-format.ts'

const contacts = { noun: 'contact', fields: withVersion(contactFields), saved: true } as const
const customers = { noun: 'customer', fields: withVersion(customerFields), saved: true } as const

test('a row has the same names and values through the door as in the contract', () => {
  const foreign = { nummer: 4711, date: '03.03.2026', isPaid: 'false', fileSize: '2048', amount: 12.5, companyNo: 'F1' }
  const own = { no: 4711, date: '2026-03-03', isPaid: false, fileSize: 2048, amount: '12.5', companyNo: 'F1' }
  const map = { noun: 'invoice', fields: invoiceFields } as const
  const read = readRow(foreignFormat({ 'invoice.no': 'nummer' }), map, foreign)
  expect(read).toEqual(readRow(contractFormat, map, own))
  expect(read.no).toBe('4711')
})

test.each(['null', '', null, undefined, {}, []])('%o is no value', (value) => {
  const row = readRow(foreignFormat({}), customers, { KND_ORT: value, KND_ID: value })
  expect([row.place, row.id]).toEqual([null, null])
})

test.each(['0001-01-01T00:00:00', '30.12.1899', '9999-12-31T23:59:59Z', '0000-00-00'])('%s is no date', (dueDate) => {
  const map = { noun: 'invoice', fields: invoiceFields } as const
  expect(readRow(foreignFormat({}), map, { dueDate }).dueDate).toBeNull()
  expect(readRow(foreignFormat({}), map, { dueDate: 'bald' }).dueDate).toBe('bald')
})

test.each([
  ['as the contract has it', 'JVBERi0xLjc/Pj8+'],
  ['with line breaks', 'JVBERi0x\r\nLjc/Pj8+\n'],
  ['as a data URL', 'data:application/pdf;base64,JVBERi0xLjc/Pj8+'],
  ['in the URL alphabet', 'JVBERi0xLjc_Pj8-']
])('a file is read %s', async (_, fileData) => {
  const row = readRow(foreignFormat({}), { noun: 'job', fields: jobFields }, { fileData })
  expect(await decodeFile('Brief.pdf', row.fileData)?.blob.text()).toBe('%PDF-1.7?>?>')
})

test.each(['   ', 'data:,'])('%j is no file', (fileData) => {
  expect(readRow(foreignFormat({}), { noun: 'job', fields: jobFields }, { fileData }).fileData).toBeNull()
})

test('a save sends each value that was not changed as it came, and ids in their form', () => {
  const format = foreignFormat({ 'contact.firstName': 'X_VORNAME', 'contact.street': false })
  const wire = {
    ASP_PVAID: 12,
    ASP_KONTAKTID: 'A-1',
    ASP_ANREDE: '1',
    X_VORNAME: 'Anna',
    ASP_AKTIV: 'true',
    ASP_NEWSLETTER: 0,
    ASP_STRASSE: 'Ring 1',
    ASP_UNBEKANNT: 5,
    VERSION: '7'
  }
  const row = readRow(format, contacts, wire)
  expect(row).toMatchObject({ pvaid: '12', salutation: 1, active: true, newsletter: false, street: null })
  const { ASP_STRASSE: _, ASP_UNBEKANNT: __, ...kept } = wire
  expect(savedRow(format, contacts, { firstName: 'Eva', street: 'Weg' }, row)).toEqual({ ...kept, X_VORNAME: 'Eva' })
  expect(savedRow(format, contacts, {}, { ...row, version: '8' })['VERSION']).toBe('8')
})

test('another id is a number only where ids of its name have come as numbers', () => {
  const format = foreignFormat({})
  expect(readRow(format, contacts, { ASP_PVAID: 12, ASP_FIRMA: '1' })).toMatchObject({ pvaid: '12', company: '1' })
  expect(serializeId(format, contacts, 'pvaid', '13')).toBe(13)
  expect(serializeId(format, contacts, 'pvaid', '013')).toBe('013')
  expect(serializeId(format, contacts, 'company', '2')).toBe('2')
  readRow(format, customers, { KND_FIRMA: 1 })
  expect(serializeId(format, contacts, 'company', '2')).toBe('2')
  expect(serializeId(format, { noun: 'invoice', fields: contactFields }, 'company', '2')).toBe(2)
  expect(serializeId(contractFormat, contacts, 'company', '2')).toBe(2)
})

test('ids of passkeys go back as they came, and as texts to our server', async () => {
  const app = (format: WireFormat, passkeyId: unknown, sent: unknown[] = []) => ({
    config: { format },
    session: {},
    sent,
    call: async (_: unknown, { as, body }: { as?: Reading<unknown>; body?: unknown }) =>
      body ? void sent.push(body) : as?.read(format, [{ passkeyId, name: 'Laptop' }])
  })
  for (const [format, given] of [
    [foreignFormat({}), 12],
    [foreignFormat({}), '12'],
    [contractFormat, '12']
  ] as const) {
    const backend = app(format, given)
    const context = backend as unknown as AppContext
    expect(await passkeyList(context).queryFn?.({} as never)).toMatchObject([{ passkeyId: '12' }])
    await setPasskeyName(context, '12', 'Telefon')
    await removePasskey(context, '12', {})
    expect(backend.sent).toEqual([{ data: { passkeyId: given, name: 'Telefon' } }, { data: { passkeyId: given } }])
  }
})

test('choices come as two lists, too, and go back as they came', () => {
  const format = foreignFormat({})
  const map = { noun: 'possible-value', fields: possibleValueFields } as const
  const lists = {
    KND_VERGLEICHSFELD1: { keyvalues: [3, 5], values: ['Handel', 'Bildung'] },
    ASP_FREIFELD16: [{ key: 1 }]
  }
  const read = (code: keyof typeof lists) => readList(format, map, lists[code], { row: {}, code })
  expect(read('KND_VERGLEICHSFELD1')[1]).toEqual({ key: '5', value: 'Bildung' })
  expect(read('ASP_FREIFELD16')).toEqual([{ key: '1', value: '1' }])
  expect(serializeId(format, customers, 'compareField1', '3')).toBe(3)
  expect(serializeId(format, customers, 'compareField2', '3')).toBe('3')
})

test('an older overview has one event and the number of documents', () => {
  const map = {
    noun: 'overview',
    fields: overviewFields,
    lists: {
      nextEvents: { noun: 'next-event', fields: nextEventFields },
      newDocuments: { noun: 'new-documents', fields: newDocumentsFields }
    }
  } as const
  const { nextEvents, newDocuments } = readRow(foreignFormat({}), map, { nextEvent: '02.03.2027', newDocuments: '3' })
  expect(nextEvents).toMatchObject([{ eventId: null, from: '2027-03-02' }])
  expect(newDocuments).toEqual([{ eventId: null, caption: null, count: 3 }])
  const none = readRow(foreignFormat({}), map, { nextEvent: '1900-01-01', newDocuments: '0' })
  expect([none.nextEvents, none.newDocuments]).toEqual([[], []])
})

const listed = ['pvaid', 'lastName', 'displayEmail']

function asker(answers: unknown[]) {
  const asked: string[] = []
  const format = foreignFormat({})
  const send = async (names: FieldNames) => {
    asked.push(resFields(format, contacts, names))
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  }
  const ask = async () => rowsOf(contacts).read(format, await format.ask(contacts, listed, send))
  return { asked, ask }
}

test('contacts without their shown address are asked for with both addresses, without a number with the person', async () => {
  const rows = [{ ASP_NACHNAME: 'Huber', ASP_EMAIL: null, ASP_SHOPEMAIL: 'anna@example.at', ASP_KONTAKTID: 'A-1' }]
  const { asked, ask } = asker([new CallError('refused', { status: 400 }), rows, rows])
  expect(await ask()).toMatchObject([{ displayEmail: 'anna@example.at', pvaid: null, contactId: 'A-1' }])
  const both = 'ASP_NACHNAME,ASP_SHOPEMAIL,ASP_EMAIL'
  expect(asked).toEqual([
    'ASP_PVAID,ASP_NACHNAME,ASP_ANZEIGEEMAIL',
    `ASP_PVAID,${both}`,
    `ASP_PVAID,ASP_KONTAKTID,${both}`
  ])
})

test('a refusal that is about the person is passed on', async () => {
  const refused = new CallError('refused', { status: 403 })
  await expect(asker([refused]).ask()).rejects.toBe(refused)
})

test('rows of a long list are read as far as they are asked for', () => {
  const readMembers: string[] = []
  const wire = { ASP_PVAID: 1, ASP_NACHNAME: 'Huber', ASP_AKTIV: 'true' }
  const watched = new Proxy(wire, {
    get(target, member) {
      readMembers.push(String(member))
      return Reflect.get(target, member)
    }
  })
  const [row] = lazyRowsOf(contacts).read(foreignFormat({}), [watched])
  expect(readMembers).toEqual([])
  expect([row?.lastName, row?.active]).toEqual(['Huber', true])
  expect(readMembers).toEqual(['ASP_NACHNAME', 'ASP_AKTIV'])
})

test.each([
  [null, []],
  [{}, []],
  ['none', []],
  [[null, 5, ['x'], { ASP_PVAID: 12 }], ['12']]
])('the rows of %o are %o', (answer, rows) => {
  expect(
    rowsOf(contacts)
      .read(foreignFormat({}), answer)
      .map(({ pvaid }) => pvaid)
  ).toEqual(rows)
})

test('elements with the same settings share what has come as numbers, others do not', () => {
  const config = (apiUrl: string) => ({ ...defaultRuntimeConfig, apiUrl })
  const before = formatOf(config('/shared'))
  readRow(before, contacts, { ASP_PVAID: 12 })
  expect(serializeId(formatOf(config('/shared')), contacts, 'pvaid', '13')).toBe(13)
  expect(serializeId(formatOf(config('/other')), contacts, 'pvaid', '13')).toBe('13')
})

test('a save leaves out a version that the backend has left empty', () => {
  const row = readRow(contractFormat, contacts, { ASP_PVAID: 12, ASP_VORNAME: 'Eva', VERSION: null })
  expect(savedRow(contractFormat, contacts, {}, row)).toEqual({ ASP_PVAID: 12, ASP_VORNAME: 'Eva' })
})

test.each([
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740993', '9007199254740993'],
  ['1e3', '1e3'],
  ['-0', '-0']
])('the id %s is sent to our server as %o', (id, sent) => {
  expect(serializeId(contractFormat, contacts, 'company', id)).toBe(sent)
})

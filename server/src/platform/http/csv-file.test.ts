import { expect } from 'vitest'
import type { WireRow } from '@customer-center/contract/field-codes'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { csvFile } from './csv-file.ts'

const test = serverTest.extend('fileOf', ({ server }) => async (user: TestShopUser, list: string) => {
  const { status, envelope } = await server.call<WireRow | null>(user, `/csv/${list}`)
  const { DOK_NAME, DOK_DATEN } = envelope.responseData ?? {}
  return { status, name: DOK_NAME, text: Buffer.from(String(DOK_DATEN ?? ''), 'base64').toString() }
})

test.beforeAll(async ({ db, seed, own, foreign }) => {
  await seed.addEvent(1, '2026-03-02', { caption: 'Recht; "kompakt"', to_date: '2026-03-04' })
  await seed.addOrder(own, 10, '2026-01-15T23:30:00Z', '=HYPERLINK("https://a.example")')
  await seed.addOrder(own, 11, '2026-02-01T10:00:00Z')
  await seed.addOrder(foreign, 12, '2026-02-01T10:00:00Z', 'Fremde')
  await seed.addParticipation(own.shopUsers.admin, 1, { order_no: 10 })
  await seed.addParticipation(own.shopUsers.contact, 1, { order_no: 10 })
  await seed.addParticipation(own.shopUsers.shoplight, 1, { order_no: 10, state: 'waiting' })
  await seed.addParticipation(own.shopUsers.shopfull, 1, { order_no: 10, state: 'cancelled' })
  await seed.addParticipation(own.shopUsers.shopfull, 1, { order_no: 10, state: 'rebooked' })
  const euros = (amount: number) => ({ amount, currency: 'EUR', due_date: '2026-02-14' })
  await seed.addInvoice(own.customerId, 'R-2026-1', '2026-01-31')
  await seed.addInvoice(own.customerId, 'R-2026-2', '2026-01-30', { ...euros(1234.5), is_paid: true })
  await seed.addInvoice(own.customerId, 'R-2026-3', '2026-01-29', { ...euros(99), is_paid: false })
  await seed.addInvoice(own.customerId, 'R-2026-4', '2026-01-28', { ...euros(-12.3), is_paid: false })
  await seed.addInvoice(foreign.customerId, 'Fremd-1', '2026-01-31')
  const { personId } = own.shopUsers.admin
  const person = { last_name: 'Öllinger\nzweite Zeile', phone_number: '+43 1 234', email_address: '@SUM(1)' }
  await changeRows(db, 'persons', { person_id: personId }, person)
})

test('Excel reads the file: UTF-8 with its mark, semicolons, lines as on Windows', async ({ own, fileOf }) => {
  expect(await fileOf(own.shopUsers.admin, 'invoices')).toEqual({
    status: 200,
    name: 'Rechnungen.csv',
    text: [
      '\uFEFFRechnungsnummer;Datum;Betrag;Währung;Fällig am;Status',
      'R-2026-1;31.01.2026;;;;',
      'R-2026-2;30.01.2026;1234,5;EUR;14.02.2026;bezahlt',
      'R-2026-3;29.01.2026;99;EUR;14.02.2026;überfällig',
      // A credit is a number, and nobody's debt.
      'R-2026-4;28.01.2026;-12,3;EUR;14.02.2026;offen',
      ''
    ].join('\r\n')
  })
})

test('an order has a line for each participant with the state of the booking', async ({ own, fileOf }) => {
  const { name, text } = await fileOf(own.shopUsers.admin, 'orders')
  expect(name).toBe('Bestellungen.csv')
  const event = '"Recht; ""kompakt""";02.03.2026;04.03.2026;Wien'
  const ordered = `10;16.01.2026;"'=HYPERLINK(""https://a.example"")";${event}`
  expect(text.split('\r\n')).toEqual([
    '\uFEFFBestellnummer;Datum;Besteller;Event;Von;Bis;Ort;Teilnehmer;Buchung;Absage',
    '11;01.02.2026;Anna Muster;;;;;;;',
    `${ordered};Anna contact;gebucht;`,
    `${ordered};"Anna Öllinger\nzweite Zeile";gebucht;`,
    `${ordered};Anna shopfull;storniert;`,
    `${ordered};Anna shopfull;umgebucht;`,
    `${ordered};Anna shoplight;Warteliste;`,
    ''
  ])
})

test('no cell is a formula: what begins like one begins with an apostrophe', async ({ own, fileOf }) => {
  const { text } = await fileOf(own.shopUsers.admin, 'contacts')
  expect(text).toContain(`;"Öllinger\nzweite Zeile";;;'@SUM(1);'+43 1 234;`)
  expect(text).not.toMatch(/(?:^|;|\r\n)"?[=+\-@]/)
})

test('contacts have their right by name, and nobody else’s company is there', async ({ own, foreign, fileOf }) => {
  const { name, text } = await fileOf(own.shopUsers.admin, 'contacts')
  expect(name).toBe('Kontakte.csv')
  expect(text).toContain(`;${own.shopUsers.shopfull.userName};Shopzugang;ja;nein\r\n`)
  const all = [text]
  for (const list of ['orders', 'invoices']) all.push((await fileOf(own.shopUsers.admin, list)).text)
  expect(all.join('\n')).not.toMatch(/Fremd/)
  expect(all.join('\n')).not.toContain(foreign.shopUsers.admin.userName)
})

test('other calls run after each 250 lines, also where few rows have many', async () => {
  let [turns, isDone] = [0, false]
  const count = () => void (isDone || ((turns += 1), setImmediate(count)))
  setImmediate(count)
  const { DOK_DATEN } = await csvFile('x', ['n'], [0, 1], (row) =>
    Array.from({ length: 1001 }, (_, n) => [row * 1001 + n])
  )
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(8)
  const numbers = Buffer.from(String(DOK_DATEN), 'base64').toString().split('\r\n').slice(1, -1)
  expect(numbers).toEqual(Array.from({ length: 2002 }, (_, n) => String(n)))
})

const opened = test.extend(
  'overrides',
  { scope: 'file' },
  {
    config: { routeRights: { 'mydata/contacts': ['admin', 'contact'] } }
  }
)

opened('where participants may open the contacts, each has a file of the own alone', async ({ own, fileOf }) => {
  const { text } = await fileOf(own.shopUsers.contact, 'contacts')
  expect(text.match(/@firma-100\.example/g)).toHaveLength(1)
  expect(text).toContain(own.shopUsers.contact.userName)
})
